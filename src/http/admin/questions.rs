//! The prompts of a book, as admins set and import them.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::app::App;
use crate::domain::book::Question;
use crate::domain::policy;
use crate::domain::question_file::{self, Format};
use crate::error::Error;
use crate::http::books::book_id;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, Caller, Json, blocking};
use crate::services::books::{self, AskedQuestion, Imported};

use super::books::{AdminBookDetails, details};

/// A prompt with how many present memos answer it.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AdminQuestionView {
    key: String,
    /// Counted from 1.
    number: u32,
    description: String,
    memos: u32,
    /// Whether it must stay, because a present or published memo answers it.
    answered: bool,
}

/// The prompts with their numbers.
pub(super) fn asked(questions: Vec<AskedQuestion>) -> Vec<AdminQuestionView> {
    let view = |(number, AskedQuestion { question, memos, is_answered })| AdminQuestionView {
        key: question.key.as_str().to_owned(),
        number,
        description: question.description,
        memos,
        answered: is_answered,
    };
    (1..).zip(questions).map(view).collect()
}

/// A prompt.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct QuestionBody {
    /// At most 64 of the characters a-z, 0-9, - and _.
    key: String,
    /// At most 300 characters.
    description: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct QuestionsBody {
    /// All of them, in their order; at most 100.
    questions: Vec<QuestionBody>,
}

/// The prompts, or words for the first that cannot be one.
fn parse(questions: &[QuestionBody]) -> Result<Vec<Question>, Error> {
    let parse = |(number, QuestionBody { key, description }): (usize, &QuestionBody)| {
        Question::parse(key, description)
            .map_err(|words| Error::invalid("questions", format!("Question {number}: {words}.")))
    };
    (1..).zip(questions).map(parse).collect()
}

/// Makes these the prompts of the book, in this order. One that members have answered cannot go.
#[utoipa::path(post, path = "/api/admin/books/{bid}/questions", tag = "admin", params(("bid" = String, Path)),
    request_body = QuestionsBody, responses(
    (status = 200, body = AdminBookDetails), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(in crate::http) async fn set_questions(
    State(app): AppState,
    Caller(actor): Caller,
    Path(bid): Path<String>,
    Json(QuestionsBody { questions }): Json<QuestionsBody>,
) -> Result<Json<AdminBookDetails>> {
    policy::may_administrate(&actor)?;
    let (id, questions) = (book_id(&bid)?, parse(&questions)?);
    let set = move |app: &App| {
        books::replace_questions(app, &actor, id, questions)?;
        details(app, &actor, id)
    };
    Ok(Json(blocking(&app, set).await?))
}

/// How a file of questions is written: CSV with columns key and description, a JSON list, or `[[question]]` tables in TOML.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum QuestionFormat {
    Csv,
    Json,
    Toml,
}

impl From<QuestionFormat> for Format {
    fn from(format: QuestionFormat) -> Self {
        match format {
            QuestionFormat::Csv => Self::Csv,
            QuestionFormat::Json => Self::Json,
            QuestionFormat::Toml => Self::Toml,
        }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct ImportBody {
    format: QuestionFormat,
    /// What the file says.
    text: String,
    /// Tells only what would be done.
    #[serde(default)]
    dry_run: bool,
}

/// What an import did, or would do.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ImportedView {
    added: u32,
    changed: u32,
    unchanged: u32,
}

/// Adds the prompts of a file behind those that are there; one whose key is known gets the new words. All or none: the
/// answer to a bad file names its lines.
#[utoipa::path(post, path = "/api/admin/books/{bid}/questions/import", tag = "admin", params(("bid" = String, Path)),
    request_body = ImportBody, responses(
    (status = 200, body = ImportedView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(in crate::http) async fn import_questions(
    State(app): AppState,
    Caller(actor): Caller,
    Path(bid): Path<String>,
    Json(ImportBody { format, text, dry_run }): Json<ImportBody>,
) -> Result<Json<ImportedView>> {
    policy::may_administrate(&actor)?;
    let id = book_id(&bid)?;
    let import = move |app: &App| {
        let questions = question_file::parse(&text, format.into())
            .map_err(|refused| Error::invalid("text", refused.to_string()))?;
        if dry_run {
            books::try_import(app, &actor, id, &questions)
        } else {
            books::import_questions(app, &actor, id, &questions)
        }
    };
    let Imported { added, changed, unchanged } = blocking(&app, import).await?;
    Ok(Json(ImportedView { added, changed, unchanged }))
}
