//! Signing up, in and out; profile and verification.

use axum::extract::State;
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::account::Account;
use crate::domain::id::AccountId;
use crate::domain::policy;
use crate::domain::secret::Secret;
use crate::error::Error;
use crate::services::accounts::SignUp;
use crate::services::profiles::ProfileForm;
use crate::services::{accounts, profiles, sessions, verification};

use super::cookies;
use super::error::{ErrorBody, Result};
use super::extract::{AppState, Caller, Json, SessionCookie, blocking};
use super::view::ProfileView;

/// The sign-up form; `profileData` and `extra` are two names of one thing.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewAccount {
    email: String,
    password: String,
    #[serde(alias = "profileData")]
    extra: NewAccountExtra,
    /// The token of the link that makes the first admin.
    setup: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct NewAccountExtra {
    username: String,
    name: String,
    #[serde(default)]
    referred_by: String,
    /// What the member wrote when `referredBy` is Other.
    #[serde(default)]
    other: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Registered {
    uid: String,
    /// Good for an hour, for the profile form that follows and the verification mail.
    token: String,
    message: String,
}

/// Signs up.
#[utoipa::path(post, path = "/register", tag = "accounts", request_body = NewAccount, responses(
    (status = 201, body = Registered), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn register_account(
    State(app): AppState,
    Json(new): Json<NewAccount>,
) -> Result<(StatusCode, Json<Registered>)> {
    let extra = new.extra;
    let referred_by = if extra.other.is_empty() { extra.referred_by } else { extra.other };
    let sign_up = SignUp {
        email: new.email,
        password: new.password,
        username: extra.username,
        name: extra.name,
        referred_by,
        setup: new.setup,
    };
    let (account, token) = blocking(&app, move |app| accounts::register(app, &sign_up)).await?;
    let registered = Registered {
        uid: account.id.to_string(),
        token: token.reveal().to_owned(),
        message: "Your account has been made.".into(),
    };
    Ok((StatusCode::CREATED, Json(registered)))
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

/// Whether a username is free.
#[utoipa::path(post, path = "/check-username", tag = "accounts", request_body = UsernameQuery, responses(
    (status = 200, body = Availability), (status = 422, body = ErrorBody)))]
