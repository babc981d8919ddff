//! Error responses of the authority (RFC 8555, 6.7).

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// Refusal, with an error type of the protocol.
#[derive(Clone, Debug)]
pub(super) struct Problem {
    status: StatusCode,
    kind: &'static str,
    detail: String,
}

impl Problem {
    pub(super) fn new(kind: &'static str, detail: impl Into<String>) -> Self {
        let status = match kind {
            "accountDoesNotExist" | "badNonce" | "badCSR" | "malformed" => StatusCode::BAD_REQUEST,
            _ => StatusCode::FORBIDDEN,
        };
        Self { status, kind, detail: detail.into() }
    }

    pub(super) fn malformed(detail: &str) -> Self {
        Self::new("malformed", detail)
    }

    pub(super) fn not_found() -> Self {
        Self { status: StatusCode::NOT_FOUND, ..Self::malformed("there is nothing") }
    }

    pub(super) fn document(&self) -> Value {
        let kind = format!("urn:ietf:params:acme:error:{}", self.kind);
        json!({ "type": kind, "detail": self.detail, "status": self.status.as_u16() })
    }

    /// Describes the problem for a test that has failed.
    pub(super) fn words(&self) -> String {
        format!("{}: {}", self.kind, self.detail)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let media = [(header::CONTENT_TYPE, "application/problem+json")];
        (self.status, media, self.document().to_string()).into_response()
    }
}
