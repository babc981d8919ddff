//! Full-text search of everything that the caller may see.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::config::Config;
use crate::domain::handwriting::Area;
use crate::domain::message::Message;
use crate::domain::search::Kind;
use crate::error::Error;
use crate::services::search::{self, MarkedText, Results, Search, SearchResultDetails};

use super::client_ip::ClientIp;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::view::{AuthorView, TimeView, png_url};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// Words, all of which must match; the last may be incomplete. There is no query syntax.
    #[serde(default)]
    #[param(max_length = 200)]
    q: String,
    /// `book`, `question`, `memo`, `topic`, `post` or `comment`; all kinds by default.
    #[serde(default)]
    kind: String,
    /// Page, counted from 1; 1 by default.
    #[serde(default)]
    page: String,
}

/// Kind of a search result.
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

/// Text with its matches.
#[derive(Serialize, ToSchema)]
pub(super) struct MarkedView {
    text: String,
    /// Start and end of each match in UTF-16 code units, as JavaScript counts; in order, without overlaps.
    marks: Vec<[u32; 2]>,
}

/// Search result.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ResultView {
    kind: ResultKind,
    /// Id of the book, memo, topic, post or comment; key of a question.
    id: String,
    /// Id of the book; in threads, code of the topic.
    bid: String,
    /// Name of the book; in threads, of the topic.
    book: String,
    /// Key of the question, or of the one that the memo answers; null for all other kinds.
    qid: Option<String>,
    /// Id of the post, or of the post that a comment is about; null for all other kinds.
    pid: Option<String>,
    /// Whether members can read it in `/book/{bid}/read`. Memo: is in a published edition. Book or question: the book has a
    /// published edition. In threads: visible to everybody.
    published: bool,
    /// Name of the book or topic, text of the question, or caption of the post, also for its comments; empty if there is none, or
    /// the book no longer asks the question.
    title: MarkedView,
    /// Excerpt of a book's description, a typed memo, a comment, or the transcription or description of a picture.
    text: MarkedView,
    /// Author of the memo, post or comment.
    author: Option<AuthorView>,
    /// Matches in the author's name, as in `marks`.
    author_marks: Vec<[u32; 2]>,
    /// Path of the picture of a memo or post, if it has one.
    img: Option<String>,
    /// Line of the picture that may contain the words: the server has read them, which may be wrong. Null if its author has
    /// written what the picture says.
    handwriting: Option<HandwritingView>,
    /// Time of a memo's last change, of a book's, topic's or comment's creation, or of a post's publication.
    at: TimeView,
}

/// Line of handwriting that may contain the words.
#[derive(Serialize, ToSchema)]
pub(super) struct HandwritingView {
    /// Size of the picture in pixels.
    width: u32,
    height: u32,
    /// Part of the picture with the line.
    line: AreaView,
    /// Parts of it with the words.
    marks: Vec<AreaView>,
    /// Line as it was read.
    text: MarkedView,
}

/// Part of a picture, in its pixels from the upper left corner.
#[derive(Serialize, ToSchema)]
pub(super) struct AreaView {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

impl From<Area> for AreaView {
    fn from(Area { left, top, width, height }: Area) -> Self {
        Self { left, top, width, height }
    }
}

/// Page of search results.
#[derive(Serialize, ToSchema)]
pub(super) struct SearchView {
    /// Number of results on all pages.
    total: usize,
    page: usize,
    pages: usize,
    /// Results, best first.
    results: Vec<ResultView>,
}

/// Searches books, questions, memos, topics, posts and comments; finds only what the caller may see.
#[utoipa::path(get, path = "/api/search", tag = "search", security(("apiToken" = ["read"])),
    params(SearchQuery), responses((status = 200, body = SearchView)))]
pub(super) async fn search(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    ClientIp(from): ClientIp,
    Query(query): Query<SearchQuery>,
) -> Result<Json<SearchView>> {
    let search = parse(query)?;
    let results = run_blocking(&context, move |context| {
        search::find_rate_limited(context, &actor, from, &search)
    })
    .await?;
    Ok(Json(SearchView::of(&context.config(), results)))
}

fn parse(SearchQuery { q, kind, page }: SearchQuery) -> Result<Search, Error> {
    let kind = if kind.is_empty() { None } else { Some(kind.parse()) };
    let kind = kind.transpose().map_err(|unknown| Error::invalid("kind", unknown))?;
    let page = if page.is_empty() { Ok(1) } else { page.parse() };
    let page = page.map_err(|_| {
        Error::invalid("page", Message::new("page-not-a-number", "Enter a page number."))
    })?;
    Ok(Search { query: q, kind, page })
}

impl SearchView {
    fn of(config: &Config, Results { total, page, pages, results }: Results) -> Self {
        let results = results.iter().map(|result| ResultView::of(config, result)).collect();
        Self { total, page, pages, results }
    }
}

impl ResultView {
    fn of(config: &Config, shown: &SearchResultDetails) -> Self {
        let author = shown.author.as_ref();
        let marks =
            |marked: &MarkedText| marked.marks.iter().map(|(from, to)| [*from, *to]).collect();
        let view =
            |marked: &MarkedText| MarkedView { text: marked.text.clone(), marks: marks(marked) };
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
            handwriting: shown.handwriting.as_ref().map(|found| HandwritingView {
                width: found.width,
                height: found.height,
                line: found.line.into(),
                marks: found.marks.iter().copied().map(AreaView::from).collect(),
                text: view(&found.text),
            }),
            at: shown.at.into(),
        }
    }
}
