//! For service managers: is the process up, and can it do its work.

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use crate::context::Context;
use crate::services::metrics;

use super::doctor;
use super::error::{ErrorBody, Result};
use super::extract::{AppState, run_blocking};

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/healthz", get(show_health))
        .route("/readyz", get(show_readiness))
        .merge(doctor::routes())
}

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200)))]
pub(super) async fn show_health() -> StatusCode {
    StatusCode::OK
}

/// The database answers, and the disk takes what members send.
#[utoipa::path(get, path = "/readyz", tag = "operations", responses((status = 200), (status = 500, body = ErrorBody), (status = 507, body = ErrorBody)))]
pub(super) async fn show_readiness(State(context): AppState) -> Result<StatusCode> {
    run_blocking(&context, metrics::readiness).await?;
    Ok(StatusCode::OK)
}
