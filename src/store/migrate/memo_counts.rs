//! Step 23 adds the stored counts of new answers.

use std::collections::{BTreeMap, BTreeSet};

use crate::domain::book::QuestionKey;
use crate::domain::id::{AccountId, BookId};
use crate::store::Result;
use crate::store::engine::WriteTx;
use crate::store::tables::NEW_ANSWER_COUNTS;

pub(super) fn count_answers(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    let mut answers: BTreeMap<BookId, BTreeSet<(AccountId, QuestionKey)>> = BTreeMap::new();
    for memo in tx.memos_after(None, usize::MAX)? {
        if tx.is_present(&memo)? && tx.is_newly_answered(&memo)? {
            answers.entry(memo.book).or_default().insert((memo.author, memo.question));
        }
    }
    let mut counts = answers.iter().map(|(book, answers)| (book, answers.len() as u32));
    counts.try_for_each(|(book, count)| tx.put(&NEW_ANSWER_COUNTS, book, &count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::blob::BlobHash;
    use crate::domain::id::MemoId;
    use crate::domain::memo::{Memo, MemoContent};
    use crate::domain::time::Timestamp;
    use crate::store::Store;

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
    fn migration_counts_new_answers() {
        let store = Store::in_memory().unwrap();
        let made: Result<()> = store.write(|tx| {
            // The second takes the place of the first.
            [memo(1, 1), memo(2, 1), memo(3, 2)].iter().try_for_each(|memo| tx.put_memo(memo))?;
            tx.drop_table(NEW_ANSWER_COUNTS.name)?;
            count_answers(tx)
        });
        made.unwrap();
        let tx = store.read().unwrap();
        let book = memo(1, 1).book;
        assert_eq!(tx.count_new_answers(book).unwrap(), 2);
    }
}
