//! Books and their questions: the library, and administration of books.

mod add;
mod edit;
mod export;
mod form_preview;
pub mod form_template_cache;
pub mod forms;
mod import;
mod in_flight_builds;
mod library_cache;
pub mod participation;
mod question_counts;
pub mod reminders;
mod remove;
pub(super) mod schedule;
pub mod suggestions;
pub mod weekly_question;

use std::collections::BTreeMap;
use std::fs::File;
use std::sync::Arc;

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::cover::CoverFiles;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};
use crate::press::book::Progress;
use crate::store::ReadTx;

pub(super) use add::insert_book;
pub use add::{add, draft};
pub use edit::{
    BookEdit, add_question, check_question_removal, edit, move_question, remove_question,
    replace_questions,
};
pub use export::{Content, ExportedFile, export};
pub use form_preview::{FormPreview, preview_form};
pub use import::{ImportReport, Preview, RowChange, import_questions, preview_import};
pub(super) use in_flight_builds::InFlightBuilds;
use library_cache::{BookWithCount, CachedLibrary, LibraryCache, Viewer};
pub use question_counts::{AskedQuestion, list_questions_with_counts};
pub use remove::{check_removal, remove};
pub(crate) use schedule::restore_closing_jobs;
pub use schedule::{ScheduleForm, set_schedule};

/// Book as shown in the library.
#[derive(Clone, Debug)]
pub struct BookSummary {
    pub book: Book,
    /// Memos by all members.
    pub memo_count: u32,
    /// Number of answers for the next edition, one for each member and question.
    pub new_answers: u32,
    /// Memos by the acting member.
    pub user_memo_count: u32,
    /// Cover of the newest edition.
    pub cover: Option<CoverFiles>,
    /// Whether no other book has a newer edition.
    pub is_newest: bool,
    /// Start of the build of its next edition; shown to its keepers and to admins only.
    pub compiling_since: Option<Timestamp>,
    /// Progress of that build, once known; small books never report any.
    pub compiling: Option<Progress>,
}

/// Library: the book with the newest edition, then the others, newest first; only books of the given topics, if any are given.
pub fn list(context: &Context, actor: &Actor, topics: &[String]) -> Result<Vec<BookSummary>> {
    let cache = context.state::<LibraryCache>().now(context)?;
    let mut books = list_summaries(context, actor, &cache)?;
    books.retain(|BookSummary { book, .. }| {
        topics.is_empty() || book.topics.iter().any(|topic| topics.contains(topic))
    });
    Ok(books)
}

/// Library as serialized by `write`, cached for visitors and members until a book or memo changes.
pub fn list_json(
    context: &Context,
    actor: &Actor,
    write: impl FnOnce(Vec<BookSummary>) -> Result<Vec<u8>>,
) -> Result<Arc<[u8]>> {
    let cache = context.state::<LibraryCache>().now(context)?;
    let reader = Viewer::of(actor);
    if let Some(json) = reader.and_then(|reader| cache.response(reader)) {
        return Ok(json);
    }
    let json: Arc<[u8]> = write(list_summaries(context, actor, &cache)?)?.into();
    if let Some(reader) = reader {
        cache.insert(reader, Arc::clone(&json));
    }
    Ok(json)
}

/// Cached library; `None` if the store has had any write since, or the reader's view is not cached.
pub fn cached_list_json(context: &Context, actor: &Actor) -> Option<Arc<[u8]>> {
    context.state::<LibraryCache>().unchanged(context)?.response(Viewer::of(actor)?)
}

fn list_summaries(
    context: &Context,
    actor: &Actor,
    cache: &CachedLibrary,
) -> Result<Vec<BookSummary>> {
    let own = match policy::member(actor) {
        Ok(member) => context.read()?.count_memos_of_member(member)?,
        Err(_) => BTreeMap::new(),
    };
    let summarize = |book: &BookWithCount| {
        let own = own.get(&book.book.id).copied().unwrap_or(0);
        summarize(context, actor, book.clone(), own)
    };
    Ok(cache.books.iter().map(summarize).collect())
}

/// Book with its counts, as shown in the library.
pub fn get(context: &Context, actor: &Actor, id: BookId) -> Result<BookSummary> {
    let library = context.state::<LibraryCache>().now(context)?;
    let tx = context.read()?;
    let book = find(&tx, id)?;
    let own = match policy::member(actor) {
        Ok(member) => tx.count_memos_of_member_in(member, id)?,
        Err(_) => 0,
    };
    let book = BookWithCount {
        memos: tx.count_memos_of_book(id)?,
        new_answers: tx.count_new_answers(id)?,
        cover: tx.edition(id, book.edition)?.and_then(|edition| edition.cover),
        is_newest: library.books.iter().any(|other| other.is_newest && other.book.id == id),
        book,
    };
    Ok(summarize(context, actor, book, own))
}

fn summarize(context: &Context, actor: &Actor, book: BookWithCount, own: u32) -> BookSummary {
    let BookWithCount { book, memos, new_answers, cover, is_newest } = book;
    let (compiling_since, compiling) = match policy::may_keep(actor, book.id) {
        Ok(()) => (
            context.state::<InFlightBuilds>().since(book.id),
            context.state::<InFlightBuilds>().progress(book.id),
        ),
        Err(_) => (None, None),
    };
    BookSummary {
        book,
        memo_count: memos,
        new_answers,
        user_memo_count: own,
        cover,
        is_newest,
        compiling_since,
        compiling,
    }
}

/// File of the cover of a book's newest edition, which everybody may see; `None` if no cover has it.
pub fn cover_file(context: &Context, blob: BlobHash) -> Result<Option<File>> {
    let library = context.state::<LibraryCache>().now(context)?;
    let mut covers = library.books.iter().filter_map(|book| book.cover);
    if covers.any(|cover| cover.blobs().contains(&blob)) {
        return Ok(context.blobs.open_file(blob)?);
    }
    Ok(None)
}

/// Questions of a book in their order.
pub fn questions(context: &Context, id: BookId) -> Result<Vec<Question>> {
    let tx = context.read()?;
    find(&tx, id)?;
    Ok(tx.questions(id)?)
}

/// Questions of a key with their numbers, in one book or in all books, newest book first.
///
/// # Errors
/// Fails if `key` is no valid key, or if no book has a question of this key.
pub fn questions_of_key(
    context: &Context,
    key: &str,
    book: Option<BookId>,
) -> Result<Vec<(BookId, (u32, Question))>> {
    let key = QuestionKey::parse(key).map_err(|words| Error::invalid("key", words))?;
    let tx = context.read()?;
    let books = match book {
        Some(id) => vec![find(&tx, id)?],
        None => tx.books()?,
    };
    let mut found = Vec::new();
    for book in books {
        let numbered = (1..).zip(tx.questions(book.id)?);
        let asked = numbered.filter(|(_, question)| question.key == key);
        found.extend(asked.map(|numbered| (book.id, numbered)));
    }
    if found.is_empty() { Err(Error::NotFound(Item::Question)) } else { Ok(found) }
}

/// Text of the question with this key; the key when the book no longer asks it.
pub(super) fn question_text(tx: &ReadTx, book: BookId, key: &QuestionKey) -> Result<String> {
    let question = tx.questions(book)?.into_iter().find(|question| question.key == *key);
    Ok(question.map_or_else(|| key.as_str().to_owned(), |question| question.description))
}

/// Loads a book, or fails with [`Error::NotFound`].
pub(super) fn find(tx: &ReadTx, id: BookId) -> Result<Book> {
    tx.book(id)?.required(Item::Book)
}
