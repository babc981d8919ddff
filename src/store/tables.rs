//! The schema: every table with its key and its value, and the typed access that keeps to it.
//!
//! Keys are fixed-width bytes, so that the order of keys is the order of their parts. A table's name ends in its version.

use std::marker::PhantomData;
use std::ops::Bound;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::domain::account::{Account, Email, ReservedEmail, Username};
use crate::domain::blob::BlobHash;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::edition::Edition;
use crate::domain::form_code::FormCode;
use crate::domain::id::{AccountId, BookId, JobId, MailId, MemoId};
use crate::domain::job::QueuedJob;
use crate::domain::mail::{FormMail, Mail};
use crate::domain::memo::{Memo, MemoKind};
use crate::domain::second_factor::SecondFactor;
use crate::domain::secret::SecretHash;
use crate::domain::session::{Session, Ticket};
use crate::domain::time::Time;

use super::engine::{Order, Read, WriteTx};
use super::forms::IssuedForm;
use super::{Error, Result, codec};

/// Names a value of the store itself, such as its version.
pub(super) const META: Table<[u8; 8], u32> = Table::new("meta-1");
pub(super) const ACCOUNTS: Table<AccountId, Account> = Table::new("accounts-2");
/// Index for signing in.
pub(super) const ACCOUNTS_BY_EMAIL: Table<Hashed, AccountId> = Table::new("accounts-by-email-1");
pub(super) const ACCOUNTS_BY_USERNAME: Table<Hashed, AccountId> =
    Table::new("accounts-by-username-1");
pub(super) const RESERVED_EMAILS: Table<Hashed, ReservedEmail> = Table::new("reserved-emails-1");
pub(super) const SESSIONS: Table<SecretHash, Session> = Table::new("sessions-2");
/// Index for ending all of a member's sessions.
pub(super) const SESSIONS_OF_ACCOUNT: Table<(AccountId, SecretHash), ()> =
    Table::new("sessions-of-account-1");
pub(super) const TICKETS: Table<SecretHash, Ticket> = Table::new("tickets-2");
/// Index for tickets that die with another or with the password.
pub(super) const TICKETS_OF_ACCOUNT: Table<(AccountId, SecretHash), ()> =
    Table::new("tickets-of-account-1");
pub(super) const SECOND_FACTORS: Table<AccountId, SecondFactor> = Table::new("second-factors-1");
pub(super) const BOOKS: Table<BookId, Book> = Table::new("books-1");
/// The number of a question is its place, counted from 1.
pub(super) const QUESTIONS: Table<(BookId, u32), Question> = Table::new("questions-1");
/// Every form that was ever handed out, so that a filled one is recognised after the book has changed.
pub(super) const FORMS: Table<FormCode, IssuedForm> = Table::new("forms-1");
pub(super) const MEMOS: Table<MemoId, Memo> = Table::new("memos-1");
/// A member's present memo for a prompt and kind.
pub(super) const MEMOS_OF_MEMBER: Table<(AccountId, BookId, Slot), MemoId> =
    Table::new("memos-of-member-1");
/// Every present memo of a book, in the order of making.
pub(super) const MEMOS_OF_BOOK: Table<(BookId, MemoId), ()> = Table::new("memos-of-book-1");
/// Memos that another one has taken the place of: their history.
pub(super) const REPLACED_MEMOS: Table<(AccountId, BookId, Slot, MemoId), Time> =
    Table::new("replaced-memos-1");
pub(super) const EDITIONS: Table<(BookId, u32), Edition> = Table::new("editions-1");
/// Which edition a memo was first published in.
pub(super) const EDITION_OF_MEMO: Table<MemoId, u32> = Table::new("edition-of-memo-1");
/// Which memos a picture belongs to.
pub(super) const MEMOS_OF_BLOB: Table<(BlobHash, MemoId), ()> = Table::new("memos-of-blob-1");
pub(super) const JOBS: Table<(Time, JobId), QueuedJob> = Table::new("jobs-1");
/// Jobs that were given up.
pub(super) const FAILED_JOBS: Table<JobId, QueuedJob> = Table::new("failed-jobs-1");
pub(super) const MAILS: Table<MailId, Mail> = Table::new("mails-1");
/// Mails of the last day that were asked for through a form, for counting them.
pub(super) const FORM_MAILS: Table<MailId, FormMail> = Table::new("form-mails-1");

