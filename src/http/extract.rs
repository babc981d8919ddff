//! What handlers are given: the app, who asks, and a body that has the documented shape.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::multipart::MultipartError;
use axum::extract::rejection::{BytesRejection, JsonRejection};
use axum::extract::{FromRequest, FromRequestParts, Multipart, Request, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::App;
use crate::domain::policy::{Actor, Denied};
use crate::domain::secret::Secret;
use crate::services::sessions::{self, Present};

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

impl FromRequestParts<Arc<App>> for SessionCookie {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        Ok(Self(cookies::session_in(&app.config(), &parts.headers)))
    }
}

/// Who asks: decided by the session cookie alone.
pub(super) struct Caller(pub(super) Actor);

impl FromRequestParts<Arc<App>> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let SessionCookie(cookie) = SessionCookie::from_request_parts(parts, app).await?;
        let Some(cookie) = cookie else { return Ok(Self(Actor::Visitor)) };
        match sessions::known(app, &cookie) {
            Some(actor) => Ok(Self(actor)),
            None => blocking(app, move |app| sessions::actor(app, &cookie)).await.map(Self),
        }
    }
}

/// A signed-in member with the session that they ask in; a visitor is refused.
pub(super) struct Here(pub(super) Present);

impl FromRequestParts<Arc<App>> for Here {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self> {
        let SessionCookie(cookie) = SessionCookie::from_request_parts(parts, app).await?;
        let cookie = cookie.ok_or(Denied::SignInRequired)?;
        blocking(app, move |app| sessions::present(app, &cookie)).await.map(Self)
    }
}

/// JSON in and out. A body of another shape is 422 in words.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self> {
        match axum::Json::from_request(request, state).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(refuse_json(&rejection, 1)),
        }
    }
}

/// JSON that may be as large as an upload.
pub(super) struct LargeJson<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<App>> for LargeJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self> {
        match axum::Json::from_request(request, app).await {
            Ok(axum::Json(body)) => Ok(Self(body)),
            Err(rejection) => Err(refuse_json(&rejection, app.config().max_upload_mib)),
        }
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// What stands behind the question mark of an address. Another shape is 422 in words.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self> {
        match axum::extract::Query::from_request_parts(parts, state).await {
            Ok(axum::extract::Query(query)) => Ok(Self(query)),
            Err(rejection) => Err(refuse_shape(&rejection.body_text())),
        }
    }
}

fn refuse_shape(why: &str) -> ApiError {
    let words = format!("The request is not of the documented shape. {why}");
    ApiError::request(StatusCode::UNPROCESSABLE_ENTITY, "invalid", words)
}

fn refuse_json(rejection: &JsonRejection, limit_mib: u32) -> ApiError {
    match rejection {
        JsonRejection::MissingJsonContentType(_) => ApiError::request(
            StatusCode::UNSUPPORTED_MEDIA_TYPE,
            "unsupported",
            "This call takes JSON.",
        ),
        JsonRejection::BytesRejection(rejection) => refuse_bytes(rejection, limit_mib),
        _ => refuse_shape(&rejection.body_text()),
    }
}

fn refuse_bytes(rejection: &BytesRejection, limit_mib: u32) -> ApiError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large(&format!("This is too large. At most {limit_mib} MiB can be sent."));
    }
    ApiError::request(StatusCode::BAD_REQUEST, "broken", "The request did not arrive whole.")
}

fn too_large(words: &str) -> ApiError {
    ApiError::request(StatusCode::PAYLOAD_TOO_LARGE, "too-large", words)
}

/// A multipart form whose parts are read one by one.
pub(super) struct Form {
    parts: Multipart,
    limit_mib: u32,
}

/// The name and the bytes of a part.
pub(super) type Part = (String, Bytes);

impl FromRequest<Arc<App>> for Form {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<Self> {
        let limit_mib = app.config().max_upload_mib;
        match Multipart::from_request(request, app).await {
            Ok(parts) => Ok(Self { parts, limit_mib }),
            Err(_) => Err(ApiError::request(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported",
                "This call takes a multipart form.",
            )),
        }
    }
}

impl Form {
    /// The next part, whole.
    pub(super) async fn next(&mut self) -> Result<Option<Part>> {
        let limit = self.limit_mib;
        let refuse = |error| refuse_part(&error, limit);
        let Some(field) = self.parts.next_field().await.map_err(refuse)? else { return Ok(None) };
        let name = field.name().unwrap_or_default().to_owned();
        Ok(Some((name, field.bytes().await.map_err(refuse)?)))
    }
}

fn refuse_part(error: &MultipartError, limit_mib: u32) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        return too_large(&format!(
            "This file is too large. At most {limit_mib} MiB can be uploaded."
        ));
    }
    ApiError::request(StatusCode::BAD_REQUEST, "broken", "The upload did not arrive whole.")
}
