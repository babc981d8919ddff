//! Searching what one may see.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::config::Config;
use crate::domain::search::Kind;
use crate::error::Error;
use crate::services::search::{self, Marked, Results, Search, ShownResult};

use super::client_ip::ClientIp;
use super::error::{ErrorBody, Result};
use super::extract::{AppState, CurrentActor, Json, run_blocking};
use super::view::{AuthorView, TimeView, png_url};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// Words, of which all must be found; the last may be unfinished. There is no syntax.
    #[serde(default)]
    q: String,
    /// `book`, `question`, `memo`, `topic`, `post` or `comment`; everything when it is left out.
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
    Topic,
    Post,
    Comment,
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
    /// Of what was found; the key of a question.
    id: String,
    /// The book where it stands; in threads, the topic's code.
    bid: String,
    /// The book's name; in threads, the topic's.
    book: String,
    /// The key of the question, or of the one that the memo answers; null for everything else.
    qid: Option<String>,
    /// The post, or the one that a comment is about; null for everything else.
    pid: Option<String>,
    /// Whether members can read it in `/book/{bid}/read`: of a memo, that it stands in a published edition; of a book or a question, that the book has one. Of anything in threads, that everybody sees it.
    published: bool,
    /// The name of a book or topic, a prompt, or a caption, also of the post that a comment is about; empty when the book no longer asks it, or there is none.
    title: MarkedView,
    /// A part of a book's description, of a typed memo, of a comment, or of what a picture shows.
    text: MarkedView,
    /// Who wrote the memo or the comment, or posted.
    author: Option<AuthorView>,
    /// The places that were found in the author's name.
    author_marks: Vec<[u32; 2]>,
    /// Where the picture is of a memo or post that has one.
    img: Option<String>,
    /// When the memo was last changed, the book or topic made, the comment written, or the post published.
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

/// Finds books, questions, memos, topics, posts and comments; only what the caller may see.
#[utoipa::path(get, path = "/api/search", tag = "search", params(SearchQuery), responses(
    (status = 200, body = SearchView), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody),
    (status = 503, body = ErrorBody)))]
pub(super) async fn search(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    ClientIp(from): ClientIp,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchView>> {
    let search = parse(query)?;
    let results =
        run_blocking(&context, move |context| search::ask(context, &actor, from, &search)).await?;
    Ok(Json(SearchView::of(&context.config(), results)))
}

fn parse(SearchQuery { q, kind, page }: SearchQuery) -> Result<Search, Error> {
    let kind = if kind.is_empty() { None } else { Some(kind.parse()) };
    let kind = kind.transpose().map_err(|words: String| Error::invalid("kind", words))?;
    let page = if page.is_empty() { Ok(1) } else { page.parse() };
    let page = page.map_err(|_| Error::invalid("page", "A page is a number."))?;
    Ok(Search { words: q, kind, page })
}

impl SearchView {
    fn of(config: &Config, Results { total, page, pages, results }: Results) -> Self {
        let results = results.iter().map(|result| ResultView::of(config, result)).collect();
        Self { total, page, pages, results }
    }
}

impl ResultView {
    fn of(config: &Config, shown: &ShownResult) -> Self {
        let author = shown.author.as_ref();
        let marks = |marked: &Marked| marked.marks.iter().map(|(from, to)| [*from, *to]).collect();
        let view = |marked: &Marked| MarkedView { text: marked.text.clone(), marks: marks(marked) };
        Self {
            kind: match shown.target.kind() {
                Kind::Book => ResultKind::Book,
                Kind::Question => ResultKind::Question,
                Kind::Memo => ResultKind::Memo,
                Kind::Topic => ResultKind::Topic,
                Kind::Post => ResultKind::Post,
                Kind::Comment => ResultKind::Comment,
            },
            id: shown.id(),
            bid: shown.place.id.clone(),
            book: shown.place.name.clone(),
            qid: shown.question.as_ref().map(|key| key.as_str().to_owned()),
            pid: shown.post.map(|post| post.to_string()),
            published: shown.published,
            title: view(&shown.title),
            text: view(&shown.text),
            author: author.map(|author| AuthorView::named(&author.username, &author.name.text)),
            author_marks: author.map(|author| marks(&author.name)).unwrap_or_default(),
            img: shown.picture.map(|picture| png_url(config, picture)),
            at: shown.at.into(),
        }
    }
}
