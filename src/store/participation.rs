//! Participation of members in books: answers that they have begun, and reminders.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::{BEGUN_ANSWERS, REMINDERS};
use crate::domain::begun_answers::BegunAnswers;
use crate::domain::id::{AccountId, BookId};
use crate::domain::reminder::Reminder;
use crate::domain::time::Timestamp;

impl ReadTx {
    /// Answers that the member has begun in the book.
    pub fn begun_answers(&self, member: AccountId, book: BookId) -> Result<BegunAnswers> {
        Ok(self.get(&BEGUN_ANSWERS, &(member, book))?.unwrap_or_default())
    }

    /// Books in which the member has begun answers.
    pub fn begun_books(&self, member: AccountId) -> Result<Vec<(BookId, BegunAnswers)>> {
        let begun = self.scan_prefix(&BEGUN_ANSWERS, &member, Order::Ascending, usize::MAX)?;
        let named = begun.into_iter();
        Ok(named.map(|(key, begun)| (BookId::from_bytes(last_id(&key)), begun)).collect())
    }

    /// Last reminder of the member.
    pub fn reminder(&self, member: AccountId) -> Result<Option<Reminder>> {
        self.get(&REMINDERS, &member)
    }
}

impl WriteTx {
    pub fn put_begun_answers(
        &mut self,
        member: AccountId,
        book: BookId,
        begun: &BegunAnswers,
    ) -> Result<()> {
        self.put(&BEGUN_ANSWERS, &(member, book), begun)
    }

    pub fn put_reminder(&mut self, member: AccountId, reminder: &Reminder) -> Result<()> {
        self.put(&REMINDERS, &member, reminder)
    }

    /// Removes answers that were begun before `then` and never handed in.
    pub fn remove_begun_before(&mut self, then: Timestamp) -> Result<()> {
        let all = self.scan_prefix(&BEGUN_ANSWERS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        for (key, begun) in all {
            if begun.last_at < then {
                self.remove_bytes(BEGUN_ANSWERS.name, &key)?;
            }
        }
        Ok(())
    }

    /// Removes what is stored of the member's participation, beside the memos.
    pub fn remove_participation_of(&mut self, member: AccountId) -> Result<()> {
        for (book, _) in self.begun_books(member)? {
            self.remove(&BEGUN_ANSWERS, &(member, book))?;
        }
        self.remove(&REMINDERS, &member)
    }
}
