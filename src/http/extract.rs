//! What handlers are given: the app, who asks, and a body that has the documented shape.

use std::sync::Arc;

use axum::extract::multipart::{Field, MultipartError};
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::domain::policy::Actor;
use crate::domain::secret::Secret;
use crate::services::sessions;

use super::cookies;
use super::error::{ApiError, Result};

/// The app, as a handler's first argument.
pub(super) type AppState = State<Arc<App>>;

/// Runs a service off the async threads.
pub(super) async fn blocking<T: Send + 'static>(
    app: &Arc<App>,
    work: impl FnOnce(&App) -> crate::error::Result<T> + Send + 'static,
) -> Result<T> {
    let app = Arc::clone(app);
    let done = tokio::task::spawn_blocking(move || work(&app)).await;
    done.map_err(|panicked| crate::error::Error::Internal(Box::new(panicked)))?.map_err(Into::into)
}

/// The session's cookie, whether or not it is good for anything.
pub(super) struct SessionCookie(pub(super) Option<Secret>);

impl<S: Send + Sync> FromRequestParts<S> for SessionCookie {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self> {
        let jar = CookieJar::from_headers(&parts.headers);
        Ok(Self(jar.get(cookies::SESSION).map(|cookie| Secret::claimed(cookie.value()))))
    }
}

/// Who asks: decided by the session cookie alone.
pub(super) struct Caller(pub(super) Actor);

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let SessionCookie(cookie) = SessionCookie::from_request_parts(parts, app).await?;
        match cookie {
            Some(cookie) => blocking(app, move |app| sessions::actor(app, &cookie)).await.map(Self),
            None => Ok(Self(Actor::Visitor)),
        }
    }
}

/// JSON in and out. A body of another shape is 422 in words.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        match axum::Json::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(refuse_json(&rejection)),
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

fn refuse_json(rejection: &JsonRejection) -> ApiError {
    match rejection {
        JsonRejection::MissingJsonContentType(_) => ApiError::request(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported",
            "This call takes JSON.",
        ),
        JsonRejection::BytesRejection(rejection) => refuse_bytes(rejection),
        _ => ApiError::request(
            StatusCode::UNPROCESSABLE_ENTITY,
            "invalid",
            format!("The request is not of the documented shape. {}", rejection.body_text()),
        ),
    }
}

fn refuse_bytes(rejection: &BytesRejection) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large();
    }
    ApiError::request(StatusCode::BAD_REQUEST, "broken", "The request did not arrive whole.")
}

pub(super) fn too_large() -> ApiError {
    ApiError::request(
        StatusCode::PAYLOAD_TOO_LARGE,
        "too-large",
        "This file is too large. At most 32 MiB can be uploaded.",
    )
}

/// A multipart form whose parts are read one by one.
pub(super) struct Form(Multipart);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        Multipart::from_request(request, state).await.map(Self).map_err(|_| {
            ApiError::request(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported",
                "This call takes a multipart form.",
            )
        })
    }
}

impl Form {
    /// The next part with its name.
    pub(super) async fn next(&mut self) -> Result<Option<(String, Field<'_>)>> {
        let field = self.0.next_field().await.map_err(|error| refuse_part(&error))?;
        Ok(field.map(|field| (field.name().unwrap_or_default().to_owned(), field)))
    }
}

/// The bytes of a part.
pub(super) async fn part_bytes(field: Field<'_>) -> Result<Vec<u8>> {
    field.bytes().await.map(|bytes| bytes.to_vec()).map_err(|error| refuse_part(&error))
}

fn refuse_part(error: &MultipartError) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large();
    }
    ApiError::request(StatusCode::BAD_REQUEST, "broken", "The upload did not arrive whole.")
}
