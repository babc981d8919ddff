//! Books made from memos: previews at any time, and editions, published automatically or manually.

mod admin_summary;
mod changes;
mod content;
pub mod edition_notices;
mod failures;
mod list;
mod manual_publish;
mod missing_pictures;
mod personal_book;
mod preview;
mod print;
mod print_files;
mod publishing;
#[cfg(test)]
mod test_support;

use std::collections::BTreeMap;

use crate::blobs::TempBlob;
use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::audit::AuditAction;
use crate::domain::book::Book;
use crate::domain::edition::Edition;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::memo::Memo;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::paper::CoverImage;
use crate::press::book as press;
use crate::store::{ReadTx, WriteTx};

use super::books::{self, InFlightBuilds};
use super::operations::audit;
use content::{authors, chapters, today};
use publishing::{publish_compiled, refuse_outdated};

pub use crate::press::book::Progress;
pub use admin_summary::{AdminBookSummary, admin_summaries, admin_summary};
pub use failures::{Failure, failures};
pub use list::{EditionSummary, check_unpublishing, download, list, unpublish};
pub(crate) use manual_publish::publish_numbered;
pub use manual_publish::publish_soon;
pub use missing_pictures::{MissingPicture, missing_pictures};
pub use personal_book::{build_for_all_books, build_for_book};
pub use preview::preview;
pub use print_files::{
    PrintFiles, PrintRequest, booklet_download, compile_for_print, preflight, print_download,
};

const NO_MEMOS: Error = Error::Conflict {
    field: None,
    message: Message::new("book-without-memos", "This book has no memos yet."),
};

/// Typeset book that is not published.
pub struct CompiledEdition {
    pub book: Book,
    pub pdf: TempBlob,
    pub epub: TempBlob,
    pub cover: CoverImage,
    pub pages: u32,
    pub memos: Vec<Memo>,
    /// Warnings for the admin, a sentence each.
    pub notices: Vec<String>,
    /// Changes since the previous edition, a sentence each.
    pub changes: Vec<String>,
    /// Memos that have a line of text in place of their picture, in the order of the book.
    missing_pictures: Vec<MemoId>,
    /// Number of the edition that it would become.
    number: u32,
    authors: BTreeMap<AccountId, Account>,
}

/// Typesets the book as it would be published now.
pub fn compile(context: &Context, actor: &Actor, id: BookId) -> Result<CompiledEdition> {
    compile_with(context, actor, id, press::Options::default())
}

/// Typesets the book as it would be published now, with options for its PDF.
pub fn compile_with(
    context: &Context,
    actor: &Actor,
    id: BookId,
    options: press::Options,
) -> Result<CompiledEdition> {
    policy::may_keep(actor, id)?;
    typeset(context, id, options, &mut |_| ())
}

/// Checks that a book has memos to publish. Fails as [`publish`] would without any.
pub fn check_publishing(context: &Context, actor: &Actor, id: BookId) -> Result<()> {
    policy::may_keep(actor, id)?;
    let tx = context.read()?;
    books::find(&tx, id)?;
    if tx.shown_memos_of_book(id)?.is_empty() { Err(NO_MEMOS) } else { Ok(()) }
}

/// Publishes the present memos as the next edition; returns it with warnings for the admin.
pub fn publish(context: &Context, actor: &Actor, id: BookId) -> Result<(Edition, Vec<String>)> {
    policy::may_keep(actor, id)?;
    compile_and_publish(context, id, Some(actor))
}

/// Typesets and publishes the book; admins see it as in progress. If `by` is set, writes the audit entry.
fn compile_and_publish(
    context: &Context,
    id: BookId,
    by: Option<&Actor>,
) -> Result<(Edition, Vec<String>)> {
    let build = context.state::<InFlightBuilds>().begin(id, context.now());
    let options = press::Options::default();
    let compiled = typeset(context, id, options, &mut |progress| build.report(progress))?;
    let notices = compiled.notices.clone();
    Ok((publish_compiled(context, compiled, by)?, notices))
}

/// Publishes the next edition if enough questions are answered by new memos, or the book has closed with new memos and its
/// edition is to be made then. Memos of any earlier edition are not new, even if
/// it was unpublished: otherwise the next memo would publish again what an admin has just unpublished.
pub(crate) fn publish_if_due(context: &Context, id: BookId) -> Result<()> {
    let tx = context.read()?;
    let Some(book) = tx.book(id)? else { return Ok(()) };
    let new_answers = tx.count_new_answers(id)?;
    drop(tx);
    let schedule = &book.schedule;
    let by_entries = schedule.publishes_by_entries() && new_answers >= book.publish_threshold;
    let by_date = schedule.publishes_at().is_some_and(|moment| moment <= context.now());
    if by_entries || (by_date && new_answers > 0) {
        compile_and_publish(context, id, None)?;
    }
    Ok(())
}

