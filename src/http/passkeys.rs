//! Passkeys: signing in, confirming who is at the browser, and the member's own list.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::id::PasskeyId;
use crate::domain::item::Item;
use crate::domain::passkey::Passkey;
use crate::error::Required;
use crate::services::accounts::passkeys::{self, CeremonyChallenge, PasskeyResponse};
use crate::services::accounts::{second_factor, sign_in};

use super::client_ip::ClientIp;
use super::cookies;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use super::second_factor::RecoveryCodes;
use super::sessions::SignedInView;
use super::view::TimeView;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(begin_passkey_proof))
        .routes(routes!(sign_in_with_passkey))
        .routes(routes!(reauthenticate_with_passkey))
        .routes(routes!(list_passkeys, begin_passkey_registration))
        .routes(routes!(register_passkey))
        .routes(routes!(rename_passkey, remove_passkey))
        .routes(routes!(confirm_passkeys_as_second_factor))
}

/// Ceremony that was just begun; valid for five minutes.
#[derive(Serialize, ToSchema)]
pub(super) struct PasskeyCeremony {
    /// Name of the ceremony, to be sent back with the credential.
    ceremony: String,
    /// JSON options of the browser's WebAuthn call, with bytes in base64url.
    #[schema(value_type = Object)]
    options: Value,
}

impl From<CeremonyChallenge> for PasskeyCeremony {
    fn from(CeremonyChallenge { ceremony, options }: CeremonyChallenge) -> Self {
        Self { ceremony: ceremony.reveal().to_owned(), options }
    }
}

/// Response of the browser's WebAuthn call.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasskeyProof {
    ceremony: String,
    /// The credential as JSON, with bytes in base64url.
    #[schema(value_type = Object)]
    credential: Map<String, Value>,
}

impl From<PasskeyProof> for PasskeyResponse {
    fn from(PasskeyProof { ceremony, credential }: PasskeyProof) -> Self {
        Self { ceremony, credential: credential.into() }
    }
}

/// Begins to prove a passkey: to sign in, as a second step, or to confirm who is at the browser.
#[utoipa::path(post, path = "/api/passkeys", tag = "accounts",
    responses((status = 201, body = PasskeyCeremony)))]
pub(super) async fn begin_passkey_proof(
    State(context): AppState,
    ClientIp(from): ClientIp,
) -> Result<(StatusCode, Json<PasskeyCeremony>)> {
    let begun =
        run_blocking(&context, move |context| passkeys::begin_authentication(context, from))
            .await?;
    Ok((StatusCode::CREATED, Json(begun.into())))
}

/// Signs in with a passkey and sets both cookies. No password or second step is asked for.
#[utoipa::path(post, path = "/signin/passkey", tag = "accounts", request_body = PasskeyProof,
    responses((status = 200, body = SignedInView)))]
pub(super) async fn sign_in_with_passkey(
    State(context): AppState,
    ClientIp(from): ClientIp,
    jar: CookieJar,
    Json(proof): Json<PasskeyProof>,
) -> Result<(CookieJar, Json<SignedInView>)> {
    let sign_in = move |context: &_| sign_in::sign_in_with_passkey(context, from, proof.into());
    let signed_in = run_blocking(&context, sign_in).await?;
    let jar = cookies::add_session(&context, jar, &signed_in.session)?;
    Ok((jar, Json(signed_in.into())))
}

/// Reauthenticates with a passkey, before a change that needs it.
#[utoipa::path(post, path = "/reauthenticate/passkey", tag = "accounts",
    request_body = PasskeyProof, responses((status = 204)))]
