//! Questions of the week by book, as members received them, and the addresses to which they answer.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::{RECEIVED_QUESTIONS, REPLY_ADDRESSES, WEEKLY_QUESTIONS};
use crate::domain::id::{AccountId, BookId};
use crate::domain::mailed_answer::ReplyAddress;
use crate::domain::secret::SecretHash;
use crate::domain::time::Timestamp;
use crate::domain::weekly_question::{ReceivedQuestion, WeeklyQuestion};

impl ReadTx {
    /// Question of the week of a book; switched off for a book that never had one.
    pub fn weekly_question(&self, book: BookId) -> Result<WeeklyQuestion> {
        Ok(self.get(&WEEKLY_QUESTIONS, &book)?.unwrap_or_default())
    }

    /// Last question of the week that the member received for the book.
    pub fn received_question(
        &self,
        member: AccountId,
        book: BookId,
    ) -> Result<Option<ReceivedQuestion>> {
        self.get(&RECEIVED_QUESTIONS, &(member, book))
    }

    /// Last questions of the week that the member received, one of each book.
    pub fn received_questions(&self, member: AccountId) -> Result<Vec<(BookId, ReceivedQuestion)>> {
        let all = self.scan_prefix(&RECEIVED_QUESTIONS, &member, Order::Ascending, usize::MAX)?;
        let named = all.into_iter();
        Ok(named.map(|(key, question)| (BookId::from_bytes(last_id(&key)), question)).collect())
    }

    /// Purpose of a reply address.
    pub fn reply_address(&self, secret: SecretHash) -> Result<Option<ReplyAddress>> {
        self.get(&REPLY_ADDRESSES, &secret)
    }
}

impl WriteTx {
    pub fn put_weekly_question(&mut self, book: BookId, weekly: &WeeklyQuestion) -> Result<()> {
        self.put(&WEEKLY_QUESTIONS, &book, weekly)
    }

    pub fn put_received_question(
        &mut self,
        member: AccountId,
        book: BookId,
        received: &ReceivedQuestion,
    ) -> Result<()> {
        self.put(&RECEIVED_QUESTIONS, &(member, book), received)
    }

    pub fn put_reply_address(&mut self, secret: SecretHash, address: &ReplyAddress) -> Result<()> {
        self.put(&REPLY_ADDRESSES, &secret, address)
    }

    /// Removes reply addresses that were made before `then`.
    pub fn remove_reply_addresses_before(&mut self, then: Timestamp) -> Result<()> {
        self.remove_reply_addresses(|address| address.made_at < then)
    }

    /// Removes the question of the week of a removed book, with its reply addresses.
    pub(super) fn remove_weekly_question(&mut self, book: BookId) -> Result<()> {
        self.remove(&WEEKLY_QUESTIONS, &book)?;
        self.remove_reply_addresses(|address| address.book == book)
    }

    /// Removes what is stored of a member's questions of the week.
    pub fn remove_received_questions(&mut self, member: AccountId) -> Result<()> {
        for (book, _) in self.received_questions(member)? {
            self.remove(&RECEIVED_QUESTIONS, &(member, book))?;
        }
        self.remove_reply_addresses(|address| address.member == member)
    }

    fn remove_reply_addresses(&mut self, is_removed: impl Fn(&ReplyAddress) -> bool) -> Result<()> {
        let all = self.scan_prefix(&REPLY_ADDRESSES, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let mut removed = all.into_iter().filter(|(_, address)| is_removed(address));
        removed.try_for_each(|(key, _)| self.remove_bytes(REPLY_ADDRESSES.name, &key))
    }
}
