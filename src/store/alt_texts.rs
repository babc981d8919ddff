//! Alternative texts of the pictures of memos.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::ALT_TEXTS;
use crate::domain::alt_text::AltText;
use crate::domain::id::MemoId;
use crate::domain::memo::Visibility;
use crate::domain::search::Subject;

impl ReadTx {
    pub fn alt_text(&self, memo: MemoId) -> Result<Option<AltText>> {
        self.get(&ALT_TEXTS, &memo)
    }

    /// Alternative texts out of those of the newest `limit` memos that have one, as far as everybody may see the memo.
    pub fn latest_public_alt_texts(&self, limit: usize) -> Result<Vec<AltText>> {
        let latest = self.scan_prefix(&ALT_TEXTS, &EmptyPrefix, Order::Descending, limit)?;
        let mut public = Vec::new();
        for (key, alt) in latest {
            let memo = MemoId::from_bytes(last_id(&key));
            if self.visibility_of_memo(memo)? == Visibility::Published {
                public.push(alt);
            }
        }
        Ok(public)
    }
}

impl WriteTx {
    /// Replaces the alternative text of a memo; `None` removes it.
    pub fn put_alt_text(&mut self, memo: MemoId, alt: Option<&AltText>) -> Result<()> {
        if self.alt_text(memo)?.as_ref() == alt {
            return Ok(());
        }
        self.record_change(Subject::Memo(memo))?;
        match alt {
            Some(alt) => self.put(&ALT_TEXTS, &memo, alt),
            None => self.remove(&ALT_TEXTS, &memo),
        }
    }
}
