//! Operator API for books.

mod files;
mod participation;
mod weekly_question;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::edition::{self, Format};
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::policy::Actor;
use crate::error::{Required, Result};
use crate::http::extractors::Json;
use crate::services::books::{BookEdit, ScheduleForm};
use crate::services::editions::{EditionSummary, Progress};
use crate::services::{self, books, editions};

use super::call::{Operator, Reply};
use super::nouns::Noun;
use super::{questions, suggestions};

pub use files::{Compilation, CompiledPreview, Content, ExportedFile, Purpose};
pub use participation::{AnswersFile, Participant, Reminder, ReminderReport};
pub use weekly_question::{Weekly, WeeklyChoice};

/// New book.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct NewBook {
    pub name: String,
    pub description: String,
    pub publish_at: Option<u32>,
    pub topics: Vec<String>,
    /// Id of the suggestion that the book answers.
    pub from: Option<String>,
    /// Message to the member who suggested the book; may be empty.
    #[serde(default)]
    pub words: String,
}

/// Changes to a book; a field that is left out stays as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Edit {
    pub name: Option<String>,
    pub description: Option<String>,
    pub publish_at: Option<u32>,
    pub topics: Option<Vec<String>>,
    pub cover_ink: Option<String>,
    pub cover_memo: Option<String>,
    #[serde(default)]
    pub all_black: Option<bool>,
}

/// Dates of a book, as they were typed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Dates {
    pub opens: String,
    pub closes: String,
    pub ready_by: String,
}

/// Book, as an admin sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Book {
    pub bid: String,
    pub name: String,
    pub description: String,
    pub publish_at: u32,
    pub topics: Vec<String>,
    pub memo_count: u32,
    pub edition: u32,
    /// Ink of the cover, from the next edition on.
    pub cover_ink: String,
    /// Whether the pages inside are printed in black and grey, from the next edition on.
    #[serde(default)]
    pub all_black: bool,
    /// Moment from which answers can be handed in, with the offset of the community's time zone.
    pub opens_at: Option<String>,
    /// Moment from which no more answers can be handed in.
    pub closes_at: Option<String>,
    /// Condition under which an edition is made by itself: `entries`, `date` or `both`.
    pub ready_by: String,
    /// Time since which the next edition is being made.
    pub compiling_since: Option<String>,
    /// Progress of the next edition in percent, 0 to 100, where known.
    pub compiled_percent: Option<u32>,
    /// Error of the last attempt to make the next edition.
    pub last_failure: Option<Failure>,
    /// Pictures that the newest edition was printed without.
    pub missing_pictures: Vec<MissingPicture>,
}

/// Memo whose picture an edition was printed without.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MissingPicture {
    pub mid: String,
    pub uid: String,
    /// Username of the author; empty for a former member.
    pub username: String,
    pub name: String,
    pub qid: String,
    /// Text of the question; empty if the book no longer asks it.
    pub question: String,
    /// Number of the question in the book, counted from 1; 0 if the book no longer asks it.
    pub number: u32,
}

/// Failed attempt to make an edition, with nothing published since.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Failure {
    pub at: String,
    pub error: String,
    pub attempts: u32,
    /// Time of the next attempt; `None` if there is none, because the job has failed for good.
    pub next_attempt_at: Option<String>,
}

/// Edition that can be downloaded.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Edition {
    pub bid: String,
    pub edition: u32,
    pub pages: u32,
    pub memos: usize,
    pub published_at: String,
    /// Formats that can be downloaded.
    pub formats: Vec<Format>,
    pub missing_pictures: Vec<MissingPicture>,
}

/// New edition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PublishedEdition {
    #[serde(flatten)]
    pub edition: Edition,
    /// Notices in sentences: why templates of the data folder were not used, and the number of pictures that are missing.
    pub notices: Vec<String>,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    let of_book = Router::new()
        .route("/", get(show_book).patch(edit_book).delete(remove_book))
        .route("/schedule", post(schedule_book))
        .route(
            "/weekly-question",
            get(weekly_question::show_weekly_question)
                .post(weekly_question::choose_weekly_question),
        )
        .route("/answers", get(participation::list_answers))
        .route("/answers.csv", get(participation::export_answers))
        .route("/remind", post(participation::remind_members))
        .route("/form", get(files::make_form))
        .route("/export", get(files::export_book))
        .route("/compile", post(files::compile_book))
        .route("/publish", get(check_publishing).post(publish_book))
        .route("/unpublish", get(check_unpublishing).post(unpublish_book))
        .route("/removal", get(check_removal))
        .route("/editions", get(list_editions))
        .nest("/questions", questions::routes());
    Router::new()
        .route("/api/operator/books", get(list_books).post(add_book))
        .nest("/api/operator/books/{book}", of_book)
}

