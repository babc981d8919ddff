//! Making books out of memos: a preview at any time, an edition when there is enough or by hand.

mod by_hand;
mod changes;
mod compiling;
mod content;
mod failures;
mod own;
mod preview;
mod print;
mod shelf;
mod tended;

use std::collections::BTreeMap;

use crate::app::App;
use crate::blobs::Draft;
use crate::domain::account::Account;
use crate::domain::audit::Deed;
use crate::domain::book::Book;
use crate::domain::edition::Edition;
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::Memo;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::mail::templates;
use crate::press::book as press;
use crate::store::{Read, WriteTx};

use super::{audit, books, outbox};
use content::{authors, chapters, today};

pub(crate) use by_hand::publish_numbered;
pub use by_hand::publish_soon;
pub use compiling::Compiling;
pub use failures::{Failure, failures};
pub use own::{OwnBooks, of_all, of_book};
pub use preview::preview;
pub use shelf::{ShelvedEdition, download, list, unpublish};
pub use tended::{TendedBook, tend, tend_all};

const NO_MEMOS: Error = Error::Conflict { field: None, words: "This book has no memos yet." };

/// A typeset book that is not published.
pub struct Compiled {
    pub book: Book,
    pub pdf: Draft,
    pub epub: Draft,
    pub pages: u32,
    pub memos: Vec<Memo>,
    /// What an admin should know about it, in sentences.
    pub notices: Vec<String>,
    /// What is new since the edition before, a sentence each.
    pub changes: Vec<String>,
    /// What it would be published as.
    number: u32,
    authors: BTreeMap<AccountId, Account>,
}

/// Typesets the book as it would be published now.
pub fn compile(app: &App, actor: &Actor, id: BookId) -> Result<Compiled> {
    policy::may_administrate(actor)?;
    typeset(app, id)
}

/// Publishes what is there now as the next edition, and tells what an admin should know about it.
pub fn publish(app: &App, actor: &Actor, id: BookId) -> Result<(Edition, Vec<String>)> {
    policy::may_administrate(actor)?;
    make(app, id, Some(actor))
}

/// Typesets and publishes, for everybody to see who looks after the book; `by` is whose deed it is, if nobody has noted it.
fn make(app: &App, id: BookId, by: Option<&Actor>) -> Result<(Edition, Vec<String>)> {
    let _making = app.compiling.begin(id, app.clock.now());
    let compiled = typeset(app, id)?;
    let notices = compiled.notices.clone();
    Ok((publish_compiled(app, compiled, by)?, notices))
}

/// Publishes the next edition when it has the memos that it waits for. Those that stood in an edition before are not new,
/// even if it was withdrawn: else the next entry would bring back what somebody has just unpublished.
pub(crate) fn publish_when_due(app: &App, id: BookId) -> Result<()> {
    let tx = app.read()?;
    let Some(book) = tx.book(id)? else { return Ok(()) };
    let fresh = tx.count_new_memos(id)?;
    drop(tx);
    if fresh >= book.publish_at {
        make(app, id, None)?;
    }
    Ok(())
}

fn typeset(app: &App, id: BookId) -> Result<Compiled> {
    let tx = app.read()?;
    let book = books::find(&*tx, id)?;
    let present = tx.memos_of_book(id)?;
    if present.is_empty() {
        return Err(NO_MEMOS);
    }
    let authors = authors(&*tx, &present)?;
    let (chapters, memos) = chapters(&*tx, id, &present, &authors)?;
    let last = tx.last_edition(id)?;
    let number = number_after(last.as_ref());
    let changes = changes(&*tx, last.as_ref(), &memos, &authors)?;
    drop(tx);
    let input = press::Book {
        title: book.name.clone(),
        description: book.description.clone(),
        edition: number,
        date: today(app)?,
        publisher: app.config().community.clone(),
        page_size: app.config().library.page_size,
        changes: changes.clone(),
        chapters,
    };
    let bound = bind(app, &input);
    if bound.is_err() {
        // A picture that was removed meanwhile may be why.
        refuse_outdated(&*app.read()?, &memos, &authors)?;
    }
    let (pdf, epub, press::Printed { pages, notices }) = bound?;
    Ok(Compiled { book, pdf, epub, pages, memos, notices, changes, number, authors })
}

fn bind(app: &App, book: &press::Book) -> Result<(Draft, Draft, press::Printed)> {
    let (pdf, printed) = print::pdf(app, book, app.blobs.draft()?)?;
    Ok((pdf, print::epub(app, book)?, printed))
}

/// Notes what somebody does about an edition.
fn note(
    app: &App,
    tx: &mut WriteTx,
    actor: &Actor,
    deed: Deed,
    book: &Book,
    number: u32,
) -> Result<()> {
    audit::note(app, tx, actor, deed, format!("book {}", book.name), format!("edition {number}"))
}

