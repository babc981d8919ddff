//! Searching what one may see.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::domain::search::Kind;
use crate::error::Error;
use crate::services::search::{self, Marked, Results, Search, ShownResult};

use super::client::Sender;
use super::error::{ErrorBody, Result};
use super::extract::{AppState, Caller, Json, blocking};
use super::view::{AuthorView, TimeView, picture_url};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// Words, of which all must be found; the last may be unfinished. There is no syntax.
    #[serde(default)]
    q: String,
    /// `book`, `question` or `memo`; everything when it is left out.
    #[serde(default)]
    kind: String,
    /// Counted from 1.
    #[serde(default)]
    page: String,
}

/// What can be found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum ResultKind {
    Book,
    Question,
    Memo,
}

/// A text and the places in it that were found.
#[derive(Serialize, ToSchema)]
pub(super) struct MarkedView {
    text: String,
    /// Beginnings and ends in UTF-16 code units, as JavaScript counts; in order, apart from each other.
    marks: Vec<[u32; 2]>,
}

/// Something that was found.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResultView {
    kind: ResultKind,
    /// Of the memo or the book; the key of a question.
    id: String,
    bid: String,
    book: String,
    /// The key of the question, or of the one that the memo answers; null for a book.
    qid: Option<String>,
    /// Whether members can read it in `/book/{bid}/read`: of a memo, that it stands in a published edition; of a book or a question, that the book has one.
    published: bool,
    /// The name of a book, or a prompt; empty when the book no longer asks it.
    title: MarkedView,
    /// A part of a book's description, or of a typed memo.
    text: MarkedView,
    /// Who wrote the memo.
    author: Option<AuthorView>,
    /// The places that were found in the author's name.
    author_marks: Vec<[u32; 2]>,
    /// Where the memo's picture is, if it is one.
    img: Option<String>,
    /// When the memo was last changed, or the book was made.
    at: TimeView,
}

/// One page of what was found.
#[derive(Serialize, ToSchema)]
pub(super) struct SearchView {
    /// On all pages.
    total: usize,
    page: usize,
    pages: usize,
    /// The best first.
    results: Vec<ResultView>,
}

/// Finds books, questions and memos; only what the caller may see.
#[utoipa::path(get, path = "/api/search", tag = "search", params(SearchQuery), responses(
    (status = 200, body = SearchView), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody)))]
pub(super) async fn search(
    State(app): AppState,
    Caller(actor): Caller,
    Sender(from): Sender,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchView>> {
    let search = parse(query)?;
    let results = blocking(&app, move |app| search::ask(app, &actor, from, &search)).await?;
    Ok(Json(results.into()))
}

fn parse(SearchQuery { q, kind, page }: SearchQuery) -> Result<Search, Error> {
    let kind = if kind.is_empty() { None } else { Some(kind.parse()) };
    let kind = kind.transpose().map_err(|words: String| Error::invalid("kind", words))?;
    let page = if page.is_empty() { Ok(1) } else { page.parse() };
    let page = page.map_err(|_| Error::invalid("page", "A page is a number."))?;
    Ok(Search { words: q, kind, page })
}

impl From<Results> for SearchView {
    fn from(Results { total, page, pages, results }: Results) -> Self {
        Self { total, page, pages, results: results.into_iter().map(ResultView::from).collect() }
    }
}

impl From<ShownResult> for ResultView {
    fn from(shown: ShownResult) -> Self {
        let memo = shown.memo.as_ref();
        let marks = |marked: &Marked| marked.marks.iter().map(|(from, to)| [*from, *to]).collect();
        let view = |marked: &Marked| MarkedView { text: marked.text.clone(), marks: marks(marked) };
        Self {
            kind: match shown.target.kind() {
                Kind::Book => ResultKind::Book,
                Kind::Question => ResultKind::Question,
                Kind::Memo => ResultKind::Memo,
            },
            id: shown.id(),
            bid: shown.book.id.to_string(),
            book: shown.book.name.clone(),
            qid: shown.question().map(|key| key.as_str().to_owned()),
            published: shown.published,
            title: view(&shown.title),
            text: view(&shown.text),
            author: memo.map(|memo| AuthorView::named(&memo.username, &memo.author.text)),
            author_marks: memo.map(|memo| marks(&memo.author)).unwrap_or_default(),
            img: memo.and_then(|shown| picture_url(&shown.memo)),
            at: shown.at().into(),
        }
    }
}
