//! Books, as admins make and change them.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::http::books::book_id;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, CurrentActor, Json, run_blocking};
use crate::http::view::{AuthorView, TimeView};
use crate::services::books::{self, BookEdit};
use crate::services::editions::{self, AdminBookSummary, Failure, MissingPicture, Progress};
use crate::services::suggestions;

use super::questions::{AdminQuestionView, asked};
use super::suggestions::suggestion_id;

/// Why a book could not be made the last time, with nothing published since.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BookFailureView {
    at: TimeView,
    error: String,
    attempts: u32,
    /// Null when it was given up.
    next_attempt_at: Option<TimeView>,
}

impl From<Failure> for BookFailureView {
    fn from(Failure { at, error, attempts, next_attempt_at }: Failure) -> Self {
        let next_attempt_at = next_attempt_at.map(TimeView::from);
        Self { at: at.into(), error, attempts, next_attempt_at }
    }
}

/// Memo whose picture the newest edition was printed without: its file was missing or damaged.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MissingPictureView {
    mid: String,
    uid: String,
    author: AuthorView,
    qid: String,
    /// Empty if the book no longer asks it.
    question: String,
    /// Of the question, counted from 1; 0 if the book no longer asks it.
    number: u32,
}

impl From<MissingPicture> for MissingPictureView {
    fn from(missing: MissingPicture) -> Self {
        let MissingPicture { memo, account, author, key, question, number } = missing;
        Self {
            mid: memo.to_string(),
            uid: account.to_string(),
            author: author.into(),
            qid: key,
            question,
            number,
        }
    }
}

/// A book, as an admin sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct AdminBookView {
    id: String,
    name: String,
    description: String,
    topics: Vec<String>,
    /// Answered questions that the next edition waits for.
    publish_at: u32,
    /// Entries by everybody.
    memo_count: u32,
    /// Memos that stood in no edition.
    new_memos: u32,
    /// Questions that they answer, each member's counted once: published when there are `publishAt`.
    new_answers: u32,
    question_count: u32,
    /// The newest edition; 0 while there is none.
    edition: u32,
    /// Whether somebody has it published: it waits for its turn, or is being made.
    publishing: bool,
    /// Since when the next edition is being made.
    compiling_since: Option<TimeView>,
    /// How much of it is done, 0 to 100; null while that is not known.
    compiled_percent: Option<u32>,
    /// Null when all is well.
    last_failure: Option<BookFailureView>,
    /// Empty when the newest edition has all pictures.
    missing_pictures: Vec<MissingPictureView>,
    created_at: TimeView,
}

impl From<AdminBookSummary> for AdminBookView {
    fn from(tended: AdminBookSummary) -> Self {
        let book = tended.book;
        Self {
            id: book.id.to_string(),
            name: book.name,
            description: book.description,
            topics: book.topics,
            publish_at: book.publish_at,
            memo_count: tended.memos,
            new_memos: tended.new.memos,
            new_answers: tended.new.answered,
            question_count: tended.questions,
            edition: book.edition,
            publishing: tended.is_publishing,
            compiling_since: tended.compiling_since.map(TimeView::from),
            compiled_percent: tended.compiling.map(Progress::percent),
            last_failure: tended.failure.map(BookFailureView::from),
            missing_pictures: tended.missing_pictures.into_iter().map(Into::into).collect(),
            created_at: book.created_at.into(),
        }
    }
}

/// A book with its prompts.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AdminBookDetails {
    book: AdminBookView,
    /// In their order.
    questions: Vec<AdminQuestionView>,
}

/// Looks at the book after whatever was done to it.
pub(super) fn details(
    context: &Context,
    actor: &Actor,
    id: BookId,
) -> crate::error::Result<AdminBookDetails> {
    let book = editions::admin_summary(context, actor, id)?.into();
    Ok(AdminBookDetails { book, questions: asked(books::asked(context, actor, id)?) })
}

/// Every book, newest first.
#[utoipa::path(get, path = "/api/admin/books", tag = "admin", responses(
    (status = 200, body = [AdminBookView]), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn list_admin_books(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<AdminBookView>>> {
    let books =
        run_blocking(&context, move |context| editions::admin_summaries(context, &actor)).await?;
    Ok(Json(books.into_iter().map(AdminBookView::from).collect()))
}

/// One book with its prompts.
#[utoipa::path(get, path = "/api/admin/books/{bid}", tag = "admin", params(("bid" = String, Path)), responses(
    (status = 200, body = AdminBookDetails), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn show_admin_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<Json<AdminBookDetails>> {
    let id = book_id(&bid)?;
    Ok(Json(run_blocking(&context, move |context| details(context, &actor, id)).await?))
}

/// A book to be made.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct NewBookBody {
    /// One line of at most 120 characters.
    name: String,
    /// At most 600 characters; may be left out.
    #[serde(default)]
    description: String,
    /// 20 when it is left out.
    publish_at: Option<u32>,
    /// At most 20; may be left out.
    #[serde(default)]
    topics: Vec<String>,
    /// The suggestion that it answers.
    from: Option<String>,
    /// To the member who suggested it, in the mail that tells of it, at most 600 characters; may be left out.
    #[serde(default)]
    words: String,
}

/// Makes a book without questions; if it was suggested, its member is told.
#[utoipa::path(post, path = "/api/admin/books", tag = "admin", request_body = NewBookBody, responses(
    (status = 201, body = AdminBookView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(in crate::http) async fn add_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(new): Json<NewBookBody>,
) -> Result<(StatusCode, Json<AdminBookView>)> {
    let add = move |context: &Context| {
        policy::may_administrate(&actor)?;
        let draft = books::draft(&new.name, &new.description, new.publish_at, new.topics)?;
        let book = match new.from {
            Some(from) => {
                suggestions::make_book(context, &actor, suggestion_id(&from)?, draft, &new.words)?
            }
            None => books::add(context, &actor, draft)?,
        };
        editions::admin_summary(context, &actor, book.id)
    };
    Ok((StatusCode::CREATED, Json(run_blocking(&context, add).await?.into())))
}

/// What is to be another; what is left out stays.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct BookUpdate {
    name: Option<String>,
    description: Option<String>,
    publish_at: Option<u32>,
    topics: Option<Vec<String>>,
}

/// Changes what a book says of itself, and how many memos it waits for: it is published when it has them already.
#[utoipa::path(post, path = "/api/admin/books/{bid}/change", tag = "admin", params(("bid" = String, Path)),
    request_body = BookUpdate, responses(
    (status = 200, body = AdminBookView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(in crate::http) async fn change_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(BookUpdate { name, description, publish_at, topics }): Json<BookUpdate>,
) -> Result<Json<AdminBookView>> {
    let (id, edit) = (book_id(&bid)?, BookEdit { name, description, publish_at, topics });
    let change = move |context: &Context| {
        books::edit(context, &actor, id, edit)?;
        editions::admin_summary(context, &actor, id)
    };
    Ok(Json(run_blocking(&context, change).await?.into()))
}