pub(super) async fn check_username(
    State(app): AppState,
    Json(query): Json<UsernameQuery>,
) -> Result<Json<Availability>> {
    let available =
        blocking(&app, move |app| accounts::is_username_available(app, &query.username)).await?;
    Ok(Json(Availability { available }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Credentials {
    email: String,
    password: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SignedInView {
    uid: String,
    email: String,
    name: String,
    username: String,
    is_admin: bool,
    email_verified: bool,
    /// A receipt that opens nothing but /verify-token.
    token: String,
}

/// Signs in and sets both cookies.
#[utoipa::path(post, path = "/signin", tag = "accounts", request_body = Credentials, responses(
    (status = 200, body = SignedInView), (status = 401, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn sign_in(
    State(app): AppState,
    jar: CookieJar,
    Json(credentials): Json<Credentials>,
) -> Result<(CookieJar, Json<SignedInView>)> {
    let Credentials { email, password } = credentials;
    let signed_in = blocking(&app, move |app| sessions::sign_in(app, &email, &password)).await?;
    let jar = jar
        .add(cookies::session(&app.config, &signed_in.session))
        .add(cookies::xsrf(&app.config, &app.secret()?));
    let account = signed_in.account;
    let view = SignedInView {
        uid: account.id.to_string(),
        email: account.email.as_str().to_owned(),
        name: account.name.as_str().to_owned(),
        username: account.username.as_str().to_owned(),
        is_admin: account.admin,
        email_verified: account.email_verified,
        token: signed_in.receipt.reveal().to_owned(),
    };
    Ok((jar, Json(view)))
}

/// Ends the session.
#[utoipa::path(post, path = "/signout", tag = "accounts", responses((status = 204)))]
pub(super) async fn sign_out(
    State(app): AppState,
    SessionCookie(cookie): SessionCookie,
    jar: CookieJar,
) -> Result<(StatusCode, CookieJar)> {
    if let Some(cookie) = cookie {
        blocking(&app, move |app| sessions::sign_out(app, &cookie)).await?;
    }
    Ok((StatusCode::NO_CONTENT, jar.add(cookies::end_session())))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ReceiptQuery {
    id_token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReceiptView {
    uid: String,
    email: String,
    is_admin: bool,
}

/// Who a sign-in's receipt belongs to.
#[utoipa::path(post, path = "/verify-token", tag = "accounts", request_body = ReceiptQuery, responses(
    (status = 200, body = ReceiptView), (status = 401, body = ErrorBody)))]
pub(super) async fn verify_token(
    State(app): AppState,
    Json(query): Json<ReceiptQuery>,
) -> Result<Json<ReceiptView>> {
    let account: Account =
        blocking(&app, move |app| sessions::of_receipt(app, &query.id_token)).await?;
    Ok(Json(ReceiptView {
        uid: account.id.to_string(),
        email: account.email.as_str().to_owned(),
        is_admin: account.admin,
    }))
}

/// `name` and `email` are those of the form; the mail goes to the account's own.
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
#[utoipa::path(post, path = "/send-verify", tag = "accounts", request_body = VerificationRequest, responses(
    (status = 202), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(super) async fn send_verification(
    State(app): AppState,
    Caller(actor): Caller,
    Json(request): Json<VerificationRequest>,
) -> Result<StatusCode> {
    let owner = account_id(&request.uid)?;
    let ticket = Secret::claimed(&request.token);
    blocking(&app, move |app| verification::send(app, &actor, Some(&ticket), owner)).await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct VerificationToken {
    token: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Verified {
    email_verified: bool,
}

/// Takes the token of a mailed link.
#[utoipa::path(post, path = "/verify", tag = "accounts", request_body = VerificationToken, responses(
    (status = 200, body = Verified), (status = 422, body = ErrorBody)))]
pub(super) async fn verify_email(
    State(app): AppState,
    Json(query): Json<VerificationToken>,
) -> Result<Json<Verified>> {
    blocking(&app, move |app| verification::verify(app, &query.token)).await?;
    Ok(Json(Verified { email_verified: true }))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ProfileUpdate {
    uid: String,
    name: Option<String>,
    #[serde(default)]
    handedness: String,
    #[serde(default)]
    preferred_tablets: String,
    #[serde(default)]
    spoken_languages: String,
    /// The ticket of a fresh sign-up, when nobody is signed in.
    #[serde(default)]
    token: String,
}

/// Saves the profile.
#[utoipa::path(post, path = "/update-profile", tag = "accounts", request_body = ProfileUpdate, responses(
    (status = 200, body = ProfileView), (status = 401, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn update_profile(
    State(app): AppState,
    Caller(actor): Caller,
    Json(update): Json<ProfileUpdate>,
) -> Result<Json<ProfileView>> {
    let owner = account_id(&update.uid)?;
    let ticket = Secret::claimed(&update.token);
    let form = ProfileForm {
        name: update.name,
        handedness: update.handedness,
        tablets: update.preferred_tablets,
        languages: update.spoken_languages,
    };
    let account =
        blocking(&app, move |app| profiles::update(app, &actor, Some(&ticket), owner, &form))
            .await?;
    Ok(Json(account.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AccountQuery {
    uid: String,
}

/// A profile, for its owner or an admin.
#[utoipa::path(post, path = "/query-profile", tag = "accounts", request_body = AccountQuery, responses(
    (status = 200, body = ProfileView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(super) async fn query_profile(
    State(app): AppState,
    Caller(actor): Caller,
    Json(query): Json<AccountQuery>,
) -> Result<Json<ProfileView>> {
    let owner = account_id(&query.uid)?;
    let account = blocking(&app, move |app| profiles::profile_of(app, &actor, owner)).await?;
    Ok(Json(account.into()))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AdminCheck {
    is_admin: bool,
}

/// Whether the caller is an admin.
#[utoipa::path(post, path = "/check-admin", tag = "accounts", request_body = AccountQuery, responses(
    (status = 200, body = AdminCheck), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(super) async fn check_admin(
    Caller(actor): Caller,
    Json(query): Json<AccountQuery>,
) -> Result<Json<AdminCheck>> {
    policy::acts_as(&actor, account_id(&query.uid)?)?;
    Ok(Json(AdminCheck { is_admin: policy::may_administrate(&actor).is_ok() }))
}

/// An account named in a request; one that cannot exist is not found.
pub(super) fn account_id(text: &str) -> Result<AccountId, Error> {
    text.parse().map_err(|_| Error::NotFound("This member"))
}
