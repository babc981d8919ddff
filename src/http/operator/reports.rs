//! Operator API for reported content.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::ReportId;
use crate::domain::item::Item;
use crate::domain::report::Verdict;
use crate::error::{Required, Result};
use crate::http::extractors::{Json, Query};
use crate::services::moderation::{self, Decision, Filter, Place, ReportedContent, State, Subject};

use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Post, comment or memo with the reports about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReportedItem {
    /// `post`, `comment` or `memo`.
    pub kind: String,
    pub id: String,
    /// `shown`, `hidden` or `removed`.
    pub state: String,
    /// Name of the author; empty if the content is removed.
    pub author: String,
    /// Caption of the post, text of the comment, or text of the memo.
    pub text: String,
    /// Published editions that print the memo. They keep it after every verdict.
    pub editions: Vec<u32>,
    pub reports: Vec<Report>,
    /// Latest verdict.
    pub verdict: Option<String>,
    pub note: Option<String>,
}

/// Report by one member.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub id: String,
    pub reporter: String,
    pub reason: String,
    pub made_at: String,
}

impl From<ReportedContent> for ReportedItem {
    fn from(item: ReportedContent) -> Self {
        let ReportedContent { about, state, subject, reports, latest_resolution } = item;
        let (author, text, editions) = subject.map(described).unwrap_or_default();
        let (verdict, note) = latest_resolution
            .map(|resolution| (resolution.verdict.as_str().to_owned(), resolution.note))
            .unzip();
        let report = |shown: moderation::ReportDetails| Report {
            id: shown.report.id.to_string(),
            reporter: shown.reporter.name,
            reason: shown.report.reason,
            made_at: shown.report.made_at.to_string(),
        };
        Self {
            kind: about.kind().to_owned(),
            id: about.id(),
            state: match state {
                State::Shown => "shown",
                State::Hidden => "hidden",
                State::Removed => "removed",
            }
            .to_owned(),
            author,
            text,
            editions,
            reports: reports.into_iter().map(report).collect(),
            verdict,
            note,
        }
    }
}

/// Author, text and editions of content that still exists.
fn described(subject: Subject) -> (String, String, Vec<u32>) {
    let editions = match subject.place {
        Place::Thread { .. } => Vec::new(),
        Place::Book { editions, .. } => editions,
    };
    (subject.author.name, subject.text, editions)
}

/// Decision about a post, a comment or a memo.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct VerdictRequest {
    pub verdict: Verdict,
    /// Note in the audit log; may be empty.
    pub note: String,
    /// Reason for the author of a memo; empty when the memo is shown again, and otherwise.
    pub why: String,
}

impl VerdictRequest {
    pub(super) fn decision(&self) -> Decision<'_> {
        Decision { verdict: self.verdict, note: &self.note, why: &self.why, seen: None }
    }
}

/// Part of the reports: open or resolved ones.
#[derive(Debug, Deserialize)]
struct ReportFilter {
    settled: bool,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/reports", get(list_reports))
        .route("/api/operator/reports/{report}", get(show_report))
        .route("/api/operator/reports/{report}/verdict", post(resolve_report))
}

async fn list_reports(
    operator: Operator,
    Query(ReportFilter { settled }): Query<ReportFilter>,
) -> Reply<Vec<ReportedItem>> {
    let list = move |context: &Context, actor: &_| {
        let filter = if settled { Filter::Resolved } else { Filter::Open };
        moderation::list_reported(context, actor, filter)
    };
    operator.list(list).await
}

async fn show_report(operator: Operator, Path(report): Path<String>) -> Reply<ReportedItem> {
    let operator = operator.naming(Noun::Report, &report);
    operator.run(move |context, actor| moderation::reported(context, actor, id(&report)?)).await
}

async fn resolve_report(
    operator: Operator,
    Path(report): Path<String>,
    Json(request): Json<VerdictRequest>,
) -> Reply<ReportedItem> {
    let operator = operator.naming(Noun::Report, &report);
    let resolve = move |context: &Context, actor: &_| {
        moderation::resolve_report(context, actor, id(&report)?, request.decision())
    };
    operator.run(resolve).await
}

fn id(text: &str) -> Result<ReportId> {
    text.parse().required(Item::Report)
}
