//! Reauthentication, and changes of the password and the username.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::services::accounts::credentials::{self, PasswordChange};

use super::error::Result;
use super::extractors::{AppState, Json, RequireSession, run_blocking};
use super::ids::account_id;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    email: String,
    password: String,
}

/// Reauthenticates with the password, before a change that needs it.
#[utoipa::path(post, path = "/reauthenticate", tag = "accounts", request_body = Credentials,
    responses((status = 204)))]
pub(super) async fn reauthenticate(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(credentials): Json<Credentials>,
) -> Result<StatusCode> {
    let Credentials { email, password } = credentials;
    run_blocking(&context, move |context| {
        credentials::reauthenticate(context, &session_context, &email, &password)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct PasswordUpdate {
    uid: String,
    current_password: String,
    new_password: String,
}

/// Changes the password and ends every other session of the account.
#[utoipa::path(post, path = "/update-password", tag = "accounts", request_body = PasswordUpdate,
    responses((status = 204)))]
pub(super) async fn update_password(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(update): Json<PasswordUpdate>,
) -> Result<StatusCode> {
    let owner = account_id(&update.uid)?;
    let change = PasswordChange { current: update.current_password, new: update.new_password };
    run_blocking(&context, move |context| {
        credentials::change_password(context, &session_context, owner, &change)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UsernameUpdate {
    #[schema(max_length = 32)]
    username: String,
    uid: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct UsernameView {
    username: String,
}

/// Changes the username.
#[utoipa::path(post, path = "/update-username", tag = "accounts", request_body = UsernameUpdate,
    responses((status = 200, body = UsernameView)))]
pub(super) async fn update_username(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(update): Json<UsernameUpdate>,
) -> Result<Json<UsernameView>> {
    let owner = account_id(&update.uid)?;
    let change = move |context: &_| {
        credentials::change_username(context, &session_context, owner, &update.username)
    };
    let account = run_blocking(&context, change).await?;
    Ok(Json(UsernameView { username: account.username.as_str().to_owned() }))
}
