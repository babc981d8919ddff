//! Counts of present memos, kept beside them: the library tells it of every book at once. Hidden ones count for their
//! authors only.

use std::collections::BTreeMap;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{All, id_at};
use super::tables::{MEMO_COUNTS, MEMO_COUNTS_OF_MEMBER};
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::Memo;

impl ReadTx {
    /// Counts the present memos of a book that are not hidden.
    pub fn count_memos_of_book(&self, book: BookId) -> Result<u32> {
        Ok(self.get(&MEMO_COUNTS, &book)?.unwrap_or(0))
    }

    /// The same for each book; those without any are left out.
    pub fn count_memos(&self) -> Result<BTreeMap<BookId, u32>> {
        let counts = self.scan_prefix(&MEMO_COUNTS, &All, Order::Ascending, usize::MAX)?;
        Ok(counts.into_iter().map(|(key, count)| (book_at(&key, 0), count)).collect())
    }

    /// How many present memos the member has in each book; books without any are left out.
    pub fn count_memos_of_member(&self, author: AccountId) -> Result<BTreeMap<BookId, u32>> {
        let counts =
            self.scan_prefix(&MEMO_COUNTS_OF_MEMBER, &author, Order::Ascending, usize::MAX)?;
        let start = author.as_bytes().len();
        Ok(counts.into_iter().map(|(key, count)| (book_at(&key, start), count)).collect())
    }

    /// How many present memos the member has in a book.
    pub fn count_memos_of_member_in(&self, author: AccountId, book: BookId) -> Result<u32> {
        Ok(self.get(&MEMO_COUNTS_OF_MEMBER, &(author, book))?.unwrap_or(0))
    }
}

fn book_at(key: &[u8], start: usize) -> BookId {
    BookId::from_bytes(id_at(key, start))
}

impl WriteTx {
    /// Counts a memo that became a present one where there was none.
    pub(super) fn count_in_member(&mut self, memo: &Memo) -> Result<()> {
        self.set_count_of_member(memo, |count| count + 1)
    }

    /// Counts a memo that is not present any more, and that none has replaced.
    pub(super) fn count_out_of_member(&mut self, memo: &Memo) -> Result<()> {
        self.set_count_of_member(memo, |count| count.saturating_sub(1))
    }

    /// Counts a present memo that was not there, or was hidden.
    pub(super) fn count_in_book(&mut self, book: BookId) -> Result<()> {
        self.set_count_of_book(book, |count| count + 1)
    }

    /// Counts a present memo that is gone, or hidden.
    pub(super) fn count_out_of_book(&mut self, book: BookId) -> Result<()> {
        self.set_count_of_book(book, |count| count.saturating_sub(1))
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