/// Book as it would be published now, for the press.
struct Draft {
    book: Book,
    input: press::Book,
    memos: Vec<Memo>,
    authors: BTreeMap<AccountId, Account>,
    changes: Vec<String>,
    number: u32,
    /// Memos that have a line of text in place of their picture, in the order of the book.
    missing_pictures: Vec<MemoId>,
}

impl Draft {
    /// Fails if a picture that was removed meanwhile may be the cause of a failure.
    fn explain_failure(&self, context: &Context) -> Result<()> {
        refuse_outdated(&*context.read()?, &self.memos, &self.authors)
    }
}

/// Collects a book. It is all black if an admin has set that.
fn draft(context: &Context, id: BookId, options: press::Options) -> Result<Draft> {
    let tx = context.read()?;
    let book = books::find(&tx, id)?;
    let present = tx.shown_memos_of_book(id)?;
    if present.is_empty() {
        return Err(NO_MEMOS);
    }
    let authors = authors(&tx, &present)?;
    let (chapters, memos) = chapters(&tx, id, &present, &authors)?;
    let last = tx.last_edition(id)?;
    let number = number_after(last.as_ref());
    let changes = changes(&tx, last.as_ref(), &memos, &authors)?;
    let cover = content::cover(book.cover, id, &memos);
    let options = press::Options { all_black: book.all_black, ..options };
    drop(tx);
    let mut input = press::Book {
        title: book.name.clone(),
        description: book.description.clone(),
        edition: number,
        date: today(context)?,
        publisher: context.config().community.clone(),
        cover,
        page_size: context.config().library.page_size,
        changes: changes.clone(),
        chapters,
        options,
    };
    let left_out = print::leave_out_damaged(context, &mut input);
    let left_out = left_out.into_iter().filter_map(|place| memos.get(place));
    let missing_pictures: Vec<MemoId> = left_out.map(|memo| memo.id).collect();
    Ok(Draft { book, input, memos, authors, changes, number, missing_pictures })
}

fn typeset(
    context: &Context,
    id: BookId,
    options: press::Options,
    progress: &mut dyn FnMut(press::Progress),
) -> Result<CompiledEdition> {
    let draft = draft(context, id, options)?;
    let bound = bind(context, &draft.input, progress);
    if bound.is_err() {
        draft.explain_failure(context)?;
    }
    let Bound { pdf, epub, cover, printed } = bound?;
    let Draft { book, memos, authors, changes, number, missing_pictures, .. } = draft;
    let press::TypesetBook { pages, mut notices, .. } = printed;
    notices.extend(missing_pictures::notice(missing_pictures.len()));
    Ok(CompiledEdition {
        book,
        pdf,
        epub,
        cover,
        pages,
        memos,
        notices,
        changes,
        missing_pictures,
        number,
        authors,
    })
}

/// Files of a typeset book.
struct Bound {
    pdf: TempBlob,
    epub: TempBlob,
    cover: CoverImage,
    printed: press::TypesetBook,
}

fn bind(
    context: &Context,
    book: &press::Book,
    progress: &mut dyn FnMut(press::Progress),
) -> Result<Bound> {
    let (pdf, printed) = print::pdf(context, book, progress, || context.blobs.temp_blob())?;
    let cover = print::cover(context, book)?;
    Ok(Bound { pdf, epub: print::epub(context, book, &cover)?, cover, printed })
}

/// Adds an audit entry about an edition.
fn record_in_audit(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    action: AuditAction,
    book: &Book,
    number: u32,
) -> Result<()> {
    audit::record(
        context,
        tx,
        actor,
        action,
        format!("book {}", book.name),
        format!("edition {number}"),
    )
}

/// Number of the next edition; unpublished editions keep their numbers.
fn number_after(last: Option<&Edition>) -> u32 {
    last.map_or(0, |last| last.number) + 1
}

/// Changes since the previous edition, unpublished or not, a sentence each; empty for a first edition.
fn changes(
    tx: &ReadTx,
    last: Option<&Edition>,
    memos: &[Memo],
    authors: &BTreeMap<AccountId, Account>,
) -> Result<Vec<String>> {
    let Some(last) = last else { return Ok(Vec::new()) };
    let before =
        last.memos.iter().map(|id| Ok(changes::PreviousMemo { id: *id, memo: tx.memo(*id)? }));
    let before = before.collect::<Result<Vec<_>>>()?;
    Ok(changes::since(&before, memos, &tx.questions(last.book)?, authors))
}
