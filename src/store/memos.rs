//! Memos by id, by member and question, and by book; with the history of replaced ones.

use std::collections::HashSet;
use std::ops::Bound;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, Key, MemoKey, last_id};
use super::tables::{
    EDITION_OF_MEMO, HIDDEN_MEMOS, MEMOS, MEMOS_OF_BLOB, MEMOS_OF_BOOK, MEMOS_OF_MEMBER,
    REPLACED_MEMOS,
};
use crate::domain::blob::BlobHash;
use crate::domain::book::QuestionKey;
use crate::domain::handwriting::Source;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::memo::{Memo, MemoKind};
use crate::domain::search::Subject;
use crate::domain::time::Timestamp;

/// Numbers of present memos of a book that are not hidden and have never been in an edition, withdrawn or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NewInBook {
    pub memos: u32,
    /// Number of questions that these memos answer. A member's memos of several kinds to one question count once.
    pub answered: u32,
}

impl ReadTx {
    pub fn memo(&self, id: MemoId) -> Result<Option<Memo>> {
        self.get(&MEMOS, &id)
    }

    /// The member's present memo for a question and kind.
    pub fn memo_for(
        &self,
        author: AccountId,
        book: BookId,
        kind: MemoKind,
        question: &QuestionKey,
    ) -> Result<Option<Memo>> {
        match self.get(&MEMOS_OF_MEMBER, &(author, book, MemoKey::new(kind, question)))? {
            Some(id) => self.memo(id),
            None => Ok(None),
        }
    }

    /// The member's present memos of a book, newest first.
    pub fn memos_of_member(&self, author: AccountId, book: BookId) -> Result<Vec<Memo>> {
        let slots =
            self.scan_prefix(&MEMOS_OF_MEMBER, &(author, book), Order::Ascending, usize::MAX)?;
        let mut memos = self.memos_by_id(slots.into_iter().map(|(_, id)| id))?;
        memos.sort_by_key(|memo| std::cmp::Reverse((memo.updated_at, memo.id)));
        Ok(memos)
    }

    /// All present memos of a member, book by book.
    pub fn memos_of(&self, author: AccountId) -> Result<Vec<Memo>> {
        let slots = self.scan_prefix(&MEMOS_OF_MEMBER, &author, Order::Ascending, usize::MAX)?;
        self.memos_by_id(slots.into_iter().map(|(_, id)| id))
    }

    /// All present memos of a book, in order of creation.
    pub fn memos_of_book(&self, book: BookId) -> Result<Vec<Memo>> {
        let entries = self.scan_prefix(&MEMOS_OF_BOOK, &book, Order::Ascending, usize::MAX)?;
        self.memos_by_id(entries.iter().map(|(key, ())| MemoId::from_bytes(last_id(key))))
    }

    /// Ids of a book's present memos that were created at `from` or later, in order of creation. Reads no memo.
    pub fn memos_of_book_since(&self, book: BookId, from: Timestamp) -> Result<Vec<MemoId>> {
        let first = (book, MemoId::new(from, [0; 10])).to_key();
        let last = (book, MemoId::from_bytes([u8::MAX; 16])).to_key();
        let range = (Bound::Included(&*first), Bound::Included(&*last));
        let entries =
            self.entries(MEMOS_OF_BOOK.name, range.0, range.1, Order::Ascending, usize::MAX)?;
        Ok(entries.iter().map(|(key, _)| MemoId::from_bytes(last_id(key))).collect())
    }

    /// Counts memos of a book that are new since its last edition.
    pub fn count_new(&self, book: BookId) -> Result<NewInBook> {
        let entries = self.scan_prefix(&MEMOS_OF_BOOK, &book, Order::Ascending, usize::MAX)?;
        let mut memos = 0;
        for (key, ()) in entries {
            let id = MemoId::from_bytes(last_id(&key));
            memos += u32::from(!self.was_published(id)? && !self.is_memo_hidden(id)?);
        }
        Ok(NewInBook { memos, answered: self.count_new_answers(book)? })
    }

    /// Memos with this picture, present and replaced.
    pub fn memos_of_blob(&self, blob: BlobHash) -> Result<Vec<Memo>> {
        let entries = self.scan_prefix(&MEMOS_OF_BLOB, &blob, Order::Ascending, usize::MAX)?;
        self.memos_by_id(entries.iter().map(|(key, ())| MemoId::from_bytes(last_id(key))))
    }

    /// Adds the files of all memos, present and replaced.
    pub fn collect_blobs_of_memos(&self, blobs: &mut HashSet<BlobHash>) -> Result<()> {
        self.for_each(&MEMOS, |memo: Memo| blobs.extend(memo.content.blobs()))
    }

    /// Whether a book has any memo, present or replaced.
    pub fn has_memos(&self, book: BookId) -> Result<bool> {
        let mut found = false;
        self.for_each(&MEMOS, |memo: Memo| found |= memo.book == book)?;
        Ok(found)
    }

    /// Ids of the newest memos, present and replaced, at most `limit`.
    pub fn latest_memos(&self, limit: usize) -> Result<Vec<MemoId>> {
        let memos = self.scan_prefix(&MEMOS, &EmptyPrefix, Order::Descending, limit)?;
        Ok(memos.into_iter().map(|(_, memo)| memo.id).collect())
    }

    /// Memos created after `last`, present and replaced, in order of creation, at most `limit`.
    pub fn memos_after(&self, last: Option<MemoId>, limit: usize) -> Result<Vec<Memo>> {
        let last = last.map(|id| id.to_key());
        let from = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.entries(MEMOS.name, from, Bound::Unbounded, Order::Ascending, limit)?
            .iter()
            .map(|(_, memo)| MEMOS.decode(memo))
            .collect()
    }

