//! Change of the mail address: the request, the confirmation from the new mailbox, and the undo from the old one.

use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::policy::Denied;
use crate::error::Error;
use crate::services::accounts::email_change;
use crate::services::accounts::sessions::SessionContext;

use super::client_ip::ClientIp;
use super::error::{ApiError, Result};
use super::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use super::ids::account_id;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EmailUpdate {
    uid: String,
    email: String,
}

/// Extractor that requires a session, for changes of the mail address; a visitor gets the catalogue's own error.
pub(super) struct EmailOwner(SessionContext);

impl FromRequestParts<Arc<Context>> for EmailOwner {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, context: &Arc<Context>) -> Result<Self> {
        match RequireSession::from_request_parts(parts, context).await {
            Ok(RequireSession(session_context)) => Ok(Self(session_context)),
            Err(ApiError::Service(Error::Denied(Denied::SignInRequired))) => {
                Err(Denied::NotLoggedIn.into())
            }
            Err(error) => Err(error),
        }
    }
}

/// Mails a link to the new address and a notice to the old one, which stays in use until the link is used.
#[utoipa::path(post, path = "/update-email", tag = "accounts", request_body = EmailUpdate,
    responses((status = 202)))]
pub(super) async fn update_email(
    State(context): AppState,
    EmailOwner(session_context): EmailOwner,
    Json(update): Json<EmailUpdate>,
) -> Result<StatusCode> {
    let owner = account_id(&update.uid)?;
    run_blocking(&context, move |context| {
        email_change::request_change(context, &session_context, owner, &update.email)
    })
    .await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ActionCode {
    oob_code: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct EmailView {
    email: String,
}

/// Confirms a new address by the code of the mailed link, in a session of its account.
#[utoipa::path(post, path = "/apply-action-code", tag = "accounts", request_body = ActionCode,
    responses((status = 200, body = EmailView)))]
pub(super) async fn apply_action_code(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    ClientIp(from): ClientIp,
    Json(code): Json<ActionCode>,
) -> Result<Json<EmailView>> {
    let apply = move |context: &_| email_change::apply(context, &actor, from, &code.oob_code);
    let account = run_blocking(&context, apply).await?;
    Ok(Json(EmailView { email: account.email.as_str().to_owned() }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EmailChangeUndo {
    token: String,
}

/// Restores the old address by the token of the notice to it, and ends every session.
#[utoipa::path(post, path = "/undo-email-change", tag = "accounts", request_body = EmailChangeUndo,
    responses((status = 204)))]
pub(super) async fn undo_email_change(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Json(undo): Json<EmailChangeUndo>,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| email_change::undo(context, from, &undo.token)).await?;
    Ok(StatusCode::NO_CONTENT)
}
