//! Alternative texts of the pictures of memos.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::tables::ALT_TEXTS;
use crate::domain::alt_text::AltText;
use crate::domain::id::MemoId;
use crate::domain::search::Subject;

impl ReadTx {
    pub fn alt_text(&self, memo: MemoId) -> Result<Option<AltText>> {
        self.get(&ALT_TEXTS, &memo)
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