/// Every table, for making them.
pub(super) const NAMES: [&str; 23] = [
    ACCOUNTS.name,
    ACCOUNTS_BY_EMAIL.name,
    ACCOUNTS_BY_USERNAME.name,
    RESERVED_EMAILS.name,
    SESSIONS.name,
    SESSIONS_OF_ACCOUNT.name,
    TICKETS.name,
    TICKETS_OF_ACCOUNT.name,
    SECOND_FACTORS.name,
    BOOKS.name,
    QUESTIONS.name,
    FORMS.name,
    MEMOS.name,
    MEMOS_OF_MEMBER.name,
    MEMOS_OF_BOOK.name,
    REPLACED_MEMOS.name,
    EDITIONS.name,
    EDITION_OF_MEMO.name,
    MEMOS_OF_BLOB.name,
    JOBS.name,
    FAILED_JOBS.name,
    MAILS.name,
    FORM_MAILS.name,
];

/// Entries that are in memory at once when a whole table is looked at.
const AT_A_TIME: usize = 256;

/// A table of typed entries.
pub(super) struct Table<K, V> {
    pub(super) name: &'static str,
    types: PhantomData<fn(K) -> V>,
}

impl<K, V> Table<K, V> {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, types: PhantomData }
    }
}

/// Something with a fixed width that can be a key or a part of one.
pub(super) trait Key {
    fn write(&self, key: &mut Vec<u8>);

    fn to_key(&self) -> Vec<u8> {
        let mut key = Vec::with_capacity(64);
        self.write(&mut key);
        key
    }
}

/// A text of any length in 32 bytes.
pub(super) struct Hashed([u8; 32]);

impl From<&Email> for Hashed {
    fn from(email: &Email) -> Self {
        Self(*blake3::hash(email.key().as_bytes()).as_bytes())
    }
}

impl From<&Username> for Hashed {
    fn from(username: &Username) -> Self {
        Self(*blake3::hash(username.key().as_bytes()).as_bytes())
    }
}

/// A prompt and a kind of memo, together 33 bytes.
pub(super) struct Slot(MemoKind, Hashed);

impl Slot {
    pub(super) fn new(kind: MemoKind, question: &QuestionKey) -> Self {
        Self(kind, Hashed(*blake3::hash(question.as_str().as_bytes()).as_bytes()))
    }
}

impl Key for Slot {
    fn write(&self, key: &mut Vec<u8>) {
        key.push(self.0 as u8);
        self.1.write(key);
    }
}

macro_rules! byte_keys {
    ($($name:ty: $bytes:expr),* $(,)?) => {$(
        impl Key for $name {
            fn write(&self, key: &mut Vec<u8>) {
                let bytes: fn(&Self) -> &[u8] = $bytes;
                key.extend_from_slice(bytes(self));
            }
        }
    )*};
}

byte_keys! {
    [u8; 8]: |bytes| bytes,
    Hashed: |hash| &hash.0,
    AccountId: |id| id.as_bytes(),
    BookId: |id| id.as_bytes(),
    MemoId: |id| id.as_bytes(),
    JobId: |id| id.as_bytes(),
    MailId: |id| id.as_bytes(),
    FormCode: |code| code.as_bytes(),
    SecretHash: |hash| &hash.0,
    BlobHash: |hash| hash.as_bytes(),
}

impl Key for u32 {
    fn write(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(&self.to_be_bytes());
    }
}

impl Key for Time {
    fn write(&self, key: &mut Vec<u8>) {
        key.extend_from_slice(&Time::to_key(*self));
    }
}

impl<A: Key, B: Key> Key for (A, B) {
    fn write(&self, key: &mut Vec<u8>) {
        self.0.write(key);
        self.1.write(key);
    }
}

impl<A: Key, B: Key, C: Key> Key for (A, B, C) {
    fn write(&self, key: &mut Vec<u8>) {
        self.0.write(key);
        self.1.write(key);
        self.2.write(key);
    }
}

