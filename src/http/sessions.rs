//! Sign-in and sign-out, receipts of sign-ins, and the sessions of a member.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::account::Account;
use crate::domain::item::Item;
use crate::domain::session::Session;
use crate::error::Required;
use crate::services::accounts::second_factor::SecondStep;
use crate::services::accounts::sessions;
use crate::services::accounts::sign_in::{self, SignIn, SignedIn};

use super::client_ip::ClientIp;
use super::cookies;
use super::error::Result;
use super::extractors::{AppState, Json, RequireSession, SessionCookie, run_blocking};
use super::passkeys::PasskeyProof;
use super::view::TimeView;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SignInForm {
    email: String,
    password: String,
    /// Code of the authenticator app, or a recovery code; for accounts with two-step verification.
    #[serde(default)]
    code: Option<String>,
    /// Passkey as the second step, in place of a code.
    #[serde(default)]
    passkey: Option<PasskeyProof>,
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
    /// Receipt of the sign-in, accepted by /verify-token only.
    token: String,
}

impl From<SignedIn> for SignedInView {
    fn from(SignedIn { account, receipt, .. }: SignedIn) -> Self {
        Self {
            uid: account.id.to_string(),
            email: account.email.as_str().to_owned(),
            name: account.name.as_str().to_owned(),
            username: account.username.as_str().to_owned(),
            is_admin: account.admin,
            email_verified: account.email_verified,
            token: receipt.reveal().to_owned(),
        }
    }
}

/// Signs in and sets both cookies. With two-step verification and no code, the right password gets the error
/// `second-factor-required`.
#[utoipa::path(post, path = "/signin", tag = "accounts", request_body = SignInForm,
    responses((status = 200, body = SignedInView)))]
pub(super) async fn sign_in(
    State(context): AppState,
    ClientIp(from): ClientIp,
    jar: CookieJar,
    Json(form): Json<SignInForm>,
) -> Result<(CookieJar, Json<SignedInView>)> {
    let SignInForm { email, password, code, passkey } = form;
    let second_step = SecondStep { code, passkey: passkey.map(Into::into) };
    let form = SignIn { email, password, second_step };
    let signed_in =
        run_blocking(&context, move |context| sign_in::sign_in(context, from, form)).await?;
    let jar = cookies::add_session(&context, jar, &signed_in.session)?;
    Ok((jar, Json(signed_in.into())))
}

/// Ends the session.
#[utoipa::path(post, path = "/signout", tag = "accounts", responses((status = 204)))]
pub(super) async fn sign_out(
    State(context): AppState,
    SessionCookie(cookie): SessionCookie,
    jar: CookieJar,
) -> Result<(StatusCode, CookieJar)> {
    if let Some(cookie) = cookie {
        run_blocking(&context, move |context| sessions::sign_out(context, &cookie)).await?;
    }
    Ok((StatusCode::NO_CONTENT, jar.add(cookies::end_session(&context.config()))))
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

/// Shows the account that a sign-in's receipt belongs to.
#[utoipa::path(post, path = "/verify-token", tag = "accounts", request_body = ReceiptQuery,
    responses((status = 200, body = ReceiptView)))]
pub(super) async fn verify_token(
    State(context): AppState,
    Json(query): Json<ReceiptQuery>,
) -> Result<Json<ReceiptView>> {
    let account: Account = run_blocking(&context, move |context| {
        sessions::account_of_receipt(context, &query.id_token)
    })
    .await?;
    Ok(Json(ReceiptView {
        uid: account.id.to_string(),
        email: account.email.as_str().to_owned(),
        is_admin: account.admin,
    }))
}

/// Session of a member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionView {
    /// Id of the session, good only for ending it.
    id: String,
    created_at: TimeView,
    /// Time of last use, to within an hour.
    used_at: TimeView,
    /// Whether it is the session of this request.
    current: bool,
}

/// Lists the caller's sessions, newest first.
#[utoipa::path(get, path = "/api/account/sessions", tag = "accounts",
    responses((status = 200, body = [SessionView])))]
pub(super) async fn list_sessions(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
) -> Result<Json<Vec<SessionView>>> {
    let current = session_context.session;
    let sessions =
        run_blocking(&context, move |context| sessions::list(context, &session_context)).await?;
    let view = |(secret, session): (_, Session)| SessionView {
        id: session.id.to_string(),
        created_at: session.created_at.into(),
        used_at: session.used_at.into(),
        current: secret == current,
    };
    Ok(Json(sessions.into_iter().map(view).collect()))
}

/// Ends one of the caller's own sessions.
#[utoipa::path(delete, path = "/api/account/sessions/{id}", tag = "accounts",
    params(("id" = String, Path)), responses((status = 204)))]
pub(super) async fn end_session(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = id.parse().required(Item::Session)?;
    run_blocking(&context, move |context| sessions::end(context, &session_context, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