pub(super) async fn reauthenticate_with_passkey(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(proof): Json<PasskeyProof>,
) -> Result<StatusCode> {
    let reauthenticate =
        move |context: &_| passkeys::reauthenticate(context, &session_context, proof.into());
    run_blocking(&context, reauthenticate).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PasskeyView {
    id: String,
    name: String,
    created_at: TimeView,
    /// Time of last use; null for never.
    used_at: Option<TimeView>,
}

impl From<Passkey> for PasskeyView {
    fn from(passkey: Passkey) -> Self {
        Self {
            id: passkey.id.to_string(),
            name: passkey.name.as_str().to_owned(),
            created_at: passkey.created_at.into(),
            used_at: passkey.used_at.map(TimeView::from),
        }
    }
}

/// Lists the caller's passkeys, oldest first.
#[utoipa::path(get, path = "/api/account/passkeys", tag = "accounts",
    responses((status = 200, body = [PasskeyView])))]
pub(super) async fn list_passkeys(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<PasskeyView>>> {
    let passkeys = run_blocking(&context, move |context| passkeys::list(context, &actor)).await?;
    Ok(Json(passkeys.into_iter().map(PasskeyView::from).collect()))
}

/// Begins to register a passkey. Needs a password or passkey that was given in the last five minutes.
#[utoipa::path(post, path = "/api/account/passkeys", tag = "accounts",
    responses((status = 201, body = PasskeyCeremony)))]
pub(super) async fn begin_passkey_registration(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
) -> Result<(StatusCode, Json<PasskeyCeremony>)> {
    let begin = move |context: &_| passkeys::begin_registration(context, &session_context);
    Ok((StatusCode::CREATED, Json(run_blocking(&context, begin).await?.into())))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewPasskey {
    ceremony: String,
    /// The credential as JSON, with bytes in base64url.
    #[schema(value_type = Object)]
    credential: Map<String, Value>,
    /// Name by which the member tells passkeys apart.
    name: String,
}

/// Registers the passkey that the browser has made.
#[utoipa::path(post, path = "/api/account/passkeys/confirm", tag = "accounts",
    request_body = NewPasskey, responses((status = 201, body = PasskeyView)))]
pub(super) async fn register_passkey(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(NewPasskey { ceremony, credential, name }): Json<NewPasskey>,
) -> Result<(StatusCode, Json<PasskeyView>)> {
    let response = PasskeyResponse { ceremony, credential: credential.into() };
    let register =
        move |context: &_| passkeys::register(context, &session_context, &name, response);
    Ok((StatusCode::CREATED, Json(run_blocking(&context, register).await?.into())))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PasskeyChange {
    name: String,
}

/// Renames one of the caller's passkeys.
#[utoipa::path(post, path = "/api/account/passkeys/{id}", tag = "accounts",
    params(("id" = String, Path)), request_body = PasskeyChange,
    responses((status = 200, body = PasskeyView)))]
pub(super) async fn rename_passkey(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(id): Path<String>,
    Json(PasskeyChange { name }): Json<PasskeyChange>,
) -> Result<Json<PasskeyView>> {
    let id: PasskeyId = id.parse().required(Item::Passkey)?;
    let rename = move |context: &_| passkeys::rename(context, &session_context, id, &name);
    Ok(Json(run_blocking(&context, rename).await?.into()))
}

/// Removes one of the caller's passkeys. Needs a password or passkey that was given in the last five minutes.
#[utoipa::path(delete, path = "/api/account/passkeys/{id}", tag = "accounts",
    params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn remove_passkey(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id: PasskeyId = id.parse().required(Item::Passkey)?;
    let remove = move |context: &_| passkeys::remove(context, &session_context, id);
    run_blocking(&context, remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Switches two-step verification on with the caller's passkeys, without an authenticator app.
#[utoipa::path(post, path = "/api/account/second-factor/passkeys", tag = "accounts",
    responses((status = 200, body = RecoveryCodes)))]
pub(super) async fn confirm_passkeys_as_second_factor(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
) -> Result<Json<RecoveryCodes>> {
    let confirm =
        move |context: &_| second_factor::confirm_with_passkeys(context, &session_context);
    Ok(Json(RecoveryCodes { recovery_codes: run_blocking(&context, confirm).await? }))
}
