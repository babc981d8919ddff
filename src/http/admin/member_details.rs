//! Details of a member, and deletion of an account.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::book::Book;
use crate::domain::policy;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use crate::http::ids::account_id;
use crate::http::view::AuthorView;
use crate::services::accounts::{deletion, members};

use super::members::MemberView;

/// Contribution of a member to one book.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MemberContribution {
    bid: String,
    name: String,
    memos: u32,
}

impl From<(Book, u32)> for MemberContribution {
    fn from((book, memos): (Book, u32)) -> Self {
        Self { bid: book.id.to_string(), name: book.name, memos }
    }
}

/// Book that a member keeps.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct KeptBook {
    bid: String,
    name: String,
}

impl From<Book> for KeptBook {
    fn from(book: Book) -> Self {
        Self { bid: book.id.to_string(), name: book.name }
    }
}

/// Member with profile, sessions and contributions.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct MemberDetails {
    member: MemberView,
    /// Answer of the member to how they heard of the community; may be empty.
    referred_by: String,
    /// Member who invited; null if nobody did, or the operator.
    invited_by: Option<AuthorView>,
    /// `left`, `right`, or empty.
    handedness: String,
    /// Tablets, comma-joined.
    preferred_tablets: String,
    /// Languages, comma-joined.
    spoken_languages: String,
    /// Number of active sessions.
    sessions: u32,
    /// Books that the member contributed to, newest first.
    books: Vec<MemberContribution>,
    /// Books that the member keeps.
    keeper_of: Vec<KeptBook>,
}

impl From<members::MemberDetails> for MemberDetails {
    fn from(details: members::MemberDetails) -> Self {
        let account = &details.member.account;
        let [handedness, preferred_tablets, spoken_languages] = account.profile.texts();
        Self {
            referred_by: account.referred_by.clone(),
            invited_by: details.invited_by.map(AuthorView::from),
            handedness,
            preferred_tablets,
            spoken_languages,
            sessions: details.sessions,
            books: details.books.into_iter().map(MemberContribution::from).collect(),
            keeper_of: details.keeper_of.into_iter().map(KeptBook::from).collect(),
            member: details.member.into(),
        }
    }
}

/// Shows a member with profile, sessions and contributions.
#[utoipa::path(get, path = "/api/admin/members/{uid}", tag = "admin",
    security(("apiToken" = ["administration"])), params(("uid" = String, Path)),
    responses((status = 200, body = MemberDetails)))]
pub(in crate::http) async fn show_member(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(uid): Path<String>,
) -> Result<Json<MemberDetails>> {
    let id = account_id(&uid)?;
    let details = run_blocking(&context, move |context| members::get(context, &actor, id)).await?;
    Ok(Json(details.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct MemberDeletion {
    /// Password of the admin.
    password: String,
}

/// Deletes a member's account for good. Refused for the caller's own account, which is deleted in the settings, and for the last
/// admin's.
#[utoipa::path(post, path = "/api/admin/members/{uid}/delete", tag = "admin",
    params(("uid" = String, Path)), request_body = MemberDeletion, responses((status = 204)))]
pub(in crate::http) async fn delete_member(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(uid): Path<String>,
    Json(MemberDeletion { password }): Json<MemberDeletion>,
) -> Result<StatusCode> {
    policy::may_administrate(&session_context.actor)?;
    let id = account_id(&uid)?;
    run_blocking(&context, move |context| {
        deletion::delete_for(context, &session_context, id, &password)
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}
