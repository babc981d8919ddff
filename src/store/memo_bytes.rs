//! Stored sums of the files of members' memos, present and replaced, each file of a member once. Texts have no files and are not counted.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::tables::{MEMO_BYTES, MEMO_FILES};
use crate::domain::blob::BlobHash;
use crate::domain::id::AccountId;
use crate::domain::memo::Memo;

impl ReadTx {
    /// Bytes of the files of all memos of a member.
    pub fn memo_bytes_of(&self, author: AccountId) -> Result<u64> {
        Ok(self.get(&MEMO_BYTES, &author)?.unwrap_or(0))
    }

    /// Whether the file counts for the memo's author by this memo.
    pub fn is_memo_file_counted(&self, memo: &Memo, blob: BlobHash) -> Result<bool> {
        Ok(self.get(&MEMO_FILES, &(memo.author, blob, memo.id))?.is_some())
    }

    /// Whether the file counts for the author by any memo.
    fn is_file_counted(&self, author: AccountId, blob: BlobHash) -> Result<bool> {
        Ok(!self.scan_prefix(&MEMO_FILES, &(author, blob), Order::Ascending, 1)?.is_empty())
    }
}

impl WriteTx {
    /// Counts a file of a memo with `bytes`, which the database does not record elsewhere.
    pub fn count_memo_file(&mut self, memo: &Memo, blob: BlobHash, bytes: u64) -> Result<()> {
        let is_known = self.is_file_counted(memo.author, blob)?;
        self.put(&MEMO_FILES, &(memo.author, blob, memo.id), &bytes)?;
        let added = if is_known { 0 } else { bytes };
        self.change_memo_bytes(memo.author, |all| all.saturating_add(added))
    }

    /// Takes the files of a deleted memo out of the sum, but for those that another memo of the author has.
    pub(super) fn uncount_memo_files(&mut self, memo: &Memo) -> Result<()> {
        for blob in memo.content.blobs() {
            let key = (memo.author, blob, memo.id);
            let Some(bytes) = self.get(&MEMO_FILES, &key)? else { continue };
            self.remove(&MEMO_FILES, &key)?;
            if !self.is_file_counted(memo.author, blob)? {
                self.change_memo_bytes(memo.author, |all| all.saturating_sub(bytes))?;
            }
        }
        Ok(())
    }

    fn change_memo_bytes(
        &mut self,
        author: AccountId,
        change: impl FnOnce(u64) -> u64,
    ) -> Result<()> {
        let before = self.memo_bytes_of(author)?;
        match change(before) {
            same if same == before => Ok(()),
            0 => self.remove(&MEMO_BYTES, &author),
            bytes => self.put(&MEMO_BYTES, &author, &bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::book::QuestionKey;
    use crate::domain::id::{BookId, MemoId};
    use crate::domain::memo::MemoContent;
    use crate::domain::time::Timestamp;
    use crate::store::Store;
    use crate::store::check::find_flaws;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn memo(n: u8, content: MemoContent) -> Memo {
        Memo {
            id: MemoId::new(NOW, [n; 10]),
            book: BookId::new(NOW, [2; 10]),
            author: AccountId::new(NOW, [1; 10]),
            question: QuestionKey::parse("smell").unwrap(),
            content,
            created_at: NOW,
            updated_at: NOW,
        }
    }

    #[test]
    fn each_file_counts_once_until_it_is_deleted() {
        let store = Store::in_memory().unwrap();
        let ink = BlobHash::of(b"ink");
        let memo = |n| memo(n, MemoContent::Hand { picture: ink });
        let author = memo(1).author;
        let bytes = || store.read().unwrap().memo_bytes_of(author).unwrap();
        let written: Result<()> = store.write(|tx| {
            for memo in [&memo(1), &memo(2)] {
                tx.put_memo(memo)?;
                tx.count_memo_file(memo, ink, 700)?;
            }
            Ok(())
        });
        written.unwrap();
        assert_eq!(bytes(), 700, "a replaced memo and the present one share a file");
        assert_eq!(find_flaws(&store.read().unwrap()).unwrap(), []);
        for (deleted, left) in [(1, 700), (2, 0)] {
            store.write(|tx| tx.remove_memo(&memo(deleted))).unwrap();
            assert_eq!(bytes(), left);
        }
        assert_eq!(find_flaws(&store.read().unwrap()).unwrap(), []);
    }
}
