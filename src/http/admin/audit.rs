//! The audit log.

use std::borrow::Cow;

use axum::extract::State;
use serde::{Serialize, Serializer};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::domain::audit::AuditAction;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::view::{AuthorView, TimeView};
use crate::services::operations::audit::{self, AuditEntryDetails};

/// Audited action, serialised as its name.
pub(in crate::http) struct AuditActionView(AuditAction);

impl Serialize for AuditActionView {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

impl PartialSchema for AuditActionView {
    fn schema() -> RefOr<Schema> {
        let words = AuditAction::ALL.iter().map(|action| action.as_str());
        let schema = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words));
        schema.description(Some("What was done.")).into()
    }
}

impl ToSchema for AuditActionView {
    fn name() -> Cow<'static, str> {
        "AuditAction".into()
    }
}

/// Entry of the audit log.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AuditView {
    id: String,
    at: TimeView,
    /// Admin who did it; null for the operator at the command line.
    by: Option<AuthorView>,
    deed: AuditActionView,
    /// Kind and id of the target, or the name that it had at that time.
    to: String,
    /// Note of the admin; may be empty.
    note: String,
}

impl From<AuditEntryDetails> for AuditView {
    fn from(AuditEntryDetails { entry, by }: AuditEntryDetails) -> Self {
        Self {
            id: entry.id.to_string(),
            at: entry.at.into(),
            by: by.map(AuthorView::from),
            deed: AuditActionView(entry.action),
            to: entry.to,
            note: entry.note,
        }
    }
}

/// Lists the audit log, newest first, at most 500 entries.
#[utoipa::path(get, path = "/api/admin/audit", tag = "admin",
    security(("apiToken" = ["administration"])), responses((status = 200, body = [AuditView])))]
pub(in crate::http) async fn list_audit(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<AuditView>>> {
    let entries =
        run_blocking(&context, move |context| audit::list(context, &actor, audit::MAX_SHOWN))
            .await?;
    Ok(Json(entries.into_iter().map(AuditView::from).collect()))
}
