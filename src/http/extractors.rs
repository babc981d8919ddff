//! Extractors of handlers: the context, the actor, and bodies of the documented shape.

use std::io::BufReader;
use std::marker::PhantomData;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::sync::oneshot;

use crate::body_budgets::UploadedFile;
use crate::context::{Context, PendingCommit};
use crate::domain::id::AccountId;
use crate::domain::message::Message;
use crate::domain::policy::{Actor, Denied};
use crate::domain::secret::Secret;
use crate::services::accounts::sessions::{self, SessionContext};

use super::bearer::TokenActor;
use super::body::{BodyLimit, Receiver};
use super::cookies;
use super::error::{ApiError, Result};
use super::operator::OperatorAccess;

/// Context, as a handler's first argument.
pub(super) type AppState = State<Arc<Context>>;

/// Runs a service on a blocking thread.
pub(super) async fn run_blocking<T: Send + 'static>(
    context: &Arc<Context>,
    work: impl FnOnce(&Context) -> crate::error::Result<T> + Send + 'static,
) -> Result<T> {
    let context = Arc::clone(context);
    let done = tokio::task::spawn_blocking(move || work(&context)).await;
    done.map_err(|panicked| crate::error::Error::Internal(Box::new(panicked)))?.map_err(Into::into)
}

/// Runs a service that makes one small change, without a thread that waits for the disk: see [`Context::queue_write`]. Returns once
/// the change is on the disk.
pub(super) async fn queue_write<T: Send + 'static>(
    context: &Arc<Context>,
    work: impl FnOnce(&Context) -> crate::error::Result<PendingCommit<T>> + Send + 'static,
) -> Result<T> {
    let (answer, answered) = oneshot::channel();
    // The request may have been cancelled.
    context.queue_write(work, |done| _ = answer.send(done));
    let done = answered.await;
    done.map_err(|dropped| crate::error::Error::Internal(Box::new(dropped)))?.map_err(Into::into)
}

/// Header `idempotency-key`: the sender's name for an upload, the same for every retry.
pub(super) fn idempotency_key(headers: &HeaderMap) -> Option<String> {
    let name = headers.get("idempotency-key")?;
    Some(String::from_utf8_lossy(name.as_bytes()).into_owned())
}

/// Extractor of the session cookie, whether or not it is valid; none of a request with an API token.
pub(super) struct SessionCookie(pub(super) Option<Secret>);

impl FromRequestParts<Arc<Context>> for SessionCookie {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self> {
        let has_token = parts.extensions.get::<TokenActor>().is_some();
        Ok(Self(if has_token {
            None
        } else {
            cookies::session_in(&context.config(), &parts.headers)
        }))
    }
}

/// Extractor of the actor, determined by the API token or the session cookie; a visitor without a valid one. Requests at the admin socket are
/// the operator's.
pub(super) struct CurrentActor(pub(super) Actor);

impl FromRequestParts<Arc<Context>> for CurrentActor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self> {
        if parts.extensions.get::<OperatorAccess>().is_some() {
            return Ok(Self(Actor::Operator));
        }
        if let Some(TokenActor(actor)) = parts.extensions.get() {
            return Ok(Self(actor.clone()));
        }
        let SessionCookie(cookie) = SessionCookie::from_request_parts(parts, context).await?;
        let Some(cookie) = cookie else { return Ok(Self(Actor::Visitor)) };
        match sessions::cached_actor(context, &cookie) {
            Some(actor) => Ok(Self(actor)),
            None => {
                run_blocking(context, move |context| sessions::actor_for_cookie(context, &cookie))
                    .await
                    .map(Self)
            }
        }
    }
}

/// Extractor that requires a session: yields the actor and the session, else 401. API tokens have none.
pub(super) struct RequireSession(pub(super) SessionContext);

