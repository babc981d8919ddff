//! Signing a tablet in by a phone that is signed in.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::services::accounts::tablet_sign_in::{self, TabletRequest};

use super::client_ip::ClientIp;
use super::cookies;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use super::qr;
use super::sessions::SignedInView;
use super::view::TimeView;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(begin_tablet_sign_in))
        .routes(routes!(show_tablet_choices))
        .routes(routes!(approve_tablet))
        .routes(routes!(claim_tablet_session))
}

/// Request of a tablet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TabletRequestView {
    /// Code of six letters and digits, with which the phone finds the request.
    code: String,
    /// Code of four letters and digits, which both screens must show.
    shown: String,
    /// Link for the phone.
    link: String,
    /// QR code of the link, as a data URL.
    qrcode: String,
    /// Secret with which the tablet fetches its session.
    secret: String,
    expires_at: TimeView,
}

/// Makes a code with which a phone may sign this tablet in, within two minutes and once.
#[utoipa::path(post, path = "/api/tablet-sign-in", tag = "accounts",
    responses((status = 201, body = TabletRequestView)))]
pub(super) async fn begin_tablet_sign_in(
    State(context): AppState,
    ClientIp(from): ClientIp,
) -> Result<(StatusCode, Json<TabletRequestView>)> {
    let begin = move |context: &_| tablet_sign_in::begin(context, from);
    let TabletRequest { code, shown, secret, link, expires_at } =
        run_blocking(&context, begin).await?;
    let view = TabletRequestView {
        code: code.to_string(),
        shown: shown.to_string(),
        qrcode: qr::data_url(&link)?,
        link,
        secret: secret.reveal().to_owned(),
        expires_at: expires_at.into(),
    };
    Ok((StatusCode::CREATED, Json(view)))
}

#[derive(Serialize, ToSchema)]
pub(super) struct TabletChoices {
    /// Three codes, of which the tablet shows one.
    choices: Vec<String>,
}

/// Shows the codes from which the caller chooses the one on the tablet.
#[utoipa::path(get, path = "/api/tablet-sign-in/{code}", tag = "accounts",
    params(("code" = String, Path)), responses((status = 200, body = TabletChoices)))]
pub(super) async fn show_tablet_choices(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(code): Path<String>,
) -> Result<Json<TabletChoices>> {
    let load = move |context: &_| tablet_sign_in::choices(context, &actor, &code);
    let choices = run_blocking(&context, load).await?;
    Ok(Json(TabletChoices { choices: choices.iter().map(ToString::to_string).collect() }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TabletApproval {
    /// Code that the tablet shows.
    choice: String,
}

/// Signs the tablet in as the caller, if the choice is the code on the tablet; any other choice ends the request.
#[utoipa::path(post, path = "/api/tablet-sign-in/{code}/approve", tag = "accounts",
    params(("code" = String, Path)), request_body = TabletApproval, responses((status = 204)))]
pub(super) async fn approve_tablet(
    State(context): AppState,
    RequireSession(phone): RequireSession,
    Path(code): Path<String>,
    Json(TabletApproval { choice }): Json<TabletApproval>,
) -> Result<StatusCode> {
    let approve = move |context: &_| tablet_sign_in::approve(context, &phone, &code, &choice);
    run_blocking(&context, approve).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TabletClaim {
    /// Secret of the tablet.
    secret: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct TabletProgress {
    /// Account that the tablet is signed in as, once; null while it waits.
    signed_in: Option<SignedInView>,
}

/// Signs the tablet in and sets both cookies, once it is approved.
#[utoipa::path(post, path = "/api/tablet-sign-in/{code}/claim", tag = "accounts",
    params(("code" = String, Path)), request_body = TabletClaim,
    responses((status = 200, body = TabletProgress)))]
pub(super) async fn claim_tablet_session(
    State(context): AppState,
    jar: CookieJar,
    Path(code): Path<String>,
    Json(TabletClaim { secret }): Json<TabletClaim>,
) -> Result<(CookieJar, Json<TabletProgress>)> {
    let claim = move |context: &_| tablet_sign_in::claim(context, &code, &secret);
    let Some(signed_in) = run_blocking(&context, claim).await? else {
        return Ok((jar, Json(TabletProgress { signed_in: None })));
    };
    let jar = cookies::add_session(&context, jar, &signed_in.session)?;
    Ok((jar, Json(TabletProgress { signed_in: Some(signed_in.into()) })))
}
