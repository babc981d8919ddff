//! Mapping of errors to statuses and stable codes; the only place for it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::openapi::response::Response as Description;
use utoipa::openapi::{ContentBuilder, Ref, RefOr, ResponseBuilder};
use utoipa::{ToResponse, ToSchema};

use crate::domain::message::{Message, Param};
use crate::domain::policy::Denied;
use crate::error::{Error, format_error_chain};
use crate::paper::Refusal;

use super::middleware::RequestId;
use super::operator::Problem;

const UNEXPECTED: Message = Message::new(
    "internal",
    "Something went wrong on our side. Nothing was lost; please try again.",
);
const UNEXPECTED_REQUEST: Message = Message::new(
    "internal-request",
    "Something went wrong on our side. Nothing was lost; please try again. If it happens again, tell an admin this request number: {request}.",
);

/// Result of a handler.
pub(super) type Result<T, E = ApiError> = std::result::Result<T, E>;

/// Error of a handler.
#[derive(Debug)]
pub(super) enum ApiError {
    /// Error of a service.
    Service(Error),
    /// Error of the HTTP layer itself, with status, code and message.
    Request { status: StatusCode, code: &'static str, message: Message },
}

/// Response body of every error.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ErrorBody {
    /// Message for people.
    error: String,
    /// Alias of `error`, with the same message.
    msg: String,
    /// Kind of the error: stable, for programs.
    code: &'static str,
    /// Stable key of the message, as the catalogue of messages lists it.
    key: &'static str,
    /// Parameters of the message, numbers and texts.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, serde_json::Value>)]
    params: BTreeMap<&'static str, Param>,
    /// Message for each invalid field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<&'static str, String>,
    /// The same messages by their keys.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    field_messages: BTreeMap<&'static str, FieldMessage>,
    /// Id of the request in the log, for internal errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
}

/// Message by its key, for programs and translations.
#[derive(Debug, Serialize, ToSchema)]
struct FieldMessage {
    key: &'static str,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(value_type = BTreeMap<String, serde_json::Value>)]
    params: BTreeMap<&'static str, Param>,
}

impl From<&Message> for FieldMessage {
    fn from(message: &Message) -> Self {
        Self { key: message.key(), params: message.params().clone() }
    }
}

impl ErrorBody {
    fn new(code: &'static str, message: &Message) -> Self {
        let words = message.to_string();
        Self {
            error: words.clone(),
            msg: words,
            code,
            key: message.key(),
            params: message.params().clone(),
            fields: BTreeMap::new(),
            field_messages: BTreeMap::new(),
            request: None,
        }
    }
}

impl ToResponse<'static> for ApiError {
    fn response() -> (&'static str, RefOr<Description>) {
        let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
        let response = ResponseBuilder::new()
            .description("Refusal or failure. The status and `code` say which.")
            .content("application/json", body);
        ("Error", response.build().into())
    }
}

impl<E: Into<Error>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

