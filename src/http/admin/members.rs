//! Members for admins.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::policy;
use crate::domain::role_grants::RoleGrant;
use crate::domain::suspension::Suspension;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use crate::http::ids::account_id;
use crate::http::qr;
use crate::http::view::TimeView;
use crate::services::accounts::members::{self, Member};
use crate::services::accounts::{recovery, role_grants, sessions};

/// Member in a list.
#[expect(clippy::struct_excessive_bools, reason = "fields of JSON")]
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct MemberView {
    uid: String,
    email: String,
    username: String,
    name: String,
    is_admin: bool,
    is_moderator: bool,
    email_verified: bool,
    disabled: bool,
    created_at: TimeView,
    /// Number of current memos in all books.
    memos: u32,
    /// Suspension of the member; null if they may post.
    suspension: Option<SuspensionView>,
}

/// Suspension of a member from posting.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct SuspensionView {
    until: TimeView,
    /// Reason for the member; may be empty.
    why: String,
}

impl From<Suspension> for SuspensionView {
    fn from(Suspension { until, why }: Suspension) -> Self {
        Self { until: until.into(), why }
    }
}

impl From<Member> for MemberView {
    fn from(Member { account, memos, suspension, is_moderator }: Member) -> Self {
        Self {
            uid: account.id.to_string(),
            email: account.email.as_str().to_owned(),
            username: account.username.as_str().to_owned(),
            name: account.name.as_str().to_owned(),
            is_admin: account.admin,
            is_moderator,
            email_verified: account.email_verified,
            disabled: account.disabled,
            created_at: account.created_at.into(),
            memos,
            suspension: suspension.map(SuspensionView::from),
        }
    }
}

/// Lists all members, newest first.
#[utoipa::path(get, path = "/api/admin/members", tag = "admin",
    security(("apiToken" = ["administration"])), responses((status = 200, body = [MemberView])))]
pub(in crate::http) async fn list_members(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<MemberView>>> {
    let members = run_blocking(&context, move |context| members::list(context, &actor)).await?;
    Ok(Json(members.into_iter().map(MemberView::from).collect()))
}

/// Change to a member's account.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum MemberChange {
    Promote,
    Demote,
    Verify,
    Disable,
    Enable,
    /// Makes the member a moderator.
    AppointModerator,
    DismissModerator,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct MemberUpdate {
    change: MemberChange,
}

impl MemberChange {
    /// Whether the change needs a password that was given just now, since a browser may have been left open.
    fn needs_fresh_password(self) -> bool {
        match self {
            Self::Promote | Self::Demote | Self::Disable => true,
            Self::Verify | Self::Enable | Self::AppointModerator | Self::DismissModerator => false,
        }
    }
}

/// Promotes, demotes, verifies, disables or enables a member, or makes them a moderator. The last admin who can sign in stays an admin. Promoting, demoting
/// and disabling need a password that was given in the last five minutes.
#[utoipa::path(post, path = "/api/admin/members/{uid}/change", tag = "admin",
    params(("uid" = String, Path)), request_body = MemberUpdate,
    responses((status = 200, body = MemberView)))]
pub(in crate::http) async fn change_member(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(uid): Path<String>,
    Json(update): Json<MemberUpdate>,
) -> Result<Json<MemberView>> {
    policy::may_administrate(&session_context.actor)?;
    let change = match update.change {
        MemberChange::Promote => members::promote,
        MemberChange::Demote => members::demote,
        MemberChange::Verify => members::verify,
        MemberChange::Disable => members::disable,
        MemberChange::Enable => members::enable,
        MemberChange::AppointModerator => |context: &_, actor: &_, id| {
            role_grants::grant_role(context, actor, id, RoleGrant::Moderator)
        },
        MemberChange::DismissModerator => |context: &_, actor: &_, id| {
            role_grants::revoke_role(context, actor, id, RoleGrant::Moderator)
        },
    };
    let id = account_id(&uid)?;
    let change = move |context: &Context| {
        if update.change.needs_fresh_password() {
            sessions::require_recent_auth(context, &session_context)?;
        }
        change(context, &session_context.actor, id)
    };
    Ok(Json(run_blocking(&context, change).await?.into()))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct ResetLinkView {
    link: String,
    expires_at: TimeView,
    /// QR code of the link, as a data URL.
    qrcode: String,
}

/// Makes a link by which the member chooses a new password, for handing over where no mail is sent. The link works once. Needs a
/// password that was given in the last five minutes; links for admins are only made at the command line.
#[utoipa::path(post, path = "/api/admin/members/{uid}/reset-link", tag = "admin",
    params(("uid" = String, Path)), responses((status = 200, body = ResetLinkView)))]
pub(in crate::http) async fn make_reset_link(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(uid): Path<String>,
) -> Result<Json<ResetLinkView>> {
    policy::may_administrate(&session_context.actor)?;
    let id = account_id(&uid)?;
    let issue = move |context: &Context| {
        sessions::require_recent_auth(context, &session_context)?;
        recovery::reset_link(context, &session_context.actor, id)
    };
    let made = run_blocking(&context, issue).await?;
    let qrcode = qr::data_url(&made.link)?;
    Ok(Json(ResetLinkView { link: made.link, expires_at: made.expires_at.into(), qrcode }))
}
