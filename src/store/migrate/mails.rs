//! Steps 15 and 27: add the unsubscribe link and the address for replies to mails, and the time when each member was notified of a book.

use serde::{Deserialize, Serialize};

use crate::domain::account::Email;
use crate::domain::id::MailId;
use crate::domain::mail::Mail;
use crate::domain::time::Timestamp;
use crate::store::Result;
use crate::store::engine::{Order, WriteTx};
use crate::store::key::EmptyPrefix;
use crate::store::table::Table;
use crate::store::tables::MAILS;

const OLD_MAILS: Table<MailId, OldMail> = Table::new("mails-1");
const MAILS_WITHOUT_REPLY_TO: Table<MailId, MailWithoutReplyTo> = Table::new("mails-2");

#[derive(Serialize, Deserialize)]
struct OldMail {
    id: MailId,
    to: Email,
    subject: String,
    text: String,
    html: String,
    created_at: Timestamp,
    sent_at: Option<Timestamp>,
}

#[derive(Serialize, Deserialize)]
struct MailWithoutReplyTo {
    id: MailId,
    to: Email,
    subject: String,
    text: String,
    html: String,
    unsubscribe: Option<String>,
    created_at: Timestamp,
    sent_at: Option<Timestamp>,
}

/// Adds the address for replies, and the tables for questions of the week.
pub(super) fn add_reply_to(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.create(MAILS_WITHOUT_REPLY_TO.name)?;
    let all =
        tx.scan_prefix(&MAILS_WITHOUT_REPLY_TO, &EmptyPrefix, Order::Ascending, usize::MAX)?;
    for (_, old) in all {
        let MailWithoutReplyTo { id, to, subject, text, html, unsubscribe, created_at, sent_at } =
            old;
        let reply_to = None;
        let mail = Mail { id, to, subject, text, html, unsubscribe, reply_to, created_at, sent_at };
        tx.put(&MAILS, &id, &mail)?;
    }
    tx.drop_table(MAILS_WITHOUT_REPLY_TO.name)
}

pub(super) fn add_unsubscribe(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.create(OLD_MAILS.name)?;
    for (_, old) in tx.scan_prefix(&OLD_MAILS, &EmptyPrefix, Order::Ascending, usize::MAX)? {
        let OldMail { id, to, subject, text, html, created_at, sent_at } = old;
        let (unsubscribe, reply_to) = (None, None);
        let mail = Mail { id, to, subject, text, html, unsubscribe, reply_to, created_at, sent_at };
        tx.put(&MAILS, &id, &mail)?;
    }
    tx.drop_table(OLD_MAILS.name)?;
    note_told_members(tx)
}

/// Notes the notices that earlier versions sent: to each author, of every edition with a memo of theirs.
fn note_told_members(tx: &mut WriteTx) -> Result<()> {
    for edition in tx.all_editions()? {
        for memo in edition.memos {
            let author = tx.memo(memo)?.map(|memo| memo.author);
            let author = author.map(|author| tx.account(author)).transpose()?.flatten();
            if let Some(author) = author {
                tx.put_first_notice(author.id, edition.book, edition.published_at)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::account::{Account, Name, Username};
    use crate::domain::blob::BlobHash;
    use crate::domain::book::QuestionKey;
    use crate::domain::edition::Edition;
    use crate::domain::id::{AccountId, BookId, MemoId};
    use crate::domain::memo::{Memo, MemoContent};
    use crate::store::Store;
    use crate::store::migrate::{self, VERSION_KEY};
    use crate::store::tables::STORE_VALUES;

    const NOW: Timestamp = Timestamp { seconds: 10, nanoseconds: 0 };

    fn account() -> Account {
        let (id, name) = (AccountId::new(NOW, [1; 10]), Name::parse("Mara").unwrap());
        let email = Email::parse("mara@example.org").unwrap();
        Account::new(id, email, Username::parse("mara").unwrap(), name, NOW)
    }

    #[test]
    fn older_mails_and_notices_are_kept() {
        let (mara, book) = (account(), BookId::new(NOW, [2; 10]));
        let memo = Memo {
            id: MemoId::new(NOW, [3; 10]),
            book,
            author: mara.id,
            question: QuestionKey::parse("smell").unwrap(),
            content: MemoContent::Hand { picture: BlobHash::of(b"ink") },
            created_at: NOW,
            updated_at: NOW,
        };
        let (pdf, published_at) = (BlobHash::of(b"pdf"), Timestamp { seconds: 20, nanoseconds: 0 });
        let edition = Edition {
            book,
            number: 1,
            pdf,
            pages: 3,
            memos: vec![memo.id],
            published_at,
            epub: None,
            cover: None,
            missing_pictures: Vec::new(),
        };
        let old = OldMail {
            id: MailId::new(NOW, [4; 10]),
            to: mara.email.clone(),
            subject: "Hi".into(),
            text: "Hello".into(),
            html: "<p>Hello</p>".into(),
            created_at: NOW,
            sent_at: None,
        };
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            tx.put_account(&mara)?;
            tx.put_memo(&memo)?;
            tx.put_edition(&edition)?;
            tx.create(OLD_MAILS.name)?;
            tx.put(&OLD_MAILS, &old.id, &old)?;
            tx.put(&STORE_VALUES, &VERSION_KEY, &14)?;
            migrate::run(tx)
        });
        written.unwrap();
        let tx = store.read().unwrap();
        let mail = tx.mail(old.id).unwrap().unwrap();
        assert_eq!((mail.text.as_str(), mail.unsubscribe), ("Hello", None));
        assert_eq!(tx.first_notice(mara.id, book).unwrap(), Some(published_at));
    }

    #[test]
    fn queued_mail_survives_the_address_for_replies() {
        let old = MailWithoutReplyTo {
            id: MailId::new(NOW, [4; 10]),
            to: account().email,
            subject: "Hi".into(),
            text: "Hello".into(),
            html: "<p>Hello</p>".into(),
            unsubscribe: Some("https://ink.example.org/unsubscribe".into()),
            created_at: NOW,
            sent_at: None,
        };
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            tx.drop_table(MAILS.name)?;
            tx.drop_table("weekly-questions-1")?;
            tx.create(MAILS_WITHOUT_REPLY_TO.name)?;
            tx.put(&MAILS_WITHOUT_REPLY_TO, &old.id, &old)?;
            tx.put(&STORE_VALUES, &VERSION_KEY, &26)?;
            migrate::run(tx)
        });
        written.unwrap();
        let tx = store.read().unwrap();
        let mail = tx.mail(old.id).unwrap().unwrap();
        assert_eq!((mail.text.as_str(), mail.unsubscribe), ("Hello", old.unsubscribe));
        assert_eq!(mail.reply_to, None);
        assert_eq!(tx.weekly_question(BookId::new(NOW, [2; 10])).unwrap().next_at, None);
    }
}
