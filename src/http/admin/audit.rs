//! The audit log.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::audit::Deed;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, Caller, Json, blocking};
use crate::http::view::{AuthorView, TimeView};
use crate::services::audit::{self, ShownEntry};

/// What was done.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = Deed)]
pub(in crate::http) enum DeedView {
    Hide,
    Show,
    Remove,
    Suspend,
    Release,
    AddTopic,
    EditTopic,
    RemoveTopic,
    Promote,
    Demote,
    Verify,
    Disable,
    Enable,
    DeleteMember,
    ResetLink,
    RemoveSecondFactor,
    AddBook,
    EditBook,
    EditQuestions,
    PublishBook,
    UnpublishBook,
    RetryMail,
    AnswerSuggestion,
    ApprovePayout,
    RejectPayout,
    PayPayout,
    GrantCredits,
}

impl From<Deed> for DeedView {
    fn from(deed: Deed) -> Self {
        match deed {
            Deed::Hide => Self::Hide,
            Deed::Show => Self::Show,
            Deed::Remove => Self::Remove,
            Deed::Suspend => Self::Suspend,
            Deed::Release => Self::Release,
            Deed::AddTopic => Self::AddTopic,
            Deed::EditTopic => Self::EditTopic,
            Deed::RemoveTopic => Self::RemoveTopic,
            Deed::Promote => Self::Promote,
            Deed::Demote => Self::Demote,
            Deed::Verify => Self::Verify,
            Deed::Disable => Self::Disable,
            Deed::Enable => Self::Enable,
            Deed::DeleteMember => Self::DeleteMember,
            Deed::ResetLink => Self::ResetLink,
            Deed::RemoveSecondFactor => Self::RemoveSecondFactor,
            Deed::AddBook => Self::AddBook,
            Deed::EditBook => Self::EditBook,
            Deed::EditQuestions => Self::EditQuestions,
            Deed::PublishBook => Self::PublishBook,
            Deed::UnpublishBook => Self::UnpublishBook,
            Deed::RetryMail => Self::RetryMail,
            Deed::AnswerSuggestion => Self::AnswerSuggestion,
            Deed::ApprovePayout => Self::ApprovePayout,
            Deed::RejectPayout => Self::RejectPayout,
            Deed::PayPayout => Self::PayPayout,
            Deed::GrantCredits => Self::GrantCredits,
        }
    }
}

/// Something that an admin did.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AuditView {
    id: String,
    at: TimeView,
    /// Null for somebody at the command line.
    by: Option<AuthorView>,
    deed: DeedView,
    /// What it was done to: its kind, and its id, or the name that it had then.
    to: String,
    /// May be empty.
    note: String,
}

impl From<ShownEntry> for AuditView {
    fn from(ShownEntry { entry, by }: ShownEntry) -> Self {
        Self {
            id: entry.id.to_string(),
            at: entry.at.into(),
            by: by.map(AuthorView::from),
            deed: entry.deed.into(),
            to: entry.to,
            note: entry.note,
        }
    }
}

/// What admins did, newest first, the last 500.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin", responses(
    (status = 200, body = [AuditView]), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn list_audit(
    State(app): AppState,
    Caller(actor): Caller,
) -> Result<Json<Vec<AuditView>>> {
    let entries = blocking(&app, move |app| audit::list(app, &actor)).await?;
    Ok(Json(entries.into_iter().map(AuditView::from).collect()))
}
