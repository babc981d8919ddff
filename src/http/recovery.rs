//! Password recovery: requesting the mailed link, and using it.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::services::accounts::recovery;

use super::client_ip::ClientIp;
use super::error::Result;
use super::extractors::{AppState, Json, run_blocking};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ForgottenPassword {
    email: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct ResetOffered {
    message: &'static str,
}

/// Mails a link to choose a new password, if the address is a member's; the response is the same if not.
#[utoipa::path(post, path = "/forgot-password", tag = "accounts", request_body = ForgottenPassword,
    responses((status = 202, body = ResetOffered)))]
pub(super) async fn forgot_password(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Json(forgotten): Json<ForgottenPassword>,
) -> Result<(StatusCode, Json<ResetOffered>)> {
    let request = recovery::request_reset(&context, from, forgotten.email)?;
    tokio::task::spawn_blocking(move || {
        if let Err(error) = recovery::offer_link(&context, &request) {
            let error = &error as &dyn std::error::Error;
            tracing::error!(error, "failed to queue a password reset mail");
        }
    });
    Ok((StatusCode::ACCEPTED, Json(ResetOffered { message: "Password reset email sent." })))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasswordReset {
    token: String,
    password: String,
}

/// Sets a new password by the token of the mailed link, and ends every session of the account.
#[utoipa::path(post, path = "/reset-password", tag = "accounts", request_body = PasswordReset,
    responses((status = 204)))]
pub(super) async fn reset_password(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Json(reset): Json<PasswordReset>,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| {
        recovery::reset(context, from, &reset.token, &reset.password)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
