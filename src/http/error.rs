//! Mapping of errors to statuses and stable codes; the only place for it.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use serde::Serialize;
use std::collections::BTreeMap;
use utoipa::ToSchema;

use crate::domain::policy::Denied;
use crate::error::{Error, format_error_chain};
use crate::paper::Refusal;

use super::middleware::RequestId;
use super::operator::Problem;

const UNEXPECTED: &str = "Something went wrong on our side. Nothing was lost; please try again.";

/// Result of a handler.
pub(super) type Result<T, E = ApiError> = std::result::Result<T, E>;

/// Error of a handler.
#[derive(Debug)]
pub(super) enum ApiError {
    /// Error of a service.
    Service(Error),
    /// Error of the HTTP layer itself, with status, code and message.
    Request { status: StatusCode, code: &'static str, message: String },
}

/// Response body of every error.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ErrorBody {
    /// Message for people.
    error: String,
    /// Alias of `error`, with the same message.
    msg: String,
    /// Stable code for programs.
    code: &'static str,
    /// Message for each invalid field.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    fields: BTreeMap<&'static str, String>,
    /// Id of the request in the log, for internal errors.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
}

impl<E: Into<Error>> From<E> for ApiError {
    fn from(error: E) -> Self {
        Self::Service(error.into())
    }
}

impl ApiError {
    pub(super) fn request(
        status: StatusCode,
        code: &'static str,
        message: impl Into<String>,
    ) -> Self {
        Self::Request { status, code, message: message.into() }
    }

    fn status_and_code(&self) -> (StatusCode, &'static str) {
        match self {
            Self::Request { status, code, .. } => (*status, code),
            Self::Service(error) => match error {
                Error::Denied(
                    Denied::SignInRequired | Denied::NobodySignedIn | Denied::NotLoggedIn,
                ) => (StatusCode::UNAUTHORIZED, "signed-out"),
                Error::Denied(Denied::RecentSignInRequired) => {
                    (StatusCode::UNAUTHORIZED, "recent-signin-required")
                }
                Error::Denied(Denied::SecondFactorRequired) => {
                    (StatusCode::UNAUTHORIZED, "second-factor-required")
                }
                Error::Denied(Denied::VerificationRequired) => {
                    (StatusCode::FORBIDDEN, "verification-required")
                }
                Error::Denied(
                    Denied::Forbidden
                    | Denied::AnotherAccount
                    | Denied::NothingWon
                    | Denied::OwnPayout
                    | Denied::SecondAdminRequired
                    | Denied::AdminResetLink,
                ) => (StatusCode::FORBIDDEN, "forbidden"),
                Error::Suspended(_) => (StatusCode::FORBIDDEN, "suspended"),
                Error::NotFound(_) | Error::Unknown { .. } => (StatusCode::NOT_FOUND, "not-found"),
                Error::Conflict { .. } | Error::QuestionHasMemos(_) => {
                    (StatusCode::CONFLICT, "conflict")
                }
                Error::Invalid(_) => (StatusCode::UNPROCESSABLE_ENTITY, "invalid"),
                Error::InvalidCredentials(_) => (StatusCode::UNAUTHORIZED, "unproven"),
                Error::BadSignature => (StatusCode::BAD_REQUEST, "unsigned"),
                Error::DiskFull | Error::QuotaExceeded(_) => {
                    (StatusCode::INSUFFICIENT_STORAGE, "no-room")
                }
                Error::Busy => (StatusCode::SERVICE_UNAVAILABLE, "busy"),
                Error::TooMany { .. } => (StatusCode::TOO_MANY_REQUESTS, "slow-down"),
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

    pub(super) fn message(&self) -> String {
        match self {
            Self::Request { message, .. } => message.clone(),
            Self::Service(error) if self.status_and_code().0.is_server_error() => match error {
                Error::Busy | Error::DiskFull | Error::QuotaExceeded(_) | Error::Refused(_) => {
                    error.to_string()
                }
                _ => UNEXPECTED.into(),
            },
            Self::Service(error) => error.to_string(),
        }
    }

    /// Error for the operator, who may know the cause.
    pub(super) fn problem(&self) -> Problem {
        let (_, code) = self.status_and_code();
        match self {
            Self::Service(error) => Problem::new(code, &format_error_chain(error)),
            Self::Request { message, .. } => Problem::new(code, message),
        }
    }

    fn fields(&self) -> BTreeMap<&'static str, String> {
        match self {
            Self::Service(Error::Invalid(fields)) => {
                fields.iter().map(|(field, words)| (field, words.to_owned())).collect()
            }
            Self::Service(Error::Conflict { field: Some(field), message }) => {
                BTreeMap::from([(*field, (*message).to_owned())])
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
                Self::Request { message, .. } => InternalErrorCause(message.clone()).into(),
            };
        }
        let (words, retry_after, problem) = (self.message(), self.retry_after(), self.problem());
        let fields = self.fields();
        let body = ErrorBody { error: words.clone(), msg: words, code, fields, request: None };
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

/// Response for the operator, who is told the whole cause, in place of one for the public.
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
    let words = format!(
        "{UNEXPECTED} If it happens again, tell whoever runs this place: request {request}."
    );
    let body = ErrorBody {
        error: words.clone(),
        msg: words,
        code: "internal",
        fields: BTreeMap::new(),
        request: Some(request),
    };
    (StatusCode::INTERNAL_SERVER_ERROR, Json(body)).into_response()
}
