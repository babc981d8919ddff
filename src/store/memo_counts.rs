//! Stored counts of present memos and answers, because the library shows them for all books at once. Hidden memos count for their
//! authors only.

use std::collections::BTreeMap;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, MemoKey, id_at};
use super::tables::{MEMO_COUNTS, MEMO_COUNTS_OF_MEMBER, MEMOS_OF_MEMBER, NEW_ANSWER_COUNTS};
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::{Memo, MemoKind};

impl ReadTx {
    /// Number of present memos of a book that are not hidden.
    pub fn count_memos_of_book(&self, book: BookId) -> Result<u32> {
        Ok(self.get(&MEMO_COUNTS, &book)?.unwrap_or(0))
    }

    /// Numbers of present memos of all books that are not hidden; books without any are left out.
    pub fn count_memos(&self) -> Result<BTreeMap<BookId, u32>> {
        let counts = self.scan_prefix(&MEMO_COUNTS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(counts.into_iter().map(|(key, count)| (book_at(&key, 0), count)).collect())
    }

    /// Numbers of present memos of the member by book, hidden or not; books without any are left out.
    pub fn count_memos_of_member(&self, author: AccountId) -> Result<BTreeMap<BookId, u32>> {
        let counts =
            self.scan_prefix(&MEMO_COUNTS_OF_MEMBER, &author, Order::Ascending, usize::MAX)?;
        let start = author.as_bytes().len();
        Ok(counts.into_iter().map(|(key, count)| (book_at(&key, start), count)).collect())
    }

    /// Number of a book's answers for its next edition, one for each member and question. Those that were in an edition are not new.
    pub fn count_new_answers(&self, book: BookId) -> Result<u32> {
        Ok(self.get(&NEW_ANSWER_COUNTS, &book)?.unwrap_or(0))
    }

    /// Whether the author of a memo has any for its question, of any kind, that counts for the next edition.
    pub(super) fn is_newly_answered(&self, memo: &Memo) -> Result<bool> {
        for kind in MemoKind::ALL {
            let slot = MemoKey::new(kind, &memo.question);
            let present = self.get(&MEMOS_OF_MEMBER, &(memo.author, memo.book, slot))?;
            if let Some(id) = present
                && !self.is_memo_hidden(id)?
                && !self.was_published(id)?
            {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Number of present memos of the member in a book, hidden or not.
    pub fn count_memos_of_member_in(&self, author: AccountId, book: BookId) -> Result<u32> {
        Ok(self.get(&MEMO_COUNTS_OF_MEMBER, &(author, book))?.unwrap_or(0))
    }
}

fn book_at(key: &[u8], start: usize) -> BookId {
    BookId::from_bytes(id_at(key, start))
}

impl WriteTx {
    /// Increments the member's count for a memo that became present and replaced none.
    pub(super) fn count_in_member(&mut self, memo: &Memo) -> Result<()> {
        self.set_count_of_member(memo, |count| count + 1)
    }

    /// Decrements the member's count for a memo that is no longer present and was not replaced.
    pub(super) fn count_out_of_member(&mut self, memo: &Memo) -> Result<()> {
        self.set_count_of_member(memo, |count| count.saturating_sub(1))
    }

    /// Increments the book's count for a present memo that is new or no longer hidden.
    pub(super) fn count_in_book(&mut self, book: BookId) -> Result<()> {
        self.set_count_of_book(book, |count| count + 1)
    }

    /// Decrements the book's count for a present memo that was removed or hidden.
    pub(super) fn count_out_of_book(&mut self, book: BookId) -> Result<()> {
        self.set_count_of_book(book, |count| count.saturating_sub(1))
    }

    /// Makes a change to the presence, hiding or publication of a memo, and updates the number of new answers of its book.
    pub(super) fn change_answer(
        &mut self,
        memo: &Memo,
        change: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let before = self.is_newly_answered(memo)?;
        change(self)?;
        let count = self.count_new_answers(memo.book)?;
        let count = match (before, self.is_newly_answered(memo)?) {
            (false, true) => count + 1,
            (true, false) => count.saturating_sub(1),
            (true, true) | (false, false) => return Ok(()),
        };
        match count {
            0 => self.remove(&NEW_ANSWER_COUNTS, &memo.book),
            count => self.put(&NEW_ANSWER_COUNTS, &memo.book, &count),
        }
    }

    fn set_count_of_book(&mut self, book: BookId, change: impl Fn(u32) -> u32) -> Result<()> {
        match change(self.count_memos_of_book(book)?) {
            0 => self.remove(&MEMO_COUNTS, &book),
            count => self.put(&MEMO_COUNTS, &book, &count),
        }
    }

    fn set_count_of_member(&mut self, memo: &Memo, change: impl Fn(u32) -> u32) -> Result<()> {
        let member = (memo.author, memo.book);
        match change(self.count_memos_of_member_in(memo.author, memo.book)?) {
            0 => self.remove(&MEMO_COUNTS_OF_MEMBER, &member),
            count => self.put(&MEMO_COUNTS_OF_MEMBER, &member, &count),
        }
    }
}
