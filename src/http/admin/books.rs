//! Books for admins: creating and changing them.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::Config;
use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::error::to_sentences;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::{book_id, suggestion_id};
use crate::http::view::{AuthorView, ScheduleView, TimeView};
use crate::services::books::{self, BookEdit, ScheduleForm, suggestions};
use crate::services::editions::{self, AdminBookSummary, Failure, MissingPicture, Progress};

use super::questions::{AdminQuestionView, question_views};

/// Failure of the last attempt to make an edition, with nothing published since.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct BookFailureView {
    at: TimeView,
    error: String,
    attempts: u32,
    /// Time of the next attempt; null if there is none, because the job has failed for good.
    next_attempt_at: Option<TimeView>,
}

impl From<Failure> for BookFailureView {
    fn from(Failure { at, error, attempts, next_attempt_at }: Failure) -> Self {
        let next_attempt_at = next_attempt_at.map(TimeView::from);
        Self { at: at.into(), error: to_sentences(&error), attempts, next_attempt_at }
    }
}

/// Memo whose picture the newest edition was printed without, because its file was missing or damaged.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MissingPictureView {
    mid: String,
    uid: String,
    author: AuthorView,
    qid: String,
    /// Text of the question; empty if the book no longer asks it.
    question: String,
    /// Number of the question in the book, counted from 1; 0 if the book no longer asks it.
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

/// Book, as an admin sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct AdminBookView {
    id: String,
    name: String,
    description: String,
    topics: Vec<String>,
    /// Number of newly answered questions that triggers the next edition.
    publish_at: u32,
    /// Number of memos by all members.
    memo_count: u32,
    /// Number of memos that were in no edition yet.
    new_memos: u32,
    /// Number of questions that the new memos answer, counted once per member; the book is published when it reaches `publishAt`.
    new_answers: u32,
    question_count: u32,
    /// Number of the newest edition; 0 while there is none.
    edition: u32,
    /// Whether a publication was requested that is queued or in progress.
    publishing: bool,
    /// Time since which the next edition is being made.
    compiling_since: Option<TimeView>,
    /// Progress of the next edition in percent, 0 to 100; null while unknown.
    compiled_percent: Option<u32>,
    /// Failure of the last attempt to make an edition; null if there is none.
    last_failure: Option<BookFailureView>,
    /// Ink of the cover from the next edition on.
    cover_ink: &'static str,
    /// Id of the memo that was chosen for the cover; null if none was.
    cover_memo: Option<String>,
    /// Whether the pages inside are printed in black and grey from the next edition on, whatever ink members wrote with.
    all_black: bool,
    /// Pictures missing from the newest edition; empty if it has all.
    missing_pictures: Vec<MissingPictureView>,
    created_at: TimeView,
    schedule: ScheduleView,
}

impl AdminBookView {
    pub(super) fn of(config: &Config, summary: AdminBookSummary) -> Self {
        let book = summary.book;
        Self {
            cover_ink: book.ink().as_str(),
            id: book.id.to_string(),
            name: book.name,
            description: book.description,
            topics: book.topics,
            publish_at: book.publish_threshold,
            memo_count: summary.memos,
            new_memos: summary.new.memos,
            new_answers: summary.new.answered,
            question_count: summary.questions,
            edition: book.edition,
            publishing: summary.is_publishing,
            compiling_since: summary.compiling_since.map(TimeView::from),
            compiled_percent: summary.compiling.map(Progress::percent),
            last_failure: summary.failure.map(BookFailureView::from),
            cover_memo: book.cover.memo.map(|memo| memo.to_string()),
            all_black: book.all_black,
            missing_pictures: summary.missing_pictures.into_iter().map(Into::into).collect(),
            created_at: book.created_at.into(),
            schedule: ScheduleView::of(config, book.schedule),
        }
    }
}

/// Book with its questions.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AdminBookDetails {
    book: AdminBookView,
    /// Questions in the order of the book.
    questions: Vec<AdminQuestionView>,
}

/// Loads a book after a change to it.
pub(super) fn details(
    context: &Context,
    actor: &Actor,
    id: BookId,
) -> crate::error::Result<AdminBookDetails> {
    let summary = editions::admin_summary(context, actor, id)?;
    let book = AdminBookView::of(&context.config(), summary);
    Ok(AdminBookDetails {
        book,
        questions: question_views(books::list_questions_with_counts(context, actor, id)?),
    })
}

/// Lists all books, newest first.
#[utoipa::path(get, path = "/api/admin/books", tag = "admin", security(("apiToken" = ["books"])),
    responses((status = 200, body = [AdminBookView])))]
