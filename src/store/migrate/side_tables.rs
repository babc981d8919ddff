//! Step 33: moves what stood in tables beside those of books, editions and accounts into the values themselves. Stored types had no way
//! to grow before.

use crate::domain::account::Username;
use crate::domain::blob::BlobHash;
use crate::domain::cover::{CoverChoice, CoverFiles};
use crate::domain::edition_notices::EditionNotices;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::schedule::Schedule;
use crate::store::Result;
use crate::store::engine::WriteTx;
use crate::store::table::{AnyTable, Table};
use crate::store::tables::{ACCOUNTS, BOOKS, EDITIONS};

const ALL_BLACK_BOOKS: Table<BookId, ()> = Table::new("all-black-books-1");
const COVER_CHOICES: Table<BookId, CoverChoice> = Table::new("cover-choices-1");
const SCHEDULES: Table<BookId, Schedule> = Table::new("schedules-1");
const WITHDRAWN_EDITIONS: Table<BookId, u32> = Table::new("withdrawn-editions-1");
const EPUBS: Table<(BookId, u32), BlobHash> = Table::new("epubs-1");
const EDITION_COVERS: Table<(BookId, u32), CoverFiles> = Table::new("edition-covers-1");
const MISSING_PICTURES: Table<(BookId, u32), Vec<MemoId>> = Table::new("missing-pictures-1");
const MAIL_NAMES: Table<AccountId, Username> = Table::new("mail-names-1");
pub(super) const INVITED_TO: Table<AccountId, BookId> = Table::new("invited-to-1");
const NOTICES: Table<AccountId, EditionNotices> = Table::new("edition-notices-1");
const DECLINED_REMINDERS: Table<AccountId, ()> = Table::new("declined-reminders-1");
const DECLINED_DRAFTS: Table<AccountId, ()> = Table::new("declined-drafts-1");

const ALL: [&dyn AnyTable; 12] = [
    &ALL_BLACK_BOOKS,
    &COVER_CHOICES,
    &SCHEDULES,
    &WITHDRAWN_EDITIONS,
    &EPUBS,
    &EDITION_COVERS,
    &MISSING_PICTURES,
    &MAIL_NAMES,
    &INVITED_TO,
    &NOTICES,
    &DECLINED_REMINDERS,
    &DECLINED_DRAFTS,
];

