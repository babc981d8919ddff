//! Reports, and the verdicts of moderators and admins.

use axum::extract::State;
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use crate::domain::api_token::TokenScope;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::report::{ReportTarget, Verdict};
use crate::error::{Error, Required};
use crate::http::bearer::GrantedScopes;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::services::moderation::{self, Decision, Filter};

use super::reported_view::{ReportedState, ReportedView, VerdictView};

/// Report of a post, comment or memo.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewReport {
    /// `post`, `comment` or `memo`.
    kind: String,
    id: String,
    /// Reason, 1 to 500 characters.
    #[schema(max_length = 500)]
    reason: String,
}

/// Reports a post, comment or memo to the admins, and hides it from the caller. Idempotent.
#[utoipa::path(post, path = "/api/report", tag = "threads",
    security(("apiToken" = ["memos"]), ("apiToken" = ["threads"])), request_body = NewReport,
    responses((status = 202)))]
pub(in crate::http) async fn report(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    scopes: GrantedScopes,
    Json(NewReport { kind, id, reason }): Json<NewReport>,
) -> Result<StatusCode> {
    let about = reported(&kind, &id)?;
    scopes.require(scope_for(about, TokenScope::Memos))?;
    run_blocking(&context, move |context| moderation::report(context, &actor, about, &reason))
        .await?;
    Ok(StatusCode::ACCEPTED)
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct ReportsQuery {
    /// `open` or `settled`; `open` by default.
    #[serde(default)]
    state: String,
}

/// Lists reported content, each item once: open reports oldest first, resolved ones latest first.
#[utoipa::path(get, path = "/api/admin/reports", tag = "admin",
    security(("apiToken" = ["administration"])), params(ReportsQuery),
    responses((status = 200, body = [ReportedView])))]
pub(in crate::http) async fn list_reports(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(ReportsQuery { state }): Query<ReportsQuery>,
) -> Result<Json<Vec<ReportedView>>> {
    let filter = match state.as_str() {
        "" | "open" => Filter::Open,
        "settled" => Filter::Resolved,
        _ => {
            return Err(Error::invalid(
                "state",
                Message::new("choice-unknown", "Choose from {choices}.")
                    .with("choices", "open, settled"),
            )
            .into());
        }
    };
    let items =
        run_blocking(&context, move |context| moderation::list_reported(context, &actor, filter))
            .await?;
    let config = context.config();
    Ok(Json(items.into_iter().map(|item| ReportedView::of(&config, item)).collect()))
}

/// Verdict on a post, comment or memo.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct VerdictBody {
    /// `post`, `comment` or `memo`.
    kind: String,
    id: String,
    verdict: VerdictView,
    /// State that the admin decided on: if the content's state has changed since, nothing is done. May be left out.
    seen: Option<ReportedState>,
    /// Note for others who decide, at most 500 characters; may be left out.
    #[serde(default)]
    #[schema(max_length = 500)]
    note: String,
    /// Reason for the author of a memo that is hidden or removed, 1 to 500 characters; left out otherwise.
    #[serde(default)]
    #[schema(max_length = 500)]
    why: String,
}

/// Hides a post, comment or memo from all other members, leaves or shows it again, or removes it for good. Resolves its reports;
/// there need not be any.
#[utoipa::path(post, path = "/api/admin/reports/settle", tag = "admin",
    security(("apiToken" = ["threads"]), ("apiToken" = ["books"])), request_body = VerdictBody,
    responses((status = 200, body = ReportedView)))]
pub(in crate::http) async fn resolve_reports(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    scopes: GrantedScopes,
    Json(VerdictBody { kind, id, verdict, seen, note, why }): Json<VerdictBody>,
) -> Result<Json<ReportedView>> {
    let (about, verdict) = (reported(&kind, &id)?, Verdict::from(verdict));
    scopes.require(scope_for(about, TokenScope::Books))?;
    let seen = seen.map(Into::into);
    let resolve = move |context: &_| {
        moderation::resolve(
            context,
            &actor,
            about,
            Decision { verdict, note: &note, why: &why, seen },
        )
    };
    let resolved = run_blocking(&context, resolve).await?;
    Ok(Json(ReportedView::of(&context.config(), resolved)))
}

/// Scope of an API token for a call about a post or comment, or about a memo, whose scope is `of_memo`.
fn scope_for(about: ReportTarget, of_memo: TokenScope) -> TokenScope {
    match about {
        ReportTarget::Post(_) | ReportTarget::Comment(_) => TokenScope::Threads,
        ReportTarget::Memo(_) => of_memo,
    }
}

/// Parses the target of a request; 404 for a malformed id, 422 for an unknown kind.
fn reported(kind: &str, id: &str) -> Result<ReportTarget, Error> {
    match kind {
        "post" => ReportTarget::parse(kind, id).required(Item::Post),
        "comment" => ReportTarget::parse(kind, id).required(Item::Comment),
        "memo" => ReportTarget::parse(kind, id).required(Item::Memo),
        _ => Err(Error::invalid(
            "kind",
            Message::new("choice-unknown", "Choose from {choices}.")
                .with("choices", "post, comment, memo"),
        )),
    }
}