pub(in crate::http) async fn list_admin_books(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<AdminBookView>>> {
    let books =
        run_blocking(&context, move |context| editions::admin_summaries(context, &actor)).await?;
    let config = context.config();
    Ok(Json(books.into_iter().map(|book| AdminBookView::of(&config, book)).collect()))
}

/// Shows a book with its questions.
#[utoipa::path(get, path = "/api/admin/books/{bid}", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    responses((status = 200, body = AdminBookDetails)))]
pub(in crate::http) async fn show_admin_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<Json<AdminBookDetails>> {
    let id = book_id(&bid)?;
    Ok(Json(run_blocking(&context, move |context| details(context, &actor, id)).await?))
}

/// Request body for a new book.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct NewBookBody {
    /// Name, one line of at most 120 characters.
    #[schema(max_length = 120)]
    name: String,
    /// Description of at most 600 characters; may be left out.
    #[serde(default)]
    #[schema(max_length = 600)]
    description: String,
    /// Number of newly answered questions that triggers an edition; 20 by default.
    publish_at: Option<u32>,
    /// Topics, at most 20; may be left out.
    #[serde(default)]
    topics: Vec<String>,
    /// Id of the suggestion that the book answers.
    from: Option<String>,
    /// Message to the member who suggested the book, in the mail that announces it, at most 600 characters; may be left out.
    #[serde(default)]
    #[schema(max_length = 600)]
    words: String,
}

/// Adds a book without questions; if it was suggested, the member who did is notified.
#[utoipa::path(post, path = "/api/admin/books", tag = "admin", security(("apiToken" = ["books"])),
    request_body = NewBookBody, responses((status = 201, body = AdminBookView)))]
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
    let added = run_blocking(&context, add).await?;
    Ok((StatusCode::CREATED, Json(AdminBookView::of(&context.config(), added))))
}

/// Changes to a book; a field that is left out stays as it is.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct BookUpdate {
    name: Option<String>,
    description: Option<String>,
    publish_at: Option<u32>,
    topics: Option<Vec<String>>,
    /// Ink of the cover from the next edition on: `blue`, `moss`, `ochre`, `plum`, `petrol`, `sepia`, `slate`, `olive`, or empty for the
    /// book's own.
    cover_ink: Option<String>,
    /// Id of the memo whose handwriting the cover shows from the next edition on; empty to have one chosen.
    cover_memo: Option<String>,
    /// Whether the pages inside are printed in black and grey from the next edition on, whatever ink members wrote with.
    all_black: Option<bool>,
}

/// Changes a book's name, description, topics, cover, inks or `publishAt`. Publishes the book if it has that many new answers already.
#[utoipa::path(post, path = "/api/admin/books/{bid}/change", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)), request_body = BookUpdate,
    responses((status = 200, body = AdminBookView)))]
pub(in crate::http) async fn change_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(update): Json<BookUpdate>,
) -> Result<Json<AdminBookView>> {
    let BookUpdate {
        name,
        description,
        publish_at: publish_threshold,
        topics,
        cover_ink,
        cover_memo,
        all_black,
    } = update;
    let id = book_id(&bid)?;
    let edit =
        BookEdit { name, description, publish_threshold, topics, cover_ink, cover_memo, all_black };
    let change = move |context: &Context| {
        books::edit(context, &actor, id, edit)?;
        editions::admin_summary(context, &actor, id)
    };
    let changed = run_blocking(&context, change).await?;
    Ok(Json(AdminBookView::of(&context.config(), changed)))
}

/// Dates of a book, in the community's time zone.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct ScheduleBody {
    /// Date, or date and time, from which answers can be handed in: `2026-12-01T08:00`; empty for a book that is open from the start.
    #[serde(default)]
    opens: String,
    /// Date, or date and time, from which no more answers can be handed in; a date alone means 23:59; empty for a book
    /// that stays open.
    #[serde(default)]
    closes: String,
    /// `entries`: an edition is made whenever there are `publishAt` new answers. `date`: when the book closes. `both`: in both cases.
    /// `entries` by default.
    #[serde(default)]
    ready_by: String,
}

/// Sets the dates of a book. Answers are refused before it opens and after it closes; an upload that began in time counts.
#[utoipa::path(post, path = "/api/admin/books/{bid}/schedule", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)), request_body = ScheduleBody,
    responses((status = 200, body = AdminBookView)))]
pub(in crate::http) async fn schedule_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(ScheduleBody { opens, closes, ready_by }): Json<ScheduleBody>,
) -> Result<Json<AdminBookView>> {
    let id = book_id(&bid)?;
    let schedule = move |context: &Context| {
        books::set_schedule(context, &actor, id, &ScheduleForm { opens, closes, ready_by })?;
        editions::admin_summary(context, &actor, id)
    };
    let scheduled = run_blocking(&context, schedule).await?;
    Ok(Json(AdminBookView::of(&context.config(), scheduled)))
}