    /// Whether the memo is its member's present one, neither replaced nor withdrawn.
    pub fn is_present(&self, memo: &Memo) -> Result<bool> {
        let slot = MemoKey::new(memo.content.kind(), &memo.question);
        Ok(self.get(&MEMOS_OF_MEMBER, &(memo.author, memo.book, slot))? == Some(memo.id))
    }

    pub(super) fn memos_by_id(&self, ids: impl Iterator<Item = MemoId>) -> Result<Vec<Memo>> {
        ids.filter_map(|id| self.memo(id).transpose()).collect()
    }
}

impl WriteTx {
    /// Makes `memo` the member's present one for its question and kind; the one before it becomes history.
    pub fn put_memo(&mut self, memo: &Memo) -> Result<()> {
        self.change_answer(memo, |tx| tx.place_memo(memo, memo.updated_at))
    }

    fn place_memo(&mut self, memo: &Memo, now: Timestamp) -> Result<()> {
        let slot = || MemoKey::new(memo.content.kind(), &memo.question);
        let before = self.get(&MEMOS_OF_MEMBER, &(memo.author, memo.book, slot()))?;
        self.count_replaced(before, memo)?;
        if let Some(before) = before.filter(|before| *before != memo.id) {
            self.remove(&MEMOS_OF_BOOK, &(memo.book, before))?;
            let history = (memo.author, memo.book, slot(), before);
            self.put(&REPLACED_MEMOS, &history, &now)?;
            self.dequeue_recognition(Source::Memo(before))?;
            self.record_change(Subject::Memo(before))?;
        }
        for blob in memo.content.blobs() {
            self.put(&MEMOS_OF_BLOB, &(blob, memo.id), &())?;
        }
        if let Some(picture) = memo.content.picture() {
            self.enqueue_recognition(Source::Memo(memo.id), picture)?;
        }
        self.put(&MEMOS_OF_MEMBER, &(memo.author, memo.book, slot()), &memo.id)?;
        self.put(&MEMOS_OF_BOOK, &(memo.book, memo.id), &())?;
        self.record_change(Subject::Memo(memo.id))?;
        self.put(&MEMOS, &memo.id, memo)
    }

    /// Updates the counts for `memo` replacing the present memo `before`.
    fn count_replaced(&mut self, before: Option<MemoId>, memo: &Memo) -> Result<()> {
        let was_shown =
            before.map(|before| self.is_memo_hidden(before)).transpose()? == Some(false);
        if before.is_none() {
            self.count_in_member(memo)?;
        }
        match (was_shown, !self.is_memo_hidden(memo.id)?) {
            (false, true) => self.count_in_book(memo.book),
            (true, false) => self.count_out_of_book(memo.book),
            (true, true) | (false, false) => Ok(()),
        }
    }

    /// Withdraws a present memo from its book; it becomes history.
    pub fn withdraw_memo(&mut self, memo: &Memo, now: Timestamp) -> Result<()> {
        let slot = MemoKey::new(memo.content.kind(), &memo.question);
        self.take_out(memo)?;
        self.dequeue_recognition(Source::Memo(memo.id))?;
        self.record_change(Subject::Memo(memo.id))?;
        self.put(&REPLACED_MEMOS, &(memo.author, memo.book, slot, memo.id), &now)
    }

    /// Restores a memo of the history unchanged as the present one; the memo that it replaces becomes history.
    pub fn restore_memo(&mut self, memo: &Memo, now: Timestamp) -> Result<()> {
        let slot = MemoKey::new(memo.content.kind(), &memo.question);
        self.remove(&REPLACED_MEMOS, &(memo.author, memo.book, slot, memo.id))?;
        self.change_answer(memo, |tx| tx.place_memo(memo, now))
    }

    /// Removes a memo from the indexes and counts of present memos, if it is one.
    fn take_out(&mut self, memo: &Memo) -> Result<()> {
        let slot = MemoKey::new(memo.content.kind(), &memo.question);
        if !self.is_present(memo)? {
            return Ok(());
        }
        self.count_out_of_member(memo)?;
        if !self.is_memo_hidden(memo.id)? {
            self.count_out_of_book(memo.book)?;
        }
        self.change_answer(memo, |tx| {
            tx.remove(&MEMOS_OF_MEMBER, &(memo.author, memo.book, slot))?;
            tx.remove(&MEMOS_OF_BOOK, &(memo.book, memo.id))
        })
    }

    /// Deletes a memo, present or replaced, with its index entries, loves, hiding, alternative text and reading, but not its picture's file.
    pub fn remove_memo(&mut self, memo: &Memo) -> Result<()> {
        let slot = MemoKey::new(memo.content.kind(), &memo.question);
        self.take_out(memo)?;
        self.remove(&REPLACED_MEMOS, &(memo.author, memo.book, slot, memo.id))?;
        for blob in memo.content.blobs() {
            self.remove(&MEMOS_OF_BLOB, &(blob, memo.id))?;
        }
        self.uncount_memo_files(memo)?;
        if let Some(picture) = memo.content.picture() {
            self.remove_reading_of(Source::Memo(memo.id), picture)?;
        }
        self.remove(&EDITION_OF_MEMO, &memo.id)?;
        self.remove(&HIDDEN_MEMOS, &memo.id)?;
        self.remove_decision(memo)?;
        self.remove_loves_for(memo.id)?;
        self.put_alt_text(memo.id, None)?;
        self.record_change(Subject::Memo(memo.id))?;
        self.remove(&MEMOS, &memo.id)
    }
}

#[cfg(test)]
mod tests;
