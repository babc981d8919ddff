//! Memos that an admin has hidden, or that wait for a keeper, and notices of those that were removed.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::{HIDDEN_MEMOS, REMOVED_MEMOS};
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::memo::{HiddenMemo, Memo, RemovedMemo, Visibility};
use crate::domain::search::Subject;

impl ReadTx {
    /// Loads time and reason if the memo is hidden.
    pub fn hidden_memo(&self, id: MemoId) -> Result<Option<HiddenMemo>> {
        self.get(&HIDDEN_MEMOS, &id)
    }

    pub fn is_memo_hidden(&self, id: MemoId) -> Result<bool> {
        Ok(self.hidden_memo(id)?.is_some())
    }

    /// Lists every hidden memo, present or replaced, in the order of making.
    pub fn hidden_memos(&self) -> Result<Vec<Memo>> {
        let hidden = self.scan_prefix(&HIDDEN_MEMOS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let ids = hidden.iter().map(|(key, _)| MemoId::from_bytes(last_id(key)));
        ids.filter_map(|id| self.memo(id).transpose()).collect()
    }

    /// Loads the audience of a memo, beside its author and admins.
    pub fn visibility_of_memo(&self, id: MemoId) -> Result<Visibility> {
        if self.is_memo_hidden(id)? {
            return Ok(Visibility::Hidden);
        }
        let is_published = self.is_published(id)?;
        Ok(if is_published { Visibility::Published } else { Visibility::Unpublished })
    }

    /// Lists every present memo of a book that is not hidden, in the order of making.
    pub fn shown_memos_of_book(&self, book: BookId) -> Result<Vec<Memo>> {
        let mut memos = Vec::new();
        for memo in self.memos_of_book(book)? {
            if !self.is_memo_hidden(memo.id)? {
                memos.push(memo);
            }
        }
        Ok(memos)
    }

    /// Lists notices of a member's removed memos, oldest first.
    pub fn removed_memos_of(&self, author: AccountId) -> Result<Vec<RemovedMemo>> {
        let removed = self.scan_prefix(&REMOVED_MEMOS, &author, Order::Ascending, usize::MAX)?;
        Ok(removed.into_iter().map(|(_, memo)| memo).collect())
    }
}

impl WriteTx {
    /// Hides a memo, or replaces the reason if it is hidden already.
    pub fn hide_memo(&mut self, memo: &Memo, hidden: &HiddenMemo) -> Result<()> {
        if self.is_present(memo)? && !self.is_memo_hidden(memo.id)? {
            self.count_out_of_book(memo.book)?;
        }
        self.record_change(Subject::Memo(memo.id))?;
        self.change_answer(memo, |tx| tx.put(&HIDDEN_MEMOS, &memo.id, hidden))
    }

    /// Shows a hidden memo again.
    pub fn unhide_memo(&mut self, memo: &Memo) -> Result<()> {
        if self.is_present(memo)? && self.is_memo_hidden(memo.id)? {
            self.count_in_book(memo.book)?;
        }
        self.record_change(Subject::Memo(memo.id))?;
        self.remove_waiting(memo)?;
        self.change_answer(memo, |tx| tx.remove(&HIDDEN_MEMOS, &memo.id))
    }

    /// Stores the notice of a removed memo.
    pub fn put_removed_memo(&mut self, memo: &RemovedMemo) -> Result<()> {
        self.put(&REMOVED_MEMOS, &(memo.author, memo.id), memo)
    }

    /// Deletes all notices of a member's removed memos.
    pub fn remove_removed_memos_of(&mut self, author: AccountId) -> Result<()> {
        for memo in self.removed_memos_of(author)? {
            self.remove(&REMOVED_MEMOS, &(author, memo.id))?;
        }
        Ok(())
    }
}