impl FromRequestParts<Arc<Context>> for RequireSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self> {
        let SessionCookie(cookie) = SessionCookie::from_request_parts(parts, context).await?;
        let cookie = cookie.ok_or(Denied::SignInRequired)?;
        run_blocking(context, move |context| sessions::require_session(context, &cookie))
            .await
            .map(Self)
    }
}

/// JSON body of a request or response. A request body of another shape is rejected with status 422.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Arc<Context>> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, context: &Arc<Context>) -> Result<Self> {
        require_json(request.headers())?;
        let (receiver, _, body) = Receiver::of(request, context);
        let bytes = receiver.bytes(body).await?;
        parse(&bytes).map(Self)
    }
}

fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T> {
    match axum::Json::from_bytes(json) {
        Ok(axum::Json(body)) => Ok(body),
        Err(rejection) => Err(refuse_shape(&rejection.body_text())),
    }
}

/// JSON body that may be left out: `T::default()` then.
pub(super) struct OptionalJson<T>(pub(super) T);

impl<T: DeserializeOwned + Default> FromRequest<Arc<Context>> for OptionalJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, context: &Arc<Context>) -> Result<Self> {
        let is_json = require_json(request.headers());
        let (receiver, _, body) = Receiver::of(request, context);
        let bytes = receiver.bytes(body).await?;
        if bytes.is_empty() {
            return Ok(Self(T::default()));
        }
        is_json?;
        parse(&bytes).map(Self)
    }
}

/// JSON body up to the size of an upload: received in a file, and parsed later.
pub(super) struct LargeJson<T> {
    file: UploadedFile,
    shape: PhantomData<fn() -> T>,
}

impl<T> FromRequest<Arc<Context>> for LargeJson<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, context: &Arc<Context>) -> Result<Self> {
        require_json(request.headers())?;
        let (receiver, _, body) = Receiver::of(request, context);
        Ok(Self { file: receiver.file(body).await?, shape: PhantomData })
    }
}

impl<T: DeserializeOwned + 'static> LargeJson<T> {
    /// Parses the sender's body and runs a service with it, on a blocking thread; large bodies a few at a time.
    pub(super) async fn run<R: Send + 'static>(
        self,
        context: &Arc<Context>,
        sender: AccountId,
        service: impl FnOnce(&Context, T) -> crate::error::Result<R> + Send + 'static,
    ) -> Result<R> {
        let outcome = run_blocking(context, move |context| {
            let run = || {
                let body = serde_json::from_reader(BufReader::new(self.file.reader()));
                body.map(|body| service(context, body)).map_err(|why| why.to_string())
            };
            let is_small = BodyLimit::DEFAULT.allows(self.file.length());
            let outcome =
                if is_small { run() } else { context.body_budgets.large_json.run(sender, run)? };
            outcome.map_or_else(|why| Ok(Err(why)), |outcome| outcome.map(Ok))
        });
        outcome.await?.map_err(|why| refuse_shape(&why))
    }
}

/// Raw bytes of the body.
pub(super) struct RawBody(pub(super) Vec<u8>);

impl FromRequest<Arc<Context>> for RawBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, context: &Arc<Context>) -> Result<Self> {
        let (receiver, _, body) = Receiver::of(request, context);
        receiver.bytes(body).await.map(Self)
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

/// Query parameters. Another shape is rejected with status 422.
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
    let message = Message::new(
        "request-malformed",
        "The request doesn't match the API's documentation. {reason}",
    );
    let message = message.with("reason", why);
    ApiError::request(StatusCode::UNPROCESSABLE_ENTITY, "invalid", message)
}

/// Rejects any media type but JSON: another site's form can send some of them without a CORS preflight.
fn require_json(headers: &HeaderMap) -> Result<()> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    let kind = kind.to_ascii_lowercase();
    if kind == "application/json" || (kind.starts_with("application/") && kind.ends_with("+json")) {
        return Ok(());
    }
    let words = Message::new("json-required", "This call takes JSON.");
    Err(ApiError::request(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported", words))
}
