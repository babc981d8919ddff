//! Operator API: resources of the command line. Only [`operator_router`](super::operator_router) has them.

mod call;
mod requests;

use std::sync::Arc;

use axum::Router;
use axum::extract::OriginalUri;
use axum::http::StatusCode;
use axum::routing::any;

use crate::context::Context;

use super::error::{ApiError, Result};

pub(super) use call::OperatorAccess;
pub use call::{NDJSON, Problem, ProgressEvent};

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new().merge(requests::routes()).route("/api/operator/{*path}", any(reject_unknown))
}

/// Rejects a request of a command line of another version.
async fn reject_unknown(OriginalUri(uri): OriginalUri) -> Result<()> {
    let words = format!("this server does not know the request: {}", uri.path());
    Err(ApiError::request(StatusCode::NOT_FOUND, "unknown-request", words))
}