impl<A: Key, B: Key, C: Key, D: Key> Key for (A, B, C, D) {
    fn write(&self, key: &mut Vec<u8>) {
        self.0.write(key);
        self.1.write(key);
        self.2.write(key);
        self.3.write(key);
    }
}

impl dyn Read + '_ {
    /// The value under a key.
    pub(super) fn get<K: Key, V: DeserializeOwned>(
        &self,
        table: &Table<K, V>,
        key: &K,
    ) -> Result<Option<V>> {
        let Some(bytes) = self.bytes(table.name, &key.to_key())? else { return Ok(None) };
        codec::decode(&bytes).map(Some).ok_or(Error::Corrupt { table: table.name })
    }

    /// The raw keys and the values whose keys start with `prefix`, in the given order, at most `limit`.
    pub(super) fn with_prefix<K: Key, V: DeserializeOwned>(
        &self,
        table: &Table<K, V>,
        prefix: &impl Key,
        order: Order,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, V)>> {
        let from = prefix.to_key();
        let end = successor(&from);
        let to = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.entries(table.name, Bound::Included(&from), to, order, limit)?
            .into_iter()
            .map(|(key, value)| {
                let value = codec::decode(&value).ok_or(Error::Corrupt { table: table.name })?;
                Ok((key, value))
            })
            .collect()
    }

    /// Looks at every value in the order of keys, a few at a time: some tables are larger than memory should be.
    pub(super) fn each<K: Key, V: DeserializeOwned>(
        &self,
        table: &Table<K, V>,
        mut look: impl FnMut(V),
    ) -> Result<()> {
        let mut last: Option<Vec<u8>> = None;
        loop {
            let from = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
            let some =
                self.entries(table.name, from, Bound::Unbounded, Order::Ascending, AT_A_TIME)?;
            let Some((key, _)) = some.last() else { return Ok(()) };
            last = Some(key.clone());
            for (_, value) in some {
                look(codec::decode(&value).ok_or(Error::Corrupt { table: table.name })?);
            }
        }
    }
}

/// Stands for no prefix at all: every entry.
pub(super) struct All;

impl Key for All {
    fn write(&self, _key: &mut Vec<u8>) {}
}

/// The first key after all that start with `prefix`.
fn successor(prefix: &[u8]) -> Option<Vec<u8>> {
    let last = prefix.iter().rposition(|byte| *byte != u8::MAX)?;
    let mut next = prefix[..=last].to_vec();
    next[last] += 1;
    Some(next)
}

/// The identifier in the 16 bytes of a key that begin at `place`.
pub(super) fn id_at(key: &[u8], place: usize) -> [u8; 16] {
    let mut id = [0; 16];
    id.copy_from_slice(&key[place..place + 16]);
    id
}

/// The identifier in the last 16 bytes of a key.
pub(super) fn last_id(key: &[u8]) -> [u8; 16] {
    id_at(key, key.len() - 16)
}

/// The hash in the last 32 bytes of a key.
pub(super) fn last_hash(key: &[u8]) -> SecretHash {
    let mut hash = [0; 32];
    hash.copy_from_slice(&key[key.len() - 32..]);
    SecretHash(hash)
}

impl WriteTx {
    pub(super) fn put<K: Key, V: Serialize>(
        &mut self,
        table: &Table<K, V>,
        key: &K,
        value: &V,
    ) -> Result<()> {
        let bytes = codec::encode(value).map_err(|error| Error::Engine(error.to_string()))?;
        self.put_bytes(table.name, &key.to_key(), &bytes)
    }

    pub(super) fn remove<K: Key, V>(&mut self, table: &Table<K, V>, key: &K) -> Result<()> {
        self.remove_bytes(table.name, &key.to_key())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_ends_where_the_next_begins() {
        assert_eq!(successor(&[1, 2]), Some(vec![1, 3]));
        assert_eq!(successor(&[1, 255]), Some(vec![2]));
        assert_eq!(successor(&[255, 255]), None);
        assert_eq!(successor(&[]), None);
    }
}
