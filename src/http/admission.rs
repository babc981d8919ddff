//! Admission of new members: the invitation that somebody holds, and a new member's own application.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::application::Application;
use crate::services::accounts::invitations::InvitationDetails;
use crate::services::accounts::{applications, invitations};

use super::admin::invitations::InvitedRoleView;
use super::client_ip::ClientIp;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::view::TimeView;

/// Invitation, as whoever holds its code sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HeldInvitation {
    /// Name of the member who invites; null for the operator.
    invited_by: Option<String>,
    /// Name of the book that the new member is invited to.
    book: Option<String>,
    /// Role of the new member.
    role: InvitedRoleView,
    expires_at: Option<TimeView>,
}

impl From<InvitationDetails> for HeldInvitation {
    fn from(InvitationDetails { invitation, by, book, .. }: InvitationDetails) -> Self {
        Self {
            invited_by: by.map(|author| author.name),
            book: book.map(|book| book.name),
            role: invitation.role.into(),
            expires_at: invitation.expires_at.map(TimeView::from),
        }
    }
}

/// Invitation of a code that can be used, for the sign-up page.
#[utoipa::path(get, path = "/api/invitations/{code}", tag = "accounts",
    params(("code" = String, Path)), responses((status = 200, body = HeldInvitation)))]
pub(super) async fn show_invitation(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Path(code): Path<String>,
) -> Result<Json<HeldInvitation>> {
    let look_up = move |context: &_| invitations::look_up(context, from, &code);
    Ok(Json(run_blocking(&context, look_up).await?.into()))
}

/// State of a member's own application.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum OwnApplicationState {
    /// No application, or one whose outcome was seen.
    None,
    Waiting,
    Accepted,
    Declined,
}

/// Own application of a member.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OwnApplication {
    state: OwnApplicationState,
}

impl From<Option<Application>> for OwnApplication {
    fn from(application: Option<Application>) -> Self {
        let state = match application {
            None => OwnApplicationState::None,
            Some(application) if application.is_waiting() => OwnApplicationState::Waiting,
            Some(application) if application.is_accepted() => OwnApplicationState::Accepted,
            Some(_) => OwnApplicationState::Declined,
        };
        Self { state }
    }
}

/// State of the member's own application to the community.
#[utoipa::path(get, path = "/api/account/application", tag = "accounts",
    responses((status = 200, body = OwnApplication)))]
pub(super) async fn show_own_application(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<OwnApplication>> {
    let own = run_blocking(&context, move |context| applications::get_own(context, &actor)).await?;
    Ok(Json(own.into()))
}

/// Dismisses the notice that the member's application was accepted.
#[utoipa::path(post, path = "/api/account/application/seen", tag = "accounts",
    responses((status = 204)))]
pub(super) async fn dismiss_application(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| applications::dismiss_own(context, &actor)).await?;
    Ok(StatusCode::NO_CONTENT)
}
