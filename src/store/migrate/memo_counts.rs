//! Step 6: adds the stored counts of present memos.

use crate::store::Result;
use crate::store::engine::WriteTx;

pub(super) fn count(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    for memo in tx.memos_after(None, usize::MAX)? {
        if tx.is_present(&memo)? {
            tx.count_in_member(&memo)?;
            tx.count_in_book(memo.book)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::blob::BlobHash;
    use crate::domain::book::QuestionKey;
    use crate::domain::id::{AccountId, BookId, MemoId};
    use crate::domain::memo::{Memo, MemoContent};
    use crate::domain::time::Timestamp;
    use crate::store::Store;
    use crate::store::tables::{MEMO_COUNTS, MEMO_COUNTS_OF_MEMBER};

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn memo(n: u8, author: u8) -> Memo {
        Memo {
            id: MemoId::new(NOW, [n; 10]),
            book: BookId::new(NOW, [1; 10]),
            author: AccountId::new(NOW, [author; 10]),
            question: QuestionKey::parse("smell").unwrap(),
            content: MemoContent::Hand { picture: BlobHash::of(&[n]) },
            created_at: NOW,
            updated_at: NOW,
        }
    }

    #[test]
    fn migration_counts_existing_memos() {
        let store = Store::in_memory().unwrap();
        let made: Result<()> = store.write(|tx| {
            // The second takes the place of the first.
            [memo(1, 1), memo(2, 1), memo(3, 2)].iter().try_for_each(|memo| tx.put_memo(memo))?;
            tx.drop_table(MEMO_COUNTS.name)?;
            tx.drop_table(MEMO_COUNTS_OF_MEMBER.name)?;
            count(tx)
        });
        made.unwrap();
        let tx = store.read().unwrap();
        let book = memo(1, 1).book;
        assert_eq!(tx.count_memos_of_book(book).unwrap(), 2);
        assert_eq!(tx.count_memos_of_member(memo(1, 1).author).unwrap(), [(book, 1)].into());
    }
}