pub(super) fn fold(tx: &mut WriteTx) -> Result<()> {
    ALL.into_iter().try_for_each(|table| tx.create(table.name()))?;
    for mut book in tx.books()? {
        book.all_black = tx.get(&ALL_BLACK_BOOKS, &book.id)?.is_some();
        book.cover = tx.get(&COVER_CHOICES, &book.id)?.unwrap_or_default();
        book.schedule = tx.get(&SCHEDULES, &book.id)?.unwrap_or_default();
        book.withdrawn_up_to = tx.get(&WITHDRAWN_EDITIONS, &book.id)?.unwrap_or_default();
        tx.put(&BOOKS, &book.id, &book)?;
    }
    for mut edition in tx.all_editions()? {
        let key = (edition.book, edition.number);
        edition.epub = tx.get(&EPUBS, &key)?;
        edition.cover = tx.get(&EDITION_COVERS, &key)?;
        edition.missing_pictures = tx.get(&MISSING_PICTURES, &key)?.unwrap_or_default();
        tx.put(&EDITIONS, &key, &edition)?;
    }
    for mut account in tx.accounts()? {
        account.mail_name = tx.get(&MAIL_NAMES, &account.id)?;
        account.invited_to = tx.get(&INVITED_TO, &account.id)?;
        let chosen = &mut account.preferences;
        chosen.edition_notices = tx.get(&NOTICES, &account.id)?.unwrap_or_default();
        chosen.declines_reminders = tx.get(&DECLINED_REMINDERS, &account.id)?.is_some();
        chosen.declines_drafts = tx.get(&DECLINED_DRAFTS, &account.id)?.is_some();
        tx.put(&ACCOUNTS, &account.id, &account)?;
    }
    ALL.into_iter().try_for_each(|table| tx.drop_table(table.name()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::account::{Account, Email, Name};
    use crate::domain::book::Book;
    use crate::domain::edition::Edition;
    use crate::domain::time::Timestamp;
    use crate::store::Store;
    use crate::store::check::find_flaws;

    const NOW: Timestamp = Timestamp { seconds: 10, nanoseconds: 0 };

    /// Values as earlier versions wrote them: without the last fields.
    type OldBook = (BookId, String, String, u32, Vec<String>, Timestamp, u32);
    type OldEdition = (BookId, u32, BlobHash, u32, Vec<MemoId>, Timestamp);
    const OLD_BOOKS: Table<BookId, OldBook> = Table::new("books-1");
    const OLD_EDITIONS: Table<(BookId, u32), OldEdition> = Table::new("editions-1");

    fn account(number: u8, username: &str) -> Account {
        let email = Email::parse(&format!("{number}@example.org")).unwrap();
        let (name, username) = (Name::parse("Mara").unwrap(), Username::parse(username).unwrap());
        Account::new(AccountId::new(NOW, [number; 10]), email, username, name, NOW)
    }

    #[test]
    fn side_tables_become_fields() {
        let (mara, ana) = (account(1, "мара"), account(2, "ana"));
        let [rivers, seas] = [3, 4].map(|byte| BookId::new(NOW, [byte; 10]));
        let (memo, epub) = (MemoId::new(NOW, [5; 10]), BlobHash::of(b"epub"));
        let dates = Schedule { opens_at: Some(NOW), ..Schedule::default() };
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            ALL.into_iter().try_for_each(|table| tx.create(table.name()))?;
            for id in [rivers, seas] {
                let old = (id, "Book".into(), String::new(), 20, vec!["ink".into()], NOW, 2);
                tx.put(&OLD_BOOKS, &id, &old)?;
                let old = (id, 2, BlobHash::of(b"pdf"), 8, vec![memo], NOW);
                tx.put(&OLD_EDITIONS, &(id, 2), &old)?;
            }
            tx.put(&ALL_BLACK_BOOKS, &rivers, &())?;
            tx.put(&SCHEDULES, &rivers, &dates)?;
            tx.put(&WITHDRAWN_EDITIONS, &rivers, &1)?;
            tx.put(&EPUBS, &(rivers, 2), &epub)?;
            tx.put(&MISSING_PICTURES, &(rivers, 2), &vec![memo])?;
            for account in [&mara, &ana] {
                tx.put_account(account)?;
            }
            let made = tx.account(mara.id)?.and_then(|account| account.mail_name);
            tx.put(&MAIL_NAMES, &mara.id, &made.unwrap())?;
            tx.put(&INVITED_TO, &mara.id, &seas)?;
            tx.put(&NOTICES, &mara.id, &EditionNotices::None)?;
            tx.put(&DECLINED_DRAFTS, &mara.id, &())?;
            fold(tx)
        });
        written.unwrap();

        let tx = store.read().unwrap();
        let [rivers, seas]: [Book; 2] = [rivers, seas].map(|id| tx.book(id).unwrap().unwrap());
        assert!(rivers.all_black && !seas.all_black);
        assert_eq!((rivers.schedule, seas.schedule), (dates, Schedule::default()));
        assert_eq!((rivers.withdrawn_up_to, seas.withdrawn_up_to), (1, 0));
        let edition = |book: &Book| -> Edition { tx.edition(book.id, 2).unwrap().unwrap() };
        assert_eq!((edition(&rivers).epub, edition(&seas).epub), (Some(epub), None));
        assert_eq!(edition(&rivers).missing_pictures, [memo]);
        let [mara, ana] = [mara, ana].map(|account| tx.account(account.id).unwrap().unwrap());
        assert!(mara.mail_name().is_ascii() && mara.mail_name != ana.mail_name);
        assert_eq!((mara.invited_to, ana.invited_to), (Some(seas.id), None));
        assert_eq!(mara.preferences.edition_notices, EditionNotices::None);
        assert!(mara.preferences.declines_drafts && !mara.preferences.declines_reminders);
        assert_eq!(find_flaws(&tx).unwrap(), []);
    }
}
