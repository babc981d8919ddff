//! Step 30 shortens the history of memos to what it may have.

use std::collections::BTreeSet;

use crate::store::Result;
use crate::store::engine::WriteTx;

/// Files of memos are counted by the daily cleanup, since their lengths are not in the database.
pub(super) fn shorten(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    let mut answers = BTreeSet::new();
    for memo in tx.memos_after(None, usize::MAX)? {
        let answer = (memo.author, memo.book, memo.content.kind(), memo.question.clone());
        if answers.insert(answer) {
            tx.prune_replaced_memos(&memo)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::domain::book::QuestionKey;
    use crate::domain::id::{AccountId, BookId, MemoId};
    use crate::domain::memo::{Memo, MemoContent};
    use crate::domain::memo_text::MemoText;
    use crate::domain::time::Timestamp;
    use crate::store::check::find_flaws;
    use crate::store::{Result, Store};

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn memo(n: u8) -> Memo {
        Memo {
            id: MemoId::new(NOW, [n; 10]),
            book: BookId::new(NOW, [2; 10]),
            author: AccountId::new(NOW, [1; 10]),
            question: QuestionKey::parse("smell").unwrap(),
            content: MemoContent::Text { post: MemoText::parse("It rained.").unwrap() },
            created_at: NOW,
            updated_at: NOW,
        }
    }

    #[test]
    fn long_history_is_shortened() {
        let store = Store::in_memory().unwrap();
        let written: Result<()> = store.write(|tx| {
            (1..=200).try_for_each(|n| tx.put_memo(&memo(n)))?;
            super::shorten(tx)
        });
        written.unwrap();
        let tx = store.read().unwrap();
        assert_eq!(tx.replaced_memos_of(memo(1).author).unwrap().len(), 50);
        assert_eq!(find_flaws(&tx).unwrap(), []);
    }
}
