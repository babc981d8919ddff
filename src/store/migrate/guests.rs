//! Step 29 records which memos of guests were accepted, so that they wait again under another name.

use crate::store::Result;
use crate::store::engine::WriteTx;

/// A guest's memo is hidden until a keeper has accepted it. Those of guests who have become members are members' memos.
pub(super) fn mark_accepted(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    for (guest, _) in tx.guests()? {
        for memo in [tx.memos_of(guest)?, tx.replaced_memos_of(guest)?].concat() {
            if !tx.is_memo_hidden(memo.id)? {
                tx.mark_accepted(&memo)?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::domain::blob::BlobHash;
    use crate::domain::book::QuestionKey;
    use crate::domain::guest::Guest;
    use crate::domain::id::{AccountId, BookId, MemoId};
    use crate::domain::memo::{Memo, MemoContent};
    use crate::domain::secret::SecretHash;
    use crate::domain::time::Timestamp;
    use crate::store::{Result, Store};

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn memo(author: u8, question: &str) -> Memo {
        Memo {
            id: MemoId::new(NOW, [question.len() as u8 + author; 10]),
            book: BookId::new(NOW, [1; 10]),
            author: AccountId::new(NOW, [author; 10]),
            question: QuestionKey::parse(question).unwrap(),
            content: MemoContent::Hand { picture: BlobHash::of(b"ink") },
            created_at: NOW,
            updated_at: NOW,
        }
    }

    #[test]
    fn accepted_memos_of_guests_are_marked() {
        let store = Store::in_memory().unwrap();
        let (accepted, waiting, of_member) = (memo(10, "a"), memo(10, "bb"), memo(20, "a"));
        let guest = Guest { book: accepted.book, joined_at: NOW, secret: SecretHash([0; 32]) };
        let written: Result<()> = store.write(|tx| {
            tx.put_guest(accepted.author, &guest)?;
            for memo in [&accepted, &waiting, &of_member] {
                tx.put_memo(memo)?;
            }
            tx.hold_memo(&waiting, NOW)?;
            super::mark_accepted(tx)
        });
        written.unwrap();
        let tx = store.read().unwrap();
        let marked = [&accepted, &waiting, &of_member].map(|memo| tx.was_memo_accepted(memo));
        assert_eq!(marked.map(Result::unwrap), [true, false, false]);
    }
}
