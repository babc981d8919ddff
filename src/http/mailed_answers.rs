//! Answers that came by mail: shown to their author, who hands them in or discards them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::config::Config;
use crate::context::Context;
use crate::domain::mailed_answer::MailedContent;
use crate::services::memos::mailed_answers::{self, MailedAnswerDetails};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::mailed_answer_id;
use super::submissions::SubmissionView;
use super::view::{MemoView, QuestionView, TimeView, png_url};

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(list_mailed_answers))
        .routes(routes!(discard_mailed_answer))
        .routes(routes!(submit_mailed_answer))
}

/// Kind of an answer: handwriting in a box of a form, a whole page, or text.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum MailedAnswerKind {
    Hand,
    Page,
    Text,
}

/// Answer that came by mail and is not handed in yet.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct MailedAnswerView {
    id: String,
    bid: String,
    /// Name of the book.
    book: String,
    question: QuestionView,
    #[serde(rename = "type")]
    kind: MailedAnswerKind,
    /// Address of the picture; null for text.
    image: Option<String>,
    /// Text as it was written, which may be longer than allowed; null for a picture.
    text: Option<String>,
    received_at: TimeView,
    /// Whether handing it in replaces an earlier entry of the caller.
    replaces: bool,
}

impl MailedAnswerView {
    fn of(config: &Config, details: MailedAnswerDetails) -> Self {
        let MailedAnswerDetails { answer, book, number, question, replaces } = details;
        let image = answer.content.picture().map(|picture| png_url(config, picture));
        let (kind, text) = match answer.content {
            MailedContent::Hand { .. } => (MailedAnswerKind::Hand, None),
            MailedContent::Page { .. } => (MailedAnswerKind::Page, None),
            MailedContent::Text { text } => (MailedAnswerKind::Text, Some(text)),
        };
        Self {
            id: answer.id.to_string(),
            bid: book.id.to_string(),
            book: book.name,
            question: QuestionView::numbered((number, question)),
            kind,
            image,
            text,
            received_at: answer.received_at.into(),
            replaces,
        }
    }
}

/// Answers that came by mail.
#[derive(Serialize, ToSchema)]
pub(super) struct MailedAnswersView {
    /// Oldest first.
    answers: Vec<MailedAnswerView>,
}

/// Lists the caller's answers that came by mail and are not handed in yet.
#[utoipa::path(get, path = "/api/account/mailed-answers", tag = "memos",
    security(("apiToken" = ["read"])), responses((status = 200, body = MailedAnswersView)))]
pub(super) async fn list_mailed_answers(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<MailedAnswersView>> {
    let list = run_blocking(&context, move |context| mailed_answers::list(context, &actor)).await?;
    let config = context.config();
    let answers = list.into_iter().map(|details| MailedAnswerView::of(&config, details)).collect();
    Ok(Json(MailedAnswersView { answers }))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MailedAnswerSubmission {
    /// Text as the caller has corrected it; null or left out for a picture, and for a text that stays as it is.
    text: Option<String>,
}

/// Hands in an answer that came by mail: it becomes an entry in place of the caller's earlier one of the same kind.
#[utoipa::path(post, path = "/api/account/mailed-answers/{answer}/submit", tag = "memos",
    security(("apiToken" = ["memos"])), params(("answer" = String, Path)),
    request_body = MailedAnswerSubmission, responses((status = 201, body = SubmissionView)))]
pub(super) async fn submit_mailed_answer(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(answer): Path<String>,
    Json(MailedAnswerSubmission { text }): Json<MailedAnswerSubmission>,
) -> Result<(StatusCode, Json<SubmissionView>)> {
    let id = mailed_answer_id(&answer)?;
    let submit =
        move |context: &Context| mailed_answers::submit(context, &actor, id, text.as_deref());
    let memos = run_blocking(&context, submit).await?;
    let memos = MemoView::all(&context.config(), memos);
    Ok((StatusCode::CREATED, Json(SubmissionView { memos })))
}

/// Discards an answer that came by mail.
#[utoipa::path(delete, path = "/api/account/mailed-answers/{answer}", tag = "memos",
    security(("apiToken" = ["memos"])), params(("answer" = String, Path)),
    responses((status = 204)))]
pub(super) async fn discard_mailed_answer(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(answer): Path<String>,
) -> Result<StatusCode> {
    let id = mailed_answer_id(&answer)?;
    run_blocking(&context, move |context| mailed_answers::discard(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