async fn list_books(operator: Operator) -> Reply<Vec<Book>> {
    let list = |context: &Context, actor: &_| {
        let mut failures = editions::failures(context, actor)?;
        let listed = books::list(context, actor, &[])?.into_iter();
        listed.map(|summary| Book::load(context, actor, &mut failures, summary)).collect()
    };
    operator.list(list).await
}

async fn add_book(operator: Operator, Json(new): Json<NewBook>) -> Reply<Book> {
    let operator = operator.naming(Noun::Suggestion, &new.from);
    operator.run(move |context, actor| add(context, actor, new)).await
}

fn add(context: &Context, actor: &Actor, new: NewBook) -> Result<Book> {
    let NewBook { name, description, publish_at, topics, from, words } = new;
    let new = books::draft(&name, &description, publish_at, topics)?;
    let book = match from {
        Some(from) => services::books::suggestions::make_book(
            context,
            actor,
            suggestions::id(&from)?,
            new,
            &words,
        )?,
        None => books::add(context, actor, new)?,
    };
    load_book(context, actor, book.id)
}

async fn show_book(operator: Operator, Path(book): Path<String>) -> Reply<Book> {
    let operator = operator.naming(Noun::Book, &book);
    operator.run(move |context, actor| load_book(context, actor, id(&book)?)).await
}

fn load_book(context: &Context, actor: &Actor, id: BookId) -> Result<Book> {
    let mut failures = editions::failures(context, actor)?;
    Book::load(context, actor, &mut failures, books::get(context, actor, id)?)
}

async fn edit_book(
    operator: Operator,
    Path(book): Path<String>,
    Json(edit): Json<Edit>,
) -> Reply<Book> {
    let operator = operator.naming(Noun::Book, &book);
    let Edit {
        name,
        description,
        publish_at: publish_threshold,
        topics,
        cover_ink,
        cover_memo,
        all_black,
    } = edit;
    let edit =
        BookEdit { name, description, publish_threshold, topics, cover_ink, cover_memo, all_black };
    let edit = move |context: &Context, actor: &_| {
        let id = id(&book)?;
        books::edit(context, actor, id, edit)?;
        load_book(context, actor, id)
    };
    operator.run(edit).await
}

async fn schedule_book(
    operator: Operator,
    Path(book): Path<String>,
    Json(dates): Json<Dates>,
) -> Reply<Book> {
    let operator = operator.naming(Noun::Book, &book);
    let Dates { opens, closes, ready_by } = dates;
    let form = ScheduleForm { opens, closes, ready_by };
    let schedule = move |context: &Context, actor: &_| {
        let id = id(&book)?;
        books::set_schedule(context, actor, id, &form)?;
        load_book(context, actor, id)
    };
    operator.run(schedule).await
}

async fn remove_book(operator: Operator, Path(book): Path<String>) -> Reply<Book> {
    let operator = operator.naming(Noun::Book, &book);
    let remove = move |context: &Context, actor: &_| {
        let id = id(&book)?;
        let shown = load_book(context, actor, id)?;
        books::remove(context, actor, id)?;
        Ok(shown)
    };
    operator.run(remove).await
}

/// Shows a book that can be removed.
async fn check_removal(operator: Operator, book: Path<String>) -> Reply<Book> {
    show_checked(operator, book, books::check_removal).await
}

/// Shows a book that has memos to publish.
async fn check_publishing(operator: Operator, book: Path<String>) -> Reply<Book> {
    show_checked(operator, book, editions::check_publishing).await
}

/// Shows a book that can be unpublished.
async fn check_unpublishing(operator: Operator, book: Path<String>) -> Reply<Book> {
    show_checked(operator, book, editions::check_unpublishing).await
}

async fn show_checked(
    operator: Operator,
    Path(book): Path<String>,
    check: fn(&Context, &Actor, BookId) -> Result<()>,
) -> Reply<Book> {
    let operator = operator.naming(Noun::Book, &book);
    let show = move |context: &Context, actor: &_| {
        let id = id(&book)?;
        check(context, actor, id)?;
        load_book(context, actor, id)
    };
    operator.run(show).await
}