impl ApiError {
    pub(super) fn request(status: StatusCode, code: &'static str, message: Message) -> Self {
        Self::Request { status, code, message }
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Request { status, code, .. } => (*status, code),
            Self::Service(error) => match error {
                Error::Denied(
                    Denied::SignInRequired | Denied::NobodySignedIn | Denied::NotLoggedIn,
                ) => (StatusCode::UNAUTHORIZED, "unauthenticated"),
                Error::Denied(Denied::RecentSignInRequired) => {
                    (StatusCode::UNAUTHORIZED, "recent-signin-required")
                }
                Error::Denied(Denied::SecondFactorRequired | Denied::PasskeyRequired) => {
                    (StatusCode::UNAUTHORIZED, "second-factor-required")
                }
                Error::Denied(Denied::VerificationRequired) => {
                    (StatusCode::FORBIDDEN, "verification-required")
                }
                Error::Denied(Denied::AcceptanceRequired) => {
                    (StatusCode::FORBIDDEN, "acceptance-required")
                }
                Error::Denied(Denied::AccountRequired) => {
                    (StatusCode::FORBIDDEN, "account-required")
                }
                Error::Denied(Denied::RegistrationClosed) => {
                    (StatusCode::FORBIDDEN, "registration-closed")
                }
                Error::Denied(
                    Denied::Forbidden
                    | Denied::AnotherAccount
                    | Denied::ApiTokenForbidden
                    | Denied::NothingWon
                    | Denied::OwnPayout
                    | Denied::SecondAdminRequired
                    | Denied::NamedAdminRequired
                    | Denied::AdminResetLink,
                ) => (StatusCode::FORBIDDEN, "forbidden"),
                Error::Suspended(_) => (StatusCode::FORBIDDEN, "suspended"),
                Error::NotFound(_) | Error::Unknown { .. } => (StatusCode::NOT_FOUND, "not-found"),
                Error::Conflict { .. } => (StatusCode::CONFLICT, "conflict"),
                Error::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, "invalid"),
                Error::InvalidCredentials(_) => (StatusCode::UNAUTHORIZED, "invalid-credentials"),
                Error::BadSignature => (StatusCode::BAD_REQUEST, "invalid-signature"),
                Error::DiskFull | Error::QuotaExceeded(_) => {
                    (StatusCode::INSUFFICIENT_STORAGE, "insufficient-storage")
                }
                Error::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
                Error::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "rate-limited"),
                Error::Refused(refusal @ (Refusal::Unavailable | Refusal::Busy)) => {
                    (StatusCode::SERVICE_UNAVAILABLE, refusal.code())
                }
                Error::Refused(refusal) => (StatusCode::UNPROCESSABLE_ENTITY, refusal.code()),
                Error::Archive(_) | Error::Remote(_) => (StatusCode::CONFLICT, "backup"),
                Error::Press(_)
                | Error::Mail(_)
                | Error::Store(_)
                | Error::DataDir(_)
                | Error::Search(_)
                | Error::Files(_)
                | Error::Random(_)
                | Error::Internal(_) => (StatusCode::INTERNAL_SERVER_ERROR, "internal"),
            },
        }
    }

    pub(super) fn message(&self) -> Message {
        match self {
            Self::Request { message, .. } => message.clone(),
            Self::Service(error) => error.message().unwrap_or(UNEXPECTED),
        }
    }

    /// Error for the operator, who may know the cause.
    pub(super) fn problem(&self) -> Problem {
        let (_, code) = self.status_and_code();
        match self {
            Self::Service(error) => Problem::new(code, &format_error_chain(error)),
            Self::Request { message, .. } => Problem::new(code, &message.to_string()),
        }
    }

    fn fields(&self) -> BTreeMap<&'static str, &Message> {
        match self {
            Self::Service(Error::Invalid(errors)) => errors.iter().collect(),
            Self::Service(Error::Conflict { field: Some(field), message }) => {
                BTreeMap::from([(*field, message)])
            }
            Self::Service(_) | Self::Request { .. } => BTreeMap::new(),
        }
    }

    /// Value of `Retry-After` in seconds, if a retry makes sense.
    fn retry_after(&self) -> Option<u64> {
        match self {
            Self::Service(Error::TooMany { seconds, .. }) => Some(*seconds),
            _ if self.status_and_code().0 == StatusCode::SERVICE_UNAVAILABLE => Some(2),
            Self::Service(_) | Self::Request { .. } => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let (status, code) = self.status_and_code();
        if status == StatusCode::INTERNAL_SERVER_ERROR {
            return match &self {
                Self::Service(error) => InternalErrorCause(format_error_chain(error)).into(),
                Self::Request { message, .. } => InternalErrorCause(message.to_string()).into(),
            };
        }
        let (retry_after, problem, fields) = (self.retry_after(), self.problem(), self.fields());
        let body = ErrorBody {
            fields: fields.iter().map(|(field, message)| (*field, message.to_string())).collect(),
            field_messages: fields
                .into_iter()
                .map(|(field, message)| (field, message.into()))
                .collect(),
            ..ErrorBody::new(code, &self.message())
        };
        let mut response = (status, Json(body)).into_response();
        response.extensions_mut().insert(problem);
        if let Some(seconds) = retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// Cause of an internal error, for the log only: passed as a response extension to the middleware, which knows the request's id.
#[derive(Clone, Debug)]
pub(super) struct InternalErrorCause(pub(super) String);

impl From<InternalErrorCause> for Response {
    fn from(failure: InternalErrorCause) -> Self {
        (StatusCode::INTERNAL_SERVER_ERROR, Extension(failure)).into_response()
    }
}

/// Response for the operator with the complete cause, in place of one for the public.
pub(super) fn for_operator(mut response: Response) -> Response {
    let problem = match response.extensions_mut().remove() {
        Some(InternalErrorCause(words)) => Some(Problem::new("internal", &words)),
        None => response.extensions_mut().remove(),
    };
    let Some(problem) = problem else { return response };
    tracing::info!(code = problem.code, error = problem.error, "operator request failed");
    (response.status(), Json(problem)).into_response()
}

/// Response with status 500, in place of one that failed.
pub(super) fn unexpected(request: RequestId) -> Response {
    let request = request.to_string();
    let message = UNEXPECTED_REQUEST.with("request", request.as_str());
    let body = ErrorBody { request: Some(request), ..ErrorBody::new("internal", &message) };
    (StatusCode::INTERNAL_SERVER_ERROR, Json(body)).into_response()
}
