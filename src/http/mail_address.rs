//! Addresses for posting by mail.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::services::threads::mail_address::{self, Names, SecretName};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::account_id;
use super::view::TimeView;

/// Local parts of a member's addresses for posting by mail. A dot, the topic's code, an @ and the host follow.
#[derive(Serialize, ToSchema)]
pub(super) struct MailAddressView {
    /// Local part for mails from the member's own, verified address; null if no mail server proves senders.
    open: Option<String>,
    /// Local part for mails from anyone who knows it; null until one is made.
    secret: Option<SecretNameView>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct SecretNameView {
    name: String,
    since: TimeView,
}

impl From<Names> for MailAddressView {
    fn from(names: Names) -> Self {
        let view =
            |secret: SecretName| SecretNameView { name: secret.name, since: secret.made_at.into() };
        Self { open: names.open, secret: names.secret.map(view) }
    }
}

/// Shows a member's own addresses for posting by mail.
#[utoipa::path(get, path = "/api/mail-address/{uid}", tag = "threads",
    params(("uid" = String, Path)), responses((status = 200, body = MailAddressView)))]
pub(super) async fn show_mail_address(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
) -> Result<Json<MailAddressView>> {
    let names = run_blocking(&context, move |context| {
        mail_address::names(context, &actor, account_id(&uid)?)
    })
    .await?;
    Ok(Json(names.into()))
}

/// Makes a new secret address and voids the one before.
#[utoipa::path(post, path = "/api/mail-address/{uid}", tag = "threads",
    params(("uid" = String, Path)), responses((status = 201, body = MailAddressView)))]
pub(super) async fn renew_mail_address(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
) -> Result<(StatusCode, Json<MailAddressView>)> {
    let names = run_blocking(&context, move |context| {
        mail_address::renew(context, &actor, account_id(&uid)?)
    })
    .await?;
    Ok((StatusCode::CREATED, Json(names.into())))
}

/// Removes the secret address.
#[utoipa::path(post, path = "/api/mail-address/{uid}/remove", tag = "threads",
    params(("uid" = String, Path)), responses((status = 204)))]
pub(super) async fn remove_mail_address(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| mail_address::remove(context, &actor, account_id(&uid)?))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}