async fn publish_book(operator: Operator, Path(book): Path<String>) -> Response {
    operator.naming(Noun::Book, &book).stream(move |context, actor, _| {
        let (edition, notices) = editions::publish(context, actor, id(&book)?)?;
        let mut missing = editions::missing_pictures(context, actor, edition.book)?;
        let edition = Edition::of(&edition, &Format::ALL, &mut missing);
        Ok(PublishedEdition { edition, notices })
    })
}

async fn unpublish_book(operator: Operator, Path(book): Path<String>) -> Reply<Edition> {
    let operator = operator.naming(Noun::Book, &book);
    let unpublish = move |context: &Context, actor: &_| {
        let edition = editions::unpublish(context, actor, id(&book)?)?;
        Ok(Edition::of(&edition, &[], &mut BTreeMap::new()))
    };
    operator.run(unpublish).await
}

async fn list_editions(operator: Operator, Path(book): Path<String>) -> Reply<Vec<Edition>> {
    let operator = operator.naming(Noun::Book, &book);
    let list = move |context: &Context, actor: &_| {
        let book = id(&book)?;
        let mut missing = editions::missing_pictures(context, actor, book)?;
        let editions = editions::list(context, book)?.into_iter();
        let shown = editions.map(|EditionSummary { edition, formats }| {
            Edition::of(&edition, &formats, &mut missing)
        });
        Ok(shown.collect())
    };
    operator.list(list).await
}

pub(super) fn id(text: &str) -> Result<BookId> {
    text.parse().required(Item::Book)
}

impl Book {
    fn load(
        context: &Context,
        actor: &Actor,
        failures: &mut BTreeMap<BookId, editions::Failure>,
        summary: books::BookSummary,
    ) -> Result<Self> {
        let mut missing = editions::missing_pictures(context, actor, summary.book.id)?;
        let zone = &context.config().time_zone;
        Ok(Self {
            cover_ink: summary.book.ink().as_str().to_owned(),
            missing_pictures: listed(missing.remove(&summary.book.edition)),
            last_failure: failures.remove(&summary.book.id).map(Failure::from),
            bid: summary.book.id.to_string(),
            name: summary.book.name,
            description: summary.book.description,
            publish_at: summary.book.publish_threshold,
            topics: summary.book.topics,
            memo_count: summary.memo_count,
            edition: summary.book.edition,
            all_black: summary.book.all_black,
            opens_at: summary.book.schedule.opens_at.map(|moment| zone.with_offset(moment)),
            closes_at: summary.book.schedule.closes_at.map(|moment| zone.with_offset(moment)),
            ready_by: summary.book.schedule.ready_by.as_str().to_owned(),
            compiling_since: summary.compiling_since.map(|since| since.to_string()),
            compiled_percent: summary.compiling.map(Progress::percent),
        })
    }
}

fn listed(missing: Option<Vec<editions::MissingPicture>>) -> Vec<MissingPicture> {
    missing.unwrap_or_default().into_iter().map(MissingPicture::from).collect()
}

impl From<editions::MissingPicture> for MissingPicture {
    fn from(missing: editions::MissingPicture) -> Self {
        let editions::MissingPicture { memo, account, author, key, question, number } = missing;
        Self {
            mid: memo.to_string(),
            uid: account.to_string(),
            username: author.username,
            name: author.name,
            qid: key,
            question,
            number,
        }
    }
}

impl From<editions::Failure> for Failure {
    fn from(failure: editions::Failure) -> Self {
        Self {
            at: failure.at.to_string(),
            error: failure.error,
            attempts: failure.attempts,
            next_attempt_at: failure.next_attempt_at.map(|time| time.to_string()),
        }
    }
}

impl Edition {
    fn of(
        edition: &edition::Edition,
        formats: &[Format],
        missing: &mut BTreeMap<u32, Vec<editions::MissingPicture>>,
    ) -> Self {
        Self {
            missing_pictures: listed(missing.remove(&edition.number)),
            formats: formats.to_vec(),
            bid: edition.book.to_string(),
            edition: edition.number,
            pages: edition.pages,
            memos: edition.memos.len(),
            published_at: edition.published_at.to_string(),
        }
    }
}
