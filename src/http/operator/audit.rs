//! Operator API for the audit log.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::services::operations::audit::{self, AuditEntryDetails};

use super::call::{Operator, Reply};

/// Entry of the audit log, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub id: String,
    pub at: String,
    /// The admin's username; `None` for the command line, empty for a former member.
    pub by: Option<String>,
    pub deed: String,
    /// Kind and id of the target, or the name that it had at that time.
    pub to: String,
    /// May be empty.
    pub note: String,
}

impl From<AuditEntryDetails> for Entry {
    fn from(AuditEntryDetails { entry, by }: AuditEntryDetails) -> Self {
        Self {
            id: entry.id.to_string(),
            at: entry.at.to_string(),
            by: by.map(|author| author.username),
            deed: entry.action.as_str().to_owned(),
            to: entry.to,
            note: entry.note,
        }
    }
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new().route("/api/operator/audit", get(list_audit))
}

async fn list_audit(operator: Operator) -> Reply<Vec<Entry>> {
    operator.list(|context, actor| audit::list(context, actor, usize::MAX)).await
}
