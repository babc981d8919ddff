//! Export of the caller's own data.

use axum::extract::State;
use axum::response::IntoResponse;

use crate::domain::policy;
use crate::services::accounts::export;

use super::error::Result;
use super::extractors::{AppState, CurrentActor, run_blocking};
use super::file_body::{CachePolicy, attached};

/// Downloads everything that is stored about the caller, as an archive.
#[utoipa::path(get, path = "/api/account/export", tag = "accounts",
    security(("apiToken" = ["read"])), responses((status = 200, content_type = "application/zip")))]
pub(super) async fn export_account(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<impl IntoResponse> {
    let owner = policy::member(&actor)?;
    let made =
        run_blocking(&context, move |context| export::download(context, &actor, owner)).await?;
    Ok(attached(made, "zip", "application/zip", CachePolicy::Private))
}