/// Withdrawn editions keep their numbers.
fn number_after(last: Option<&Edition>) -> u32 {
    last.map_or(0, |last| last.number) + 1
}

/// What is new since the edition before, withdrawn or not; nothing in a first one.
fn changes(
    tx: &(dyn Read + '_),
    last: Option<&Edition>,
    memos: &[Memo],
    authors: &BTreeMap<AccountId, Account>,
) -> Result<Vec<String>> {
    let Some(last) = last else { return Ok(Vec::new()) };
    let before = last.memos.iter().map(|id| Ok(changes::Before { id: *id, memo: tx.memo(*id)? }));
    let before = before.collect::<Result<Vec<_>>>()?;
    Ok(changes::since(&before, memos, &tx.questions(last.book)?, authors))
}

/// Typesetting takes a while: what was removed meanwhile must not be published, and who has left must not be named.
fn refuse_outdated(
    tx: &(dyn Read + '_),
    memos: &[Memo],
    authors: &BTreeMap<AccountId, Account>,
) -> Result<()> {
    let words = "An entry or a member was removed meanwhile. Publish the book again.";
    for memo in memos {
        let has_left = authors.contains_key(&memo.author) && tx.account(memo.author)?.is_none();
        if has_left || tx.memo(memo.id)?.is_none() {
            return Err(Error::Conflict { field: None, words });
        }
    }
    Ok(())
}

/// Stores the edition and tells its contributors, unless another was published in the meantime.
fn publish_compiled(app: &App, compiled: Compiled, by: Option<&Actor>) -> Result<Edition> {
    let Compiled { book, pdf, epub, pages, memos, number, authors, .. } = compiled;
    let hold = app.blobs.hold();
    let epub = hold.keep(epub)?;
    let edition = Edition {
        book: book.id,
        number,
        pdf: hold.keep(pdf)?,
        pages,
        memos: memos.iter().map(|memo| memo.id).collect(),
        published_at: app.clock.now(),
    };
    let link = format!("{}/library", app.config().public_url);
    app.write(|tx| {
        let mut present = books::find(&**tx, book.id)?;
        if present.edition != book.edition
            || number_after(tx.last_edition(book.id)?.as_ref()) != number
        {
            let words = "The book was published or unpublished in the meantime.";
            return Err(Error::Conflict { field: None, words });
        }
        refuse_outdated(&**tx, &memos, &authors)?;
        present.edition = edition.number;
        tx.put_book(&present)?;
        tx.put_edition(&edition, epub)?;
        if let Some(actor) = by {
            note(app, tx, actor, Deed::PublishBook, &book, number)?;
        }
        for author in authors.values() {
            let name = author.name.as_str();
            let letter =
                templates::book_published(&app.config().community, name, &book.name, &link);
            outbox::put(app, tx, &author.email, letter)?;
        }
        Ok(edition.clone())
    })?;
    Ok(edition)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::account::{Email, Name, Username};
    use crate::domain::blob::BlobHash;
    use crate::domain::book::QuestionKey;
    use crate::domain::id::MemoId;
    use crate::domain::memo::MemoContent;
    use crate::domain::profile::Profile;
    use crate::domain::time::Time;
    use crate::store::{self, Store};

    const NOW: Time = Time { seconds: 1, nanoseconds: 0 };

    fn mara() -> Account {
        Account {
            id: AccountId::new(NOW, [1; 10]),
            email: Email::parse("mara@example.org").unwrap(),
            username: Username::parse("mara").unwrap(),
            name: Name::parse("Mara").unwrap(),
            password_hash: String::new(),
            referred_by: String::new(),
            email_verified: true,
            admin: false,
            disabled: false,
            created_at: NOW,
            profile: Profile::default(),
        }
    }

    fn memo() -> Memo {
        Memo {
            id: MemoId::new(NOW, [2; 10]),
            book: BookId::new(NOW, [3; 10]),
            author: mara().id,
            question: QuestionKey::parse("smell").unwrap(),
            content: MemoContent::Hand { picture: BlobHash::of(b"ink") },
            created_at: NOW,
            updated_at: NOW,
        }
    }

    #[test]
    fn what_was_removed_while_it_was_typeset_is_not_published() {
        let store = Store::in_memory().unwrap();
        let put: store::Result<()> = store.write(|tx| {
            tx.put_account(&mara())?;
            tx.put_memo(&memo())
        });
        put.unwrap();
        let named = BTreeMap::from([(mara().id, mara())]);
        let is_refused = |authors: &BTreeMap<_, _>| {
            refuse_outdated(&*store.read().unwrap(), &[memo()], authors).is_err()
        };
        assert!(!is_refused(&named));

        store.write(|tx| tx.remove_account(&mara())).unwrap();
        assert!(is_refused(&named));
        // Who had left before is not named.
        assert!(!is_refused(&BTreeMap::new()));
        store.write(|tx| tx.remove_memo(&memo())).unwrap();
        assert!(is_refused(&BTreeMap::new()));
    }
}
