//! For service managers: is the process up, and can it do its work.

use axum::extract::State;
use axum::http::StatusCode;

use super::error::{ErrorBody, Result};
use super::extract::{AppState, blocking};

/// The process answers.
#[utoipa::path(get, path = "/healthz", tag = "operations", responses((status = 200)))]
pub(super) async fn show_health() -> StatusCode {
    StatusCode::OK
}

/// The database answers.
#[utoipa::path(get, path = "/readyz", tag = "operations", responses((status = 200), (status = 500, body = ErrorBody)))]
pub(super) async fn show_readiness(State(app): AppState) -> Result<StatusCode> {
    blocking(&app, |app| app.read().map(|_| ())).await?;
    Ok(StatusCode::OK)
}
