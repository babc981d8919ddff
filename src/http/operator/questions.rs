//! Operator API for the questions of a book.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::book::{self, QuestionKey};
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::error::{Error, Required, Result};
use crate::http::extractors::Json;
use crate::services::books::{self, ImportReport, RowChange};

use super::books::id;
use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Question with its number in the book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Question {
    /// Number in the book, counted from 1.
    pub number: u32,
    #[serde(flatten)]
    pub question: book::Question,
}

/// New question.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewQuestion {
    pub key: String,
    pub description: String,
}

/// New place of a question.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Place {
    /// Number in the book, counted from 1.
    pub number: u32,
}

/// Routes below `/api/operator/books/{book}/questions`. Each change responds with the book's whole list as it is now.
pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/", get(list_questions).post(add_question).patch(import_questions))
        .route("/preview", post(preview_import))
        .route("/{key}", get(show_question).delete(remove_question))
        .route("/{key}/move", post(move_question))
        .route("/{key}/removal", get(check_removal))
}

async fn list_questions(operator: Operator, Path(book): Path<String>) -> Reply<Vec<Question>> {
    let operator = operator.naming(Noun::Book, &book);
    operator.run(move |context, _| books::questions(context, id(&book)?).map(numbered)).await
}

async fn add_question(
    operator: Operator,
    Path(book): Path<String>,
    Json(NewQuestion { key, description }): Json<NewQuestion>,
) -> Reply<Vec<Question>> {
    let operator = operator.naming(Noun::Book, &book);
    let add = move |context: &Context, actor: &_| {
        let question = book::Question::parse(&key, &description);
        let question = question.map_err(|words| Error::invalid("question", words))?;
        books::add_question(context, actor, id(&book)?, question).map(numbered)
    };
    operator.run(add).await
}

/// Adds the questions whose keys are new to the book, and changes the others.
async fn import_questions(
    operator: Operator,
    Path(book): Path<String>,
    Json(questions): Json<Vec<book::Question>>,
) -> Reply<ImportReport> {
    let operator = operator.naming(Noun::Book, &book);
    let import = move |context: &Context, actor: &_| {
        books::import_questions(context, actor, id(&book)?, &questions)
    };
    operator.run(import).await
}

/// Question of a file, and what its import would do.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PreviewedQuestion {
    pub change: RowChange,
    #[serde(flatten)]
    pub question: book::Question,
}

async fn preview_import(
    operator: Operator,
    Path(book): Path<String>,
    Json(questions): Json<Vec<book::Question>>,
) -> Reply<Vec<PreviewedQuestion>> {
    let operator = operator.naming(Noun::Book, &book);
    let preview = move |context: &Context, actor: &_| {
        let changes = books::preview_import(context, actor, id(&book)?, &questions)?.rows;
        let previewed = changes.into_iter().zip(questions);
        let previewed = previewed.map(|(change, question)| PreviewedQuestion { change, question });
        Ok(previewed.collect::<Vec<_>>())
    };
    operator.run(preview).await
}

async fn show_question(
    operator: Operator,
    Path((book, key)): Path<(String, String)>,
) -> Reply<Question> {
    let operator = operator.naming(Noun::Book, &book).naming(Noun::Question, &key);
    operator.run(move |context, _| find(context, id(&book)?, &parse(&key)?)).await
}

fn find(context: &Context, book: BookId, key: &QuestionKey) -> Result<Question> {
    let mut questions = numbered(books::questions(context, book)?).into_iter();
    questions.find(|asked| asked.question.key == *key).required(Item::Question)
}

/// Shows a question that can be removed.
async fn check_removal(
    operator: Operator,
    Path((book, key)): Path<(String, String)>,
) -> Reply<Question> {
    let operator = operator.naming(Noun::Book, &book).naming(Noun::Question, &key);
    let check = move |context: &Context, actor: &_| {
        let (book, key) = (id(&book)?, parse(&key)?);
        books::check_question_removal(context, actor, book, &key)?;
        find(context, book, &key)
    };
    operator.run(check).await
}

async fn move_question(
    operator: Operator,
    Path((book, key)): Path<(String, String)>,
    Json(Place { number }): Json<Place>,
) -> Reply<Vec<Question>> {
    let operator = operator.naming(Noun::Book, &book).naming(Noun::Question, &key);
    let change = move |context: &Context, actor: &_| {
        let (book, key) = (id(&book)?, parse(&key)?);
        books::move_question(context, actor, book, &key, number).map(numbered)
    };
    operator.run(change).await
}

async fn remove_question(
    operator: Operator,
    Path((book, key)): Path<(String, String)>,
) -> Reply<Vec<Question>> {
    let operator = operator.naming(Noun::Book, &book).naming(Noun::Question, &key);
    let remove = move |context: &Context, actor: &_| {
        let (book, key) = (id(&book)?, parse(&key)?);
        books::remove_question(context, actor, book, &key).map(numbered)
    };
    operator.run(remove).await
}

fn numbered(questions: Vec<book::Question>) -> Vec<Question> {
    (1..).zip(questions).map(|(number, question)| Question { number, question }).collect()
}

fn parse(key: &str) -> Result<QuestionKey> {
    QuestionKey::parse(key).ok().required(Item::Question)
}
