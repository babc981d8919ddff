//! Deletion of the caller's own account.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::services::accounts::deletion::{self, DeleteAccountRequest};

use super::cookies;
use super::error::Result;
use super::extractors::{AppState, Json, RequireSession, run_blocking};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountDeletion {
    password: String,
    /// Username of the caller, case-insensitive.
    name: String,
}

/// Deletes the caller's account, with everything that is in no published edition.
#[utoipa::path(post, path = "/api/account/delete", tag = "accounts", request_body = AccountDeletion,
    responses((status = 204)))]
pub(super) async fn delete_account(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    jar: CookieJar,
    Json(deletion): Json<AccountDeletion>,
) -> Result<(StatusCode, CookieJar)> {
    let request = DeleteAccountRequest { password: deletion.password, name: deletion.name };
    run_blocking(&context, move |context| {
        deletion::delete_own(context, &session_context, &request)
    })
    .await?;
    Ok((StatusCode::NO_CONTENT, jar.add(cookies::end_session(&context.config()))))
}
