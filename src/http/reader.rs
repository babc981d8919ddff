//! Reading of a published book in the browser.

use axum::extract::{Path, Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::config::Config;
use crate::domain::book::QuestionKey;
use crate::domain::item::Item;
use crate::error::{Error, Required};
use crate::services::memos::{self, AnswerLayout, Chapter, OpenBook};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::book_id;
use super::view::{MemoView, TimeView};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReadQuery {
    /// Key of a question; only the contents if it is left out.
    qid: Option<String>,
}

impl ReadQuery {
    fn question(&self) -> Result<Option<QuestionKey>, Error> {
        let key = self.qid.as_deref().map(QuestionKey::parse).transpose();
        key.ok().required(Item::Question)
    }
}

/// Question with at least one answer.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ChapterView {
    key: String,
    /// Number of the question in the book.
    number: u32,
    description: String,
    answers: u32,
    /// Room that each answer takes on a page, in their order: the number of letters of a typed one, `0` for handwriting, null for
    /// a full page.
    letters: Vec<Option<u32>>,
    /// Whether the reader may open it; visitors may at most open the first.
    open: bool,
}

impl From<Chapter> for ChapterView {
    fn from(Chapter { number, question, answers, is_open: open }: Chapter) -> Self {
        let key = question.key.as_str().to_owned();
        let letters: Vec<_> = answers.into_iter().map(letters).collect();
        let answers = letters.len() as u32;
        Self { key, number, description: question.description, answers, letters, open }
    }
}

fn letters(answer: AnswerLayout) -> Option<u32> {
    match answer {
        AnswerLayout::Handwriting => Some(0),
        AnswerLayout::FullPage => None,
        AnswerLayout::Text(letters) => Some(letters),
    }
}

/// Published book with its contents.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct OpenBookView {
    bid: String,
    name: String,
    description: String,
    edition: u32,
    published_at: TimeView,
    /// Contents: the answered questions in the order of the book.
    chapters: Vec<ChapterView>,
    /// Memos that answer the requested question.
    memos: Vec<MemoView>,
}

impl OpenBookView {
    fn of(config: &Config, OpenBook { book, edition, chapters, memos }: OpenBook) -> Self {
        Self {
            bid: book.id.to_string(),
            name: book.name,
            description: book.description,
            edition: edition.number,
            published_at: edition.published_at.into(),
            chapters: chapters.into_iter().map(ChapterView::from).collect(),
            memos: MemoView::all(config, memos),
        }
    }
}

/// Shows the newest edition of a book: its contents, and the answers to one of its questions.
#[utoipa::path(get, path = "/api/book/{bid}/read", tag = "books", security(("apiToken" = ["read"])),
    params(("bid" = String, Path), ReadQuery), responses((status = 200, body = OpenBookView)))]
pub(super) async fn read_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Query(query): Query<ReadQuery>,
) -> Result<Json<OpenBookView>> {
    let read = move |context: &_| {
        let question = query.question()?;
        memos::read(context, &actor, book_id(&bid)?, question.as_ref())
    };
    let open = run_blocking(&context, read).await?;
    Ok(Json(OpenBookView::of(&context.config(), open)))
}
