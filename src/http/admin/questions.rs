//! Questions of a book for admins.

use axum::extract::{Path, State};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::book::Question;
use crate::domain::form::FIRST_QUESTION_PAGE;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::book_id;
use crate::services::books::{self, AskedQuestion, FormPreview};

use super::books::{AdminBookDetails, details};

/// Question with its number of current memos.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AdminQuestionView {
    key: String,
    /// Number in the book, counted from 1.
    number: u32,
    description: String,
    memos: u32,
    /// Whether the question must stay, because a current or published memo answers it.
    answered: bool,
}

/// Views of the questions, numbered from 1.
pub(super) fn question_views(questions: Vec<AskedQuestion>) -> Vec<AdminQuestionView> {
    let view = |(number, AskedQuestion { question, memos, is_answered })| AdminQuestionView {
        key: question.key.as_str().to_owned(),
        number,
        description: question.description,
        memos,
        answered: is_answered,
    };
    (1..).zip(questions).map(view).collect()
}

/// Question in a request.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct QuestionBody {
    /// Key of at most 64 of the characters a-z, 0-9, - and _.
    #[schema(max_length = 64)]
    key: String,
    /// Text of at most 300 characters.
    #[schema(max_length = 300)]
    description: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct QuestionsBody {
    /// All questions of the book in their order; at most 100.
    questions: Vec<QuestionBody>,
    /// Questions that the admin started from: if the book's questions have changed since, nothing is done. May be left out.
    seen: Option<Vec<QuestionBody>>,
}

/// Parses the questions; the error describes the first invalid one.
fn parse(questions: &[QuestionBody]) -> Result<Vec<Question>, Error> {
    let parse = |(number, QuestionBody { key, description }): (usize, &QuestionBody)| {
        Question::parse(key, description).map_err(|invalid| {
            let message = Message::new("question-invalid", "Question {number}: {reason}");
            let message = message.with("number", number).with("reason", invalid.to_string());
            Error::invalid("questions", message)
        })
    };
    (1..).zip(questions).map(parse).collect()
}

/// Replaces the questions of the book, in this order. A question that members have answered cannot be removed.
#[utoipa::path(post, path = "/api/admin/books/{bid}/questions", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    request_body = QuestionsBody, responses((status = 200, body = AdminBookDetails)))]
pub(in crate::http) async fn set_questions(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(QuestionsBody { questions, seen }): Json<QuestionsBody>,
) -> Result<Json<AdminBookDetails>> {
    policy::kept_books(&actor)?;
    let id = book_id(&bid)?;
    policy::may_keep(&actor, id)?;
    let questions = parse(&questions)?;
    let seen = seen.as_deref().map(parse).transpose()?;
    let set = move |context: &Context| {
        books::replace_questions(context, &actor, id, questions, seen.as_deref())?;
        details(context, &actor, id)
    };
    Ok(Json(run_blocking(&context, set).await?))
}

/// Questions of a form that is drawn but not saved.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct FormPreviewBody {
    /// All questions in their order; at least one and at most 100.
    questions: Vec<QuestionBody>,
    /// Page, counted from 1; the first page with questions, 2, by default.
    page: Option<u32>,
}

/// Page of a form.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct FormPreviewView {
    /// Number of the page, counted from 1; the last one if a higher number was asked for.
    page: u32,
    /// Number of pages.
    pages: u32,
    /// Picture of the page, PNG in base64.
    base64_image: String,
}

/// Draws a page of the form that the book would have with these questions. Nothing is saved.
#[utoipa::path(post, path = "/api/admin/books/{bid}/form-preview", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    request_body = FormPreviewBody, responses((status = 200, body = FormPreviewView)))]
pub(in crate::http) async fn preview_form(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(FormPreviewBody { questions, page }): Json<FormPreviewBody>,
) -> Result<Json<FormPreviewView>> {
    policy::kept_books(&actor)?;
    let id = book_id(&bid)?;
    policy::may_keep(&actor, id)?;
    let questions = parse(&questions)?;
    let page = page.unwrap_or(FIRST_QUESTION_PAGE);
    let draw = move |context: &Context| books::preview_form(context, &actor, id, questions, page);
    let FormPreview { page, pages, png } = run_blocking(&context, draw).await?;
    Ok(Json(FormPreviewView { page, pages, base64_image: STANDARD.encode(png) }))
}
