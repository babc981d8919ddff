//! History of memos: those that were replaced or withdrawn, of which each answer has a bounded number.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{MemoKey, last_id};
use super::tables::{REPLACED_MEMOS, WAITING_MEMOS};
use crate::domain::book::QuestionKey;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::memo::{Memo, MemoKind};

/// Maximum number of replaced or withdrawn memos of a member for a question and kind, beside those that stay for good.
const MAX_REPLACED: usize = 50;

impl ReadTx {
    /// All replaced or withdrawn memos of a member, book by book.
    pub fn replaced_memos_of(&self, author: AccountId) -> Result<Vec<Memo>> {
        let entries = self.scan_prefix(&REPLACED_MEMOS, &author, Order::Ascending, usize::MAX)?;
        self.memos_by_id(entries.iter().map(|(key, _)| MemoId::from_bytes(last_id(key))))
    }

    /// The member's replaced or withdrawn memos of a book.
    pub fn replaced_memos_of_book(&self, author: AccountId, book: BookId) -> Result<Vec<Memo>> {
        let own = (author, book);
        let entries = self.scan_prefix(&REPLACED_MEMOS, &own, Order::Ascending, usize::MAX)?;
        self.memos_by_id(entries.iter().map(|(key, _)| MemoId::from_bytes(last_id(key))))
    }

    /// Replaced or withdrawn memos that answer the same question in the same kind, in the order in which they were replaced.
    pub fn replaced_memos_like(&self, memo: &Memo) -> Result<Vec<Memo>> {
        let kind = memo.content.kind();
        let ids = self.replaced_ids(memo.author, memo.book, kind, &memo.question)?;
        self.memos_by_id(ids.into_iter())
    }

    /// The member's replaced or withdrawn memos for a question and kind that an admin has hidden.
    pub fn hidden_memos_for(
        &self,
        author: AccountId,
        book: BookId,
        kind: MemoKind,
        question: &QuestionKey,
    ) -> Result<Vec<Memo>> {
        let mut hidden = Vec::new();
        for id in self.replaced_ids(author, book, kind, question)? {
            if self.is_hidden_by_admin(book, id)? {
                hidden.extend(self.memo(id)?);
            }
        }
        Ok(hidden)
    }

    /// Ids of the member's replaced or withdrawn memos for a question and kind, in the order in which they were replaced.
    fn replaced_ids(
        &self,
        author: AccountId,
        book: BookId,
        kind: MemoKind,
        question: &QuestionKey,
    ) -> Result<Vec<MemoId>> {
        let answer = (author, book, MemoKey::new(kind, question));
        let mut entries =
            self.scan_prefix(&REPLACED_MEMOS, &answer, Order::Ascending, usize::MAX)?;
        entries.sort_by_key(|(_, replaced_at)| *replaced_at);
        Ok(entries.iter().map(|(key, _)| MemoId::from_bytes(last_id(key))).collect())
    }

    /// Whether an admin has hidden the memo. A memo that waits for a keeper is hidden, too, but not by an admin.
    fn is_hidden_by_admin(&self, book: BookId, id: MemoId) -> Result<bool> {
        Ok(self.is_memo_hidden(id)? && self.get(&WAITING_MEMOS, &(book, id))?.is_none())
    }

    /// Whether a replaced memo stays for good: it stood in an edition, or a keeper or an admin has decided on it.
    fn stays_for_good(&self, memo: &Memo) -> Result<bool> {
        Ok(self.was_published(memo.id)?
            || self.was_memo_accepted(memo)?
            || self.is_hidden_by_admin(memo.book, memo.id)?)
    }
}

impl WriteTx {
    /// Deletes the replaced memos that answer the same question in the same kind, but for the newest 50 and those that stay for good.
    /// Returns them: their files may be unreferenced now.
    pub fn prune_replaced_memos(&mut self, memo: &Memo) -> Result<Vec<Memo>> {
        let kind = memo.content.kind();
        let mut ids = self.replaced_ids(memo.author, memo.book, kind, &memo.question)?;
        ids.truncate(ids.len().saturating_sub(MAX_REPLACED));
        let mut pruned = Vec::new();
        for id in ids {
            if let Some(old) = self.memo(id)?
                && !self.stays_for_good(&old)?
            {
                self.remove_memo(&old)?;
                pruned.push(old);
            }
        }
        Ok(pruned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::memo::{HiddenMemo, MemoContent};
    use crate::domain::memo_text::MemoText;
    use crate::domain::time::Timestamp;
    use crate::store::Store;
    use crate::store::check::find_flaws;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn at(n: u8) -> Timestamp {
        Timestamp { seconds: n.into(), nanoseconds: 0 }
    }

    fn memo(n: u8) -> Memo {
        let text = format!("It rained for {n} days.");
        let written_at = at(n);
        Memo {
            id: MemoId::new(NOW, [n; 10]),
            book: BookId::new(NOW, [2; 10]),
            author: AccountId::new(NOW, [1; 10]),
            question: QuestionKey::parse("smell").unwrap(),
            content: MemoContent::Text { post: MemoText::parse(&text).unwrap() },
            created_at: written_at,
            updated_at: written_at,
        }
    }

    #[test]
    fn newest_fifty_replaced_memos_stay() {
        let store = Store::in_memory().unwrap();
        let hidden = HiddenMemo { since: NOW, why: "It names a neighbour.".into() };
        let written: Result<Vec<Memo>> = store.write(|tx| {
            let mut pruned = Vec::new();
            for n in 1..=60 {
                tx.put_memo(&memo(n))?;
                match n {
                    2 => tx.accept_memo(&memo(n))?,
                    3 => tx.hide_memo(&memo(n), &hidden)?,
                    4 => tx.hold_memo(&memo(n), NOW)?,
                    _ => {}
                }
                pruned.extend(tx.prune_replaced_memos(&memo(n))?);
            }
            Ok(pruned)
        });
        assert_eq!(written.unwrap(), [1, 4, 5, 6, 7, 8, 9].map(memo));
        let tx = store.read().unwrap();
        let left = tx.replaced_memos_like(&memo(60)).unwrap();
        assert_eq!((left.len(), &left[..3]), (52, &[memo(2), memo(3), memo(10)][..]));
        assert_eq!(find_flaws(&tx).unwrap(), []);
    }

    #[test]
    fn memo_replaced_by_a_restored_one_is_newest() {
        let store = Store::in_memory().unwrap();
        let written: Result<Vec<Memo>> = store.write(|tx| {
            for n in 1..=51 {
                tx.put_memo(&memo(n))?;
            }
            tx.restore_memo(&memo(1), at(52))?;
            tx.put_memo(&memo(53))?;
            tx.prune_replaced_memos(&memo(53))
        });
        assert_eq!(written.unwrap(), [memo(2)]);
        let left = store.read().unwrap().replaced_memos_like(&memo(53)).unwrap();
        assert_eq!(&left[48..], [memo(51), memo(1)]);
    }
}
