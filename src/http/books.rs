//! Library: books, their questions, their editions.

use axum::body::Bytes;
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::config::Config;
use crate::context::Context;
use crate::domain::edition::Format;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::error::{Error, Required};
use crate::services::books::BookSummary;
use crate::services::editions::EditionSummary;
use crate::services::{books, editions};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::file_body::{CachePolicy, attached};
use super::ids::book_id;
use super::view::{BookView, QuestionView, TimeView};

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BookListQuery {
    /// Topics to filter by; empty for all books.
    #[serde(default)]
    topics: Vec<String>,
}

/// Lists all books: the one with the newest edition, then the others, newest first.
#[utoipa::path(post, path = "/api/book/list", tag = "books", security(("apiToken" = ["read"])),
    request_body = BookListQuery, responses((status = 200, body = [BookView])))]
pub(super) async fn list_books(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<BookListQuery>,
) -> Result<impl IntoResponse> {
    let is_whole = query.topics.is_empty();
    let known = if is_whole { books::cached_list_json(&context, &actor) } else { None };
    let list = match known {
        Some(list) => list,
        None if is_whole => {
            run_blocking(&context, move |context| {
                let config = context.config();
                books::list_json(context, &actor, |books| to_json(&config, books))
            })
            .await?
        }
        None => {
            let list = move |context: &Context| {
                to_json(&context.config(), books::list(context, &actor, &query.topics)?)
            };
            run_blocking(&context, list).await?.into()
        }
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], Bytes::from_owner(list)))
}

/// Serialises a list of books. Runs on a blocking thread, since a library of hundreds of books takes a while.
fn to_json(config: &Config, books: Vec<BookSummary>) -> Result<Vec<u8>, Error> {
    let views: Vec<BookView> = books.into_iter().map(|book| BookView::of(config, book)).collect();
    serde_json::to_vec(&views).map_err(|error| Error::Internal(Box::new(error)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BookQuery {
    bid: String,
}

/// Shows a book.
#[utoipa::path(post, path = "/api/book", tag = "books", security(("apiToken" = ["read"])),
    request_body = BookQuery, responses((status = 200, body = BookView)))]
pub(super) async fn show_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<BookQuery>,
) -> Result<Json<BookView>> {
    let id = book_id(&query.bid)?;
    let book = run_blocking(&context, move |context| books::get(context, &actor, id)).await?;
    Ok(Json(BookView::of(&context.config(), book)))
}

/// Lists the questions of a book in their order.
#[utoipa::path(post, path = "/api/questions", tag = "books", security(("apiToken" = ["read"])),
    request_body = BookQuery, responses((status = 200, body = [QuestionView])))]
pub(super) async fn list_questions(
    State(context): AppState,
    Json(query): Json<BookQuery>,
) -> Result<Json<Vec<QuestionView>>> {
    let id = book_id(&query.bid)?;
    let questions = run_blocking(&context, move |context| books::questions(context, id)).await?;
    Ok(Json((1..).zip(questions).map(QuestionView::numbered).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QuestionQuery {
    /// Key of the question; books that share a key may each have their own text for it.
    key: String,
    /// Id of the only book to search.
    bid: Option<String>,
}

/// Question, with the book that asks it.
#[derive(Serialize, ToSchema)]
pub(super) struct AskedQuestionView {
    bid: String,
    #[serde(flatten)]
    question: QuestionView,
}

/// Lists the questions with a key, those of the newest book first.
#[utoipa::path(post, path = "/get-questions", tag = "books", security(("apiToken" = ["read"])),
    request_body = QuestionQuery, responses((status = 200, body = [AskedQuestionView])))]
pub(super) async fn find_questions(
    State(context): AppState,
    Json(query): Json<QuestionQuery>,
) -> Result<Json<Vec<AskedQuestionView>>> {
    let book = query.bid.as_deref().map(book_id).transpose()?;
    let find = move |context: &_| books::questions_of_key(context, &query.key, book);
    let found = run_blocking(&context, find).await?.into_iter();
    let view = |(bid, numbered): (BookId, _)| AskedQuestionView {
        bid: bid.to_string(),
        question: QuestionView::numbered(numbered),
    };
    Ok(Json(found.map(view).collect()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct EditionQuery {
    /// Number of the edition; the newest by default.
    edition: Option<u32>,
    /// `pdf` or `epub`; `pdf` by default.
    format: Option<String>,
}

impl EditionQuery {
    fn format(&self) -> Result<Format, Error> {
        let word = self.format.as_deref().unwrap_or(Format::Pdf.as_str());
        Format::parse(word).required(Item::FileFormat)
    }
}

/// Edition of a book.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct EditionView {
    /// Number of the edition, counted from 1.
    edition: u32,
    pages: u32,
    memos: usize,
    published_at: TimeView,
    /// Formats that can be downloaded: `pdf` and `epub`.
    formats: Vec<&'static str>,
}

/// Lists the editions that can be downloaded, newest first.
#[utoipa::path(get, path = "/api/book/{bid}/editions", tag = "books",
    security(("apiToken" = ["read"])), params(("bid" = String, Path)),
    responses((status = 200, body = [EditionView])))]
pub(super) async fn list_editions(
    State(context): AppState,
    Path(bid): Path<String>,
) -> Result<Json<Vec<EditionView>>> {
    let id = book_id(&bid)?;
    let editions = run_blocking(&context, move |context| editions::list(context, id)).await?;
    Ok(Json(editions.into_iter().map(EditionView::from).collect()))
}

impl From<EditionSummary> for EditionView {
    fn from(EditionSummary { edition, formats }: EditionSummary) -> Self {
        Self {
            formats: formats.into_iter().map(Format::as_str).collect(),
            edition: edition.number,
            pages: edition.pages,
            memos: edition.memos.len(),
            published_at: edition.published_at.into(),
        }
    }
}

/// Downloads an edition as PDF or EPUB.
#[utoipa::path(get, path = "/api/book/{bid}/download", tag = "books",
    security(("apiToken" = ["read"])), params(("bid" = String, Path), EditionQuery),
    responses((status = 200, content((Vec<u8> = "application/pdf"), (Vec<u8> = "application/epub+zip")))))]
pub(super) async fn download_book(
    State(context): AppState,
    Path(bid): Path<String>,
    Query(query): Query<EditionQuery>,
) -> Result<impl IntoResponse> {
    let id = book_id(&bid)?;
    let format = query.format()?;
    let download = move |context: &Context| editions::download(context, id, query.edition, format);
    let made = run_blocking(&context, download).await?;
    Ok(attached(made, format.as_str(), format.media_type(), CachePolicy::Shared))
}
