//! Questions of the week that a member has received, for the begin page.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::services::books::weekly_question::{self, WeeklyNotice};
use crate::services::memos::mailed_answers;

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::book_id;
use super::view::{QuestionView, TimeView};

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(list_weekly_questions))
        .routes(routes!(dismiss_weekly_question))
}

/// Question of the week that the caller has received.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WeeklyQuestionView {
    bid: String,
    /// Name of the book.
    book: String,
    question: QuestionView,
    sent_at: TimeView,
}

impl From<WeeklyNotice> for WeeklyQuestionView {
    fn from(notice: WeeklyNotice) -> Self {
        let WeeklyNotice { book, number, question, sent_at } = notice;
        Self {
            bid: book.id.to_string(),
            book: book.name,
            question: QuestionView::numbered((number, question)),
            sent_at: sent_at.into(),
        }
    }
}

/// Questions of the week, and answers to them.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WeeklyQuestionsView {
    /// Questions that the caller has neither answered nor dismissed, at most one of each book.
    questions: Vec<WeeklyQuestionView>,
    /// Number of the caller's answers that came by mail and are not handed in yet.
    mailed_answers: usize,
}

/// Lists the questions of the week that the caller has neither answered nor dismissed.
#[utoipa::path(get, path = "/api/account/weekly-questions", tag = "memos",
    security(("apiToken" = ["read"])), responses((status = 200, body = WeeklyQuestionsView)))]
pub(super) async fn list_weekly_questions(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<WeeklyQuestionsView>> {
    let list = move |context: &Context| {
        let notices = weekly_question::own_notices(context, &actor)?;
        Ok(WeeklyQuestionsView {
            questions: notices.into_iter().map(WeeklyQuestionView::from).collect(),
            mailed_answers: mailed_answers::count(context, &actor)?,
        })
    };
    Ok(Json(run_blocking(&context, list).await?))
}

/// Dismisses the caller's question of the week of a book.
#[utoipa::path(post, path = "/api/account/weekly-questions/{bid}/seen", tag = "memos",
    params(("bid" = String, Path)), responses((status = 204)))]
pub(super) async fn dismiss_weekly_question(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<StatusCode> {
    let book = book_id(&bid)?;
    run_blocking(&context, move |context| weekly_question::dismiss(context, &actor, book)).await?;
    Ok(StatusCode::NO_CONTENT)
}
