//! Invitations for keepers and admins: made, listed, withdrawn, and printed as cards.

use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::invitation::{InvitationState, InvitedRole, NewInvitation};
use crate::domain::policy;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::{book_id, invitation_id};
use crate::http::qr;
use crate::http::view::{AuthorView, TimeView};
use crate::services::accounts::invitations::{self, InvitationDetails};

/// Invitation, as those who may invite see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct InvitationView {
    id: String,
    /// Words for the list, such as `Class 7b`; may be empty.
    name: String,
    state: InvitationStateView,
    /// Member who invites; null for the operator.
    by: Option<AuthorView>,
    created_at: TimeView,
    /// Moment at which it expires; null for never.
    expires_at: Option<TimeView>,
    /// Id of the book that new members are shown first.
    bid: Option<String>,
    /// Name of that book.
    book: Option<String>,
    /// Role of new members.
    role: InvitedRoleView,
    /// Number of cards, each with a code of its own.
    cards: usize,
    /// Number of accounts that all codes together can create.
    max_uses: u32,
    /// Number of accounts that were created.
    uses: u32,
    /// Code, link and QR code of a usable invitation with a single code; null for several cards.
    code: Option<InvitationCodeView>,
}

/// Code of an invitation.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct InvitationCodeView {
    code: String,
    link: String,
    /// QR code of the link, as a data URL of an SVG.
    qr: String,
}

/// State of an invitation.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum InvitationStateView {
    Usable,
    UsedUp,
    Expired,
    Revoked,
}

impl From<InvitationState> for InvitationStateView {
    fn from(state: InvitationState) -> Self {
        match state {
            InvitationState::Usable => Self::Usable,
            InvitationState::UsedUp => Self::UsedUp,
            InvitationState::Expired => Self::Expired,
            InvitationState::Revoked => Self::Revoked,
        }
    }
}

/// Role of the members who come with an invitation.
#[derive(Clone, Copy, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum InvitedRoleView {
    #[default]
    Member,
    /// Keeper of the book.
    Keeper,
    Moderator,
}

impl From<InvitedRoleView> for InvitedRole {
    fn from(role: InvitedRoleView) -> Self {
        match role {
            InvitedRoleView::Member => Self::Member,
            InvitedRoleView::Keeper => Self::Keeper,
            InvitedRoleView::Moderator => Self::Moderator,
        }
    }
}

impl From<InvitedRole> for InvitedRoleView {
    fn from(role: InvitedRole) -> Self {
        match role {
            InvitedRole::Member => Self::Member,
            InvitedRole::Keeper => Self::Keeper,
            InvitedRole::Moderator => Self::Moderator,
        }
    }
}

impl InvitationView {
    fn of(
        context: &Context,
        InvitationDetails { invitation, state, by, book }: InvitationDetails,
    ) -> crate::error::Result<Self> {
        let code = match invitation.cards.as_slice() {
            [card] if state == InvitationState::Usable => {
                let link = invitations::link(context, card.code);
                let qr = qr::data_url(&link)?;
                Some(InvitationCodeView { code: card.code.to_string(), link, qr })
            }
            _ => None,
        };
        Ok(Self {
            id: invitation.id.to_string(),
            name: invitation.name,
            state: state.into(),
            by: by.map(AuthorView::from),
            created_at: invitation.created_at.into(),
            expires_at: invitation.expires_at.map(TimeView::from),
            bid: book.as_ref().map(|book| book.id.to_string()),
            book: book.map(|book| book.name),
            role: invitation.role.into(),
            cards: invitation.cards.len(),
            max_uses: invitation.cards.iter().map(|card| card.max_uses).sum(),
            uses: invitation.cards.iter().map(|card| card.uses).sum(),
            code,
        })
    }
}

/// Lists the invitations to the books that the caller keeps, newest first; all of them for an admin.
#[utoipa::path(get, path = "/api/admin/invitations", tag = "admin",
    responses((status = 200, body = [InvitationView])))]
pub(in crate::http) async fn list_invitations(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<InvitationView>>> {
    let list = move |context: &Context| {
        let all = invitations::list(context, &actor)?.into_iter();
        all.map(|details| InvitationView::of(context, details)).collect()
    };
    Ok(Json(run_blocking(&context, list).await?))
}

/// Wanted invitation; fields that are left out have the value in their description.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct InvitationRequest {
    /// Words for the list, such as `Class 7b`, at most 80 characters; none.
    #[serde(default)]
    #[schema(max_length = 80)]
    name: String,
    /// Number of accounts that each code can create, 1 to 1,000, with a role only 1; 1.
    #[serde(default = "single")]
    uses: u32,
    /// Number of cards, each with a code of its own, 1 to 200; 1.
    #[serde(default = "single")]
    cards: u32,
    /// Days until it expires, 1 to 365; it does not expire.
    days: Option<u32>,
    /// Id of the book that new members are shown first; none.
    bid: Option<String>,
    /// Role of new members: `member`, `keeper` of the book, or `moderator`; `member`.
    #[serde(default)]
    role: InvitedRoleView,
}

fn single() -> u32 {
    1
}

/// Creates an invitation.
#[utoipa::path(post, path = "/api/admin/invitations", tag = "admin",
    request_body = InvitationRequest, responses((status = 201, body = InvitationView)))]
pub(in crate::http) async fn add_invitation(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(request): Json<InvitationRequest>,
) -> Result<(StatusCode, Json<InvitationView>)> {
    let add = move |context: &Context| {
        policy::kept_books(&actor)?;
        let InvitationRequest { name, uses, cards, days, bid, role } = request;
        let book = bid.as_deref().map(book_id).transpose()?;
        let new = NewInvitation { name, uses, cards, days, book, role: role.into() };
        InvitationView::of(context, invitations::add(context, &actor, new)?)
    };
    Ok((StatusCode::CREATED, Json(run_blocking(&context, add).await?)))
}

/// Withdraws an invitation: none of its codes creates an account any more. Repeating it changes nothing.
#[utoipa::path(post, path = "/api/admin/invitations/{id}/revoke", tag = "admin",
    params(("id" = String, Path)), responses((status = 200, body = InvitationView)))]
pub(in crate::http) async fn revoke_invitation(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<InvitationView>> {
    let revoke = move |context: &Context| {
        policy::kept_books(&actor)?;
        let id = invitation_id(&id)?;
        InvitationView::of(context, invitations::revoke(context, &actor, id)?)
    };
    Ok(Json(run_blocking(&context, revoke).await?))
}

/// Cards of an invitation that were not used yet, as sheets in A4 to print and cut.
#[utoipa::path(get, path = "/api/admin/invitations/{id}/cards.pdf", tag = "admin",
    params(("id" = String, Path)), responses((status = 200, content_type = "application/pdf")))]
pub(in crate::http) async fn download_cards(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<impl IntoResponse> {
    let typeset = move |context: &Context| {
        policy::kept_books(&actor)?;
        invitations::typeset_cards(context, &actor, invitation_id(&id)?)
    };
    let pdf = run_blocking(&context, typeset).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/pdf"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"invitations.pdf\""),
        // The codes are secret.
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, pdf))
}
