//! The audit log.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, Caller, Json, blocking};
use crate::http::view::{AuthorView, TimeView};
use crate::services::moderation::{self, ShownEntry};

/// Something that an admin did.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AuditView {
    id: String,
    at: TimeView,
    /// Null for somebody at the command line.
    by: Option<AuthorView>,
    /// `hide`, `show`, `remove`, `suspend`, `release`, `add-topic`, `edit-topic` or `remove-topic`.
    deed: String,
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
            deed: entry.deed.as_str().to_owned(),
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
    let entries = blocking(&app, move |app| moderation::list_audit(app, &actor)).await?;
    Ok(Json(entries.into_iter().map(AuditView::from).collect()))
}
