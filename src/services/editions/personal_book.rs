//! Personal book: a member's own memos of one book or of all, at any time, published or not.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::book::Book;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Required, Result};
use crate::platform::bounded_semaphore::{BoundedSemaphore, QueueFull};
use crate::press::book as press;
use crate::services::books;
use crate::services::download::{Download, DownloadSlots};
use crate::services::operations::quota;
use crate::store::ReadTx;

use super::content::{chapters, today};
use super::print;

/// Concurrent builds. Pictures take memory, and forms and editions are typeset on the same processors.
const MAX_CONCURRENT: usize = 1;
const MAX_QUEUED: usize = 8;

/// Semaphore with a bounded queue for personal books and previews: one is typeset at a time.
pub(super) struct PersonalBookSlots(BoundedSemaphore);

impl Default for PersonalBookSlots {
    fn default() -> Self {
        Self(BoundedSemaphore::new(MAX_CONCURRENT, MAX_QUEUED))
    }
}

impl PersonalBookSlots {
    pub(super) fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, QueueFull> {
        self.0.run(work)
    }
}

/// Personal book with the member's present memos of one book.
pub fn build_for_book(context: &Context, actor: &Actor, id: BookId) -> Result<Download> {
    let tx = context.read()?;
    let owner = owner(&tx, actor)?;
    let book = books::find(&tx, id)?;
    let chapters = chapters_by(&tx, &owner, id)?;
    drop(tx);
    if chapters.is_empty() {
        return Err(Error::NotFound(Item::OwnMemosInBook));
    }
    let name = file_name(&book.name, &owner);
    let description = format!("Written by {}", owner.name.as_str());
    bind(context, actor, name, &content(context, book.name, description, chapters)?)
}

/// Personal book with the member's present memos of all books, one book after the other.
pub fn build_for_all_books(context: &Context, actor: &Actor) -> Result<Download> {
    let tx = context.read()?;
    let owner = owner(&tx, actor)?;
    let mut books = Vec::new();
    for id in tx.count_memos_of_member(owner.id)?.into_keys() {
        let chapters = chapters_by(&tx, &owner, id)?;
        if !chapters.is_empty() {
            books.push((books::find(&tx, id)?, chapters));
        }
    }
    drop(tx);
    let description = match &books[..] {
        [] => return Err(Error::NotFound(Item::OwnMemos)),
        [(book, _)] => book.name.clone(),
        all => format!("From {} books", all.len()),
    };
    let title = format!("The memos of {}", owner.name.as_str());
    let name = file_name(&context.config().community, &owner);
    bind(context, actor, name, &content(context, title, description, in_sequence(books))?)
}

fn owner(tx: &ReadTx, actor: &Actor) -> Result<Account> {
    let owner = policy::member(&tx.reload_actor(actor)?)?;
    tx.account(owner)?.required(Item::Member)
}

/// Chapters with the member's memos, in the order of the book.
fn chapters_by(tx: &ReadTx, owner: &Account, id: BookId) -> Result<Vec<press::Chapter>> {
    let mut memos = tx.memos_of_member(owner.id, id)?;
    memos.sort_by_key(|memo| memo.id);
    let authors = BTreeMap::from([(owner.id, owner.clone())]);
    Ok(chapters(tx, id, &memos, &authors)?.0)
}

/// Chapters of several books in one sequence: each names its book, and the numbers run through.
fn in_sequence(books: Vec<(Book, Vec<press::Chapter>)>) -> Vec<press::Chapter> {
    let named = books.into_iter().flat_map(|(book, chapters)| {
        chapters.into_iter().map(move |chapter| (book.name.clone(), chapter))
    });
    (1..)
        .zip(named)
        .map(|(number, (book, chapter))| {
            let question = format!("{book} \u{b7} {}", chapter.question);
            press::Chapter { number, question, memos: chapter.memos }
        })
        .collect()
}

fn file_name(of: &str, owner: &Account) -> String {
    format!("{of}-{}", owner.username.as_str())
}

/// Input for the press; edition 0, because a personal book is no edition.
fn content(
    context: &Context,
    title: String,
    description: String,
    chapters: Vec<press::Chapter>,
) -> Result<press::Book> {
    let mut book = press::Book {
        title,
        description,
        edition: 0,
        date: today(context)?,
        publisher: context.config().community.clone(),
        cover: press::cover::Cover::default(),
        page_size: context.config().library.page_size,
        changes: Vec::new(),
        chapters,
        options: press::Options::default(),
    };
    print::leave_out_damaged(context, &mut book);
    Ok(book)
}

fn bind(context: &Context, actor: &Actor, name: String, book: &press::Book) -> Result<Download> {
    quota::check_disk(context)?;
    let member = policy::member(actor)?;
    let permit = context.state::<DownloadSlots>().try_acquire(member)?;
    context.rate_limits.check_personal_book(member)?;
    let printed = context
        .state::<PersonalBookSlots>()
        .run(|| print::pdf(context, book, &mut |_| (), || context.blobs.temp_file()))?;
    if printed.is_err() {
        // A member who deleted the account meanwhile has deleted the pictures, too.
        policy::member(&context.read()?.reload_actor(actor)?)?;
    }
    let (pdf, _) = printed?;
    Ok(Download { permit: Some(permit), ..Download::of_written(name, pdf)? })
}
