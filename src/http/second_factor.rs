//! Two-step verification at sign-in, managed by the member.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::services::accounts::second_factor::{self, SecondStep};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use super::passkeys::PasskeyProof;
use super::qr;
use super::view::TimeView;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(show_second_factor, begin_second_factor))
        .routes(routes!(confirm_second_factor))
        .routes(routes!(renew_recovery_codes))
        .routes(routes!(remove_second_factor))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SecondFactorView {
    /// Time when two-step verification was switched on; null while it is off.
    since: Option<TimeView>,
    /// Whether codes of an authenticator app are accepted; otherwise passkeys are asked for.
    has_app: bool,
    recovery_codes_left: usize,
    /// Time when the limit of wrong codes was last reached; null for never.
    locked_at: Option<TimeView>,
    /// Time of the last report of five wrong codes within a day to the member; null for never.
    reported_at: Option<TimeView>,
}

/// Shows whether two-step verification is on.
#[utoipa::path(get, path = "/api/account/second-factor", tag = "accounts",
    responses((status = 200, body = SecondFactorView)))]
pub(super) async fn show_second_factor(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<SecondFactorView>> {
    let status =
        run_blocking(&context, move |context| second_factor::status(context, &actor)).await?;
    Ok(Json(SecondFactorView {
        since: status.since.map(TimeView::from),
        has_app: status.has_app,
        recovery_codes_left: status.recovery_codes_left,
        locked_at: status.locked_at.map(TimeView::from),
        reported_at: status.reported_at.map(TimeView::from),
    }))
}

#[derive(Serialize, ToSchema)]
pub(super) struct SecondFactorSetup {
    /// Key to type into an authenticator app.
    key: String,
    /// `otpauth` URI, for an app on the same device.
    address: String,
    /// QR code of the URI, as a data URL.
    qrcode: String,
}

/// Makes a key for an authenticator app. Sign-in does not change until it is confirmed. Needs a password that was given in the last
/// five minutes.
#[utoipa::path(post, path = "/api/account/second-factor", tag = "accounts",
    responses((status = 201, body = SecondFactorSetup)))]
pub(super) async fn begin_second_factor(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
) -> Result<(StatusCode, Json<SecondFactorSetup>)> {
    let setup = run_blocking(&context, move |context| {
        second_factor::begin_setup(context, &session_context)
    })
    .await?;
    let qrcode = qr::data_url(&setup.address)?;
    let view = SecondFactorSetup { key: setup.key, address: setup.address, qrcode };
    Ok((StatusCode::CREATED, Json(view)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SecondFactorCode {
    code: String,
}

/// Code of the app, recovery code or passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SecondStepForm {
    #[serde(default)]
    code: Option<String>,
    #[serde(default)]
    passkey: Option<PasskeyProof>,
}

impl From<SecondStepForm> for SecondStep {
    fn from(SecondStepForm { code, passkey }: SecondStepForm) -> Self {
        Self { code, passkey: passkey.map(Into::into) }
    }
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RecoveryCodes {
    /// Recovery codes, shown once; each works once.
    pub(super) recovery_codes: Vec<String>,
}

/// Switches two-step verification on with a first code of the app.
#[utoipa::path(post, path = "/api/account/second-factor/confirm", tag = "accounts",
    request_body = SecondFactorCode, responses((status = 200, body = RecoveryCodes)))]
pub(super) async fn confirm_second_factor(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(form): Json<SecondFactorCode>,
) -> Result<Json<RecoveryCodes>> {
    let recovery_codes = run_blocking(&context, move |context| {
        second_factor::confirm(context, &session_context, &form.code)
    })
    .await?;
    Ok(Json(RecoveryCodes { recovery_codes }))
}

/// Makes new recovery codes and voids all older ones.
#[utoipa::path(post, path = "/api/account/second-factor/renew", tag = "accounts",
    request_body = SecondStepForm, responses((status = 200, body = RecoveryCodes)))]
pub(super) async fn renew_recovery_codes(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(form): Json<SecondStepForm>,
) -> Result<Json<RecoveryCodes>> {
    let renew = move |context: &_| {
        second_factor::renew_recovery_codes(context, &session_context, form.into())
    };
    Ok(Json(RecoveryCodes { recovery_codes: run_blocking(&context, renew).await? }))
}

/// Switches two-step verification off.
#[utoipa::path(post, path = "/api/account/second-factor/remove", tag = "accounts",
    request_body = SecondStepForm, responses((status = 204)))]
pub(super) async fn remove_second_factor(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(form): Json<SecondStepForm>,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| {
        second_factor::remove(context, &session_context, form.into())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
