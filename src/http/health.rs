//! Health checks for service managers: liveness and readiness.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::services::operations::metrics;

use super::doctor;
use super::error::Result;
use super::extractors::{AppState, run_blocking};

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(show_health))
        .routes(routes!(show_readiness))
        .merge(doctor::routes())
}

/// Liveness check: the process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", security(("apiToken" = ["read"])),
    responses((status = 200)))]
pub(super) async fn show_health() -> StatusCode {
    StatusCode::OK
}

/// Readiness check: the database answers, and the disk has room for what members send.
#[utoipa::path(get, path = "/readyz", tag = "operations", security(("apiToken" = ["read"])),
    responses((status = 200)))]
pub(super) async fn show_readiness(State(context): AppState) -> Result<StatusCode> {
    run_blocking(&context, metrics::readiness).await?;
    Ok(StatusCode::OK)
}
