//! Sign-up and verification of the mail address.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::secret::Secret;
use crate::services::accounts::verification::{self, PendingAccount};
use crate::services::accounts::{self, Registered, SignUp};

use super::client_ip::ClientIp;
use super::cookies;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, SessionCookie, run_blocking};
use super::ids::account_id;
use super::view::TimeView;

/// Request body of a sign-up; `profileData` is an alias of `extra`.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewAccount {
    email: String,
    password: String,
    #[serde(alias = "profileData")]
    extra: NewAccountExtra,
    /// Token of the link that makes the first admin.
    setup: Option<String>,
    /// Code of an invitation, with or without hyphens.
    invitation: Option<String>,
    /// Words of the new member about themselves, where an admin accepts new members without an invitation.
    #[serde(default)]
    #[schema(max_length = 500)]
    application: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewAccountExtra {
    #[schema(max_length = 32)]
    username: String,
    #[schema(max_length = 100)]
    name: String,
    #[serde(default)]
    referred_by: String,
    /// Free text of the member, for when `referredBy` is Other; replaces it unless empty.
    #[serde(default)]
    #[schema(max_length = 200)]
    other: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RegisteredView {
    uid: String,
    /// Token for the profile form that follows and the verification mail; valid for an hour.
    token: String,
    message: String,
    /// Whether the member is signed in, because the account needs no verification.
    signed_in: bool,
    is_admin: bool,
    /// Id of the book that the invitation leads to.
    bid: Option<String>,
    /// Whether the member can only read until an admin accepts them.
    awaits_acceptance: bool,
}

/// Signs up a new member. Sets both cookies, as a sign-in does, if the account needs no verification.
#[utoipa::path(post, path = "/register", tag = "accounts", request_body = NewAccount,
    responses((status = 201, body = RegisteredView)))]
pub(super) async fn register_account(
    State(context): AppState,
    ClientIp(from): ClientIp,
    jar: CookieJar,
    Json(new): Json<NewAccount>,
) -> Result<(StatusCode, CookieJar, Json<RegisteredView>)> {
    let extra = new.extra;
    let referred_by = if extra.other.is_empty() { extra.referred_by } else { extra.other };
    let sign_up = SignUp {
        email: new.email,
        password: new.password,
        username: extra.username,
        name: extra.name,
        referred_by,
        setup: new.setup,
        invitation: new.invitation,
        application: new.application,
    };
    let Registered { account, onboarding, session, book, is_applicant } =
        run_blocking(&context, move |context| accounts::register(context, from, &sign_up)).await?;
    let view = RegisteredView {
        uid: account.id.to_string(),
        token: onboarding.reveal().to_owned(),
        message: "Your account has been made.".into(),
        signed_in: session.is_some(),
        is_admin: account.admin,
        bid: book.map(|book| book.to_string()),
        awaits_acceptance: is_applicant,
    };
    let jar = match session {
        Some(session) => cookies::add_session(&context, jar, &session)?,
        None => jar,
    };
    Ok((StatusCode::CREATED, jar, Json(view)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct UsernameQuery {
    username: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Availability {
    available: bool,
}

/// Whether a username is available.
#[utoipa::path(post, path = "/check-username", tag = "accounts", request_body = UsernameQuery,
    responses((status = 200, body = Availability)))]
pub(super) async fn check_username(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Json(query): Json<UsernameQuery>,
) -> Result<Json<Availability>> {
    let look_up =
        move |context: &_| accounts::is_username_available(context, from, &query.username);
    let available = run_blocking(&context, look_up).await?;
    Ok(Json(Availability { available }))
}

/// Request body for a verification mail. `name` and `email` are ignored: the mail goes to the account's own address.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VerificationRequest {
    #[serde(default)]
    #[expect(dead_code, reason = "part of the documented shape; the account's own name is used")]
    name: String,
    #[serde(default)]
    #[expect(
        dead_code,
        reason = "part of the documented shape; the account's own address is used"
    )]
    email: String,
    uid: String,
    #[serde(default)]
    token: String,
}

/// Mails the verification link.
#[utoipa::path(post, path = "/send-verify", tag = "accounts", request_body = VerificationRequest,
    responses((status = 202)))]
pub(super) async fn send_verification(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(request): Json<VerificationRequest>,
) -> Result<StatusCode> {
    let owner = account_id(&request.uid)?;
    let ticket = Secret::from_untrusted(&request.token);
    run_blocking(&context, move |context| {
        verification::send(context, &actor, Some(&ticket), owner)
    })
    .await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VerificationToken {
    token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct VerifiedView {
    email_verified: bool,
    /// Whether this browser is signed in to the account.
    signed_in: bool,
}

/// Account to be confirmed by the recipient of a mailed link.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PendingSignUp {
    username: String,
    email: String,
    created_at: TimeView,
    /// Whether this browser is signed in to the account.
    signed_in: bool,
    /// Whether verifying switches two-step verification off, because this browser is not signed in to the account.
    ends_second_factor: bool,
}

/// Shows the account that signed up with the address a link was mailed to. Changes nothing; the link stays valid.
#[utoipa::path(post, path = "/pending-sign-up", tag = "accounts", request_body = VerificationToken,
    responses((status = 200, body = PendingSignUp)))]
pub(super) async fn show_pending_sign_up(
    State(context): AppState,
    ClientIp(from): ClientIp,
    SessionCookie(cookie): SessionCookie,
    Json(query): Json<VerificationToken>,
) -> Result<Json<PendingSignUp>> {
    let load =
        move |context: &_| verification::pending(context, from, &query.token, cookie.as_ref());
    let PendingAccount { account, is_own, loses_second_factor } =
        run_blocking(&context, load).await?;
    Ok(Json(PendingSignUp {
        signed_in: is_own,
        ends_second_factor: loses_second_factor,
        username: account.username.as_str().to_owned(),
        email: account.email.as_str().to_owned(),
        created_at: account.created_at.into(),
    }))
}

/// Deletes the account that another person made with the address a link was mailed to.
#[utoipa::path(post, path = "/reject-sign-up", tag = "accounts", request_body = VerificationToken,
    responses((status = 204)))]
pub(super) async fn reject_sign_up(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Json(query): Json<VerificationToken>,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| verification::reject(context, from, &query.token))
        .await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Verifies a mail address by the token of a mailed link. Ends the account's other sessions and, unless this browser is signed in to
/// it, its two-step verification.
#[utoipa::path(post, path = "/verify", tag = "accounts", request_body = VerificationToken,
    responses((status = 200, body = VerifiedView)))]
pub(super) async fn verify_email(
    State(context): AppState,
    ClientIp(from): ClientIp,
    SessionCookie(cookie): SessionCookie,
    Json(query): Json<VerificationToken>,
) -> Result<Json<VerifiedView>> {
    let verify =
        move |context: &_| verification::verify(context, from, &query.token, cookie.as_ref());
    let signed_in = run_blocking(&context, verify).await?;
    Ok(Json(VerifiedView { email_verified: true, signed_in }))
}
