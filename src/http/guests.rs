//! Guests of books: joining by a book's link, coming back by a private one, and becoming a member.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum_extra::extract::CookieJar;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::book::Book;
use crate::services::accounts::SignUp;
use crate::services::accounts::guests::{self, NewMember, SignedInGuest};

use super::client_ip::ClientIp;
use super::cookies;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use super::sessions::SignedInView;
use super::view::ScheduleView;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(show_guest_link, join_as_guest))
        .routes(routes!(come_back_as_guest))
        .routes(routes!(renew_private_link))
        .routes(routes!(become_member))
        .routes(routes!(leave_as_guest))
}

/// Book of a guest link.
#[derive(Serialize, ToSchema)]
pub(super) struct GuestLinkView {
    bid: String,
    /// Name of the book.
    book: String,
    description: String,
    schedule: ScheduleView,
}

/// Shows the book of a guest link to somebody who has opened it.
#[utoipa::path(get, path = "/api/guest-links/{code}", tag = "accounts",
    params(("code" = String, Path)), responses((status = 200, body = GuestLinkView)))]
pub(super) async fn show_guest_link(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Path(code): Path<String>,
) -> Result<Json<GuestLinkView>> {
    let look_up = move |context: &Context| guests::look_up(context, from, &code);
    let Book { id, name, description, schedule, .. } = run_blocking(&context, look_up).await?;
    let schedule = ScheduleView::of(&context.config(), schedule);
    Ok(Json(GuestLinkView { bid: id.to_string(), book: name, description, schedule }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewGuest {
    /// Name under which the answers are printed.
    #[schema(max_length = 100)]
    name: String,
}

/// Guest who is signed in.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct GuestView {
    /// Id of the guest's book.
    bid: String,
    /// Private link with which the guest comes back, shown once; null for a guest who came with it.
    private_link: Option<String>,
    /// Guests have neither an address nor a username: ignore those of their account.
    account: SignedInView,
}

impl From<SignedInGuest> for GuestView {
    fn from(SignedInGuest { signed_in, book, private_link }: SignedInGuest) -> Self {
        Self { bid: book.to_string(), private_link, account: signed_in.into() }
    }
}

/// Makes a guest of the link's book. Sets both cookies, as a sign-in does.
#[utoipa::path(post, path = "/api/guest-links/{code}", tag = "accounts",
    params(("code" = String, Path)), request_body = NewGuest,
    responses((status = 201, body = GuestView)))]
pub(super) async fn join_as_guest(
    State(context): AppState,
    ClientIp(from): ClientIp,
    jar: CookieJar,
    Path(code): Path<String>,
    Json(NewGuest { name }): Json<NewGuest>,
) -> Result<(StatusCode, CookieJar, Json<GuestView>)> {
    let join = move |context: &Context| guests::join(context, from, &code, &name);
    let guest = run_blocking(&context, join).await?;
    let jar = cookies::add_session(&context, jar, &guest.signed_in.session)?;
    Ok((StatusCode::CREATED, jar, Json(guest.into())))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PrivateLinkSecret {
    /// Last part of the private link.
    secret: String,
}

/// Signs a guest in by their private link. Sets both cookies, as a sign-in does.
#[utoipa::path(post, path = "/api/guests/back", tag = "accounts", request_body = PrivateLinkSecret,
    responses((status = 200, body = GuestView)))]
pub(super) async fn come_back_as_guest(
    State(context): AppState,
    ClientIp(from): ClientIp,
    jar: CookieJar,
    Json(PrivateLinkSecret { secret }): Json<PrivateLinkSecret>,
) -> Result<(CookieJar, Json<GuestView>)> {
    let sign_in_by_link = move |context: &Context| guests::sign_in_by_link(context, from, &secret);
    let guest = run_blocking(&context, sign_in_by_link).await?;
    let jar = cookies::add_session(&context, jar, &guest.signed_in.session)?;
    Ok((jar, Json(guest.into())))
}

/// Private link of a guest.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct PrivateLinkView {
    private_link: String,
}

/// Makes another private link for the calling guest. The earlier one stops working, and sessions on other devices end.
#[utoipa::path(post, path = "/api/guests/private-link", tag = "accounts",
    responses((status = 201, body = PrivateLinkView)))]
pub(super) async fn renew_private_link(
    State(context): AppState,
    RequireSession(session): RequireSession,
) -> Result<(StatusCode, Json<PrivateLinkView>)> {
    let renew = move |context: &Context| guests::renew_private_link(context, &session);
    let private_link = run_blocking(&context, renew).await?;
    Ok((StatusCode::CREATED, Json(PrivateLinkView { private_link })))
}

/// Account that a guest creates.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GuestSignUp {
    email: String,
    password: String,
    #[schema(max_length = 32)]
    username: String,
    #[schema(max_length = 100)]
    name: String,
    /// Code of an invitation, where new members need one.
    invitation: Option<String>,
    /// Words of the new member about themselves, where an admin accepts new members without an invitation.
    #[serde(default)]
    #[schema(max_length = 500)]
    application: String,
}

/// Guest who is a member now.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewMemberView {
    uid: String,
    email_verified: bool,
    /// Whether the member can only read until an admin accepts them.
    awaits_acceptance: bool,
}

/// Turns the calling guest into a member, if the settings let them sign up. Their answers stay theirs.
#[utoipa::path(post, path = "/api/guests/account", tag = "accounts", request_body = GuestSignUp,
    responses((status = 200, body = NewMemberView)))]
pub(super) async fn become_member(
    State(context): AppState,
    ClientIp(from): ClientIp,
    RequireSession(session): RequireSession,
    Json(new): Json<GuestSignUp>,
) -> Result<Json<NewMemberView>> {
    let GuestSignUp { email, password, username, name, invitation, application } = new;
    let sign_up =
        SignUp { email, password, username, name, invitation, application, ..SignUp::default() };
    let become_member =
        move |context: &Context| guests::become_member(context, &session, from, &sign_up);
    let NewMember { account, is_applicant } = run_blocking(&context, become_member).await?;
    Ok(Json(NewMemberView {
        uid: account.id.to_string(),
        email_verified: account.email_verified,
        awaits_acceptance: is_applicant,
    }))
}

/// Removes the calling guest with all answers that are in no published edition.
#[utoipa::path(post, path = "/api/guests/leave", tag = "accounts", responses((status = 204)))]
pub(super) async fn leave_as_guest(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| guests::delete_own_account(context, &actor)).await?;
    Ok(StatusCode::NO_CONTENT)
}
