//! Loves of memos by members.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::last_id;
use super::tables::{LOVES, LOVES_OF_ACCOUNT};
use crate::domain::id::{AccountId, MemoId};

impl ReadTx {
    /// Number of members who love the memo.
    pub fn count_loves(&self, memo: MemoId) -> Result<u32> {
        Ok(self.scan_prefix(&LOVES, &memo, Order::Ascending, usize::MAX)?.len() as u32)
    }

    pub fn is_loved_by(&self, memo: MemoId, member: AccountId) -> Result<bool> {
        Ok(self.get(&LOVES, &(memo, member))?.is_some())
    }

    /// Memos that the member loves.
    pub fn loves_of(&self, member: AccountId) -> Result<Vec<MemoId>> {
        let entries = self.scan_prefix(&LOVES_OF_ACCOUNT, &member, Order::Ascending, usize::MAX)?;
        Ok(entries.iter().map(|(key, ())| MemoId::from_bytes(last_id(key))).collect())
    }
}

impl WriteTx {
    pub fn put_love(&mut self, memo: MemoId, member: AccountId) -> Result<()> {
        self.put(&LOVES, &(memo, member), &())?;
        self.put(&LOVES_OF_ACCOUNT, &(member, memo), &())
    }

    pub fn remove_love(&mut self, memo: MemoId, member: AccountId) -> Result<()> {
        self.remove(&LOVES, &(memo, member))?;
        self.remove(&LOVES_OF_ACCOUNT, &(member, memo))
    }

    /// Removes all loves of a memo.
    pub(super) fn remove_loves_for(&mut self, memo: MemoId) -> Result<()> {
        let entries = self.scan_prefix(&LOVES, &memo, Order::Ascending, usize::MAX)?;
        let mut members = entries.iter().map(|(key, ())| AccountId::from_bytes(last_id(key)));
        members.try_for_each(|member| self.remove_love(memo, member))
    }

    /// Removes all loves by a member.
    pub fn remove_loves_of(&mut self, member: AccountId) -> Result<()> {
        self.loves_of(member)?.into_iter().try_for_each(|memo| self.remove_love(memo, member))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::Timestamp;
    use crate::store::Store;

    #[test]
    fn member_loves_a_memo_once() {
        const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };
        let store = Store::in_memory().unwrap();
        let (memo, other) = (MemoId::new(NOW, [1; 10]), MemoId::new(NOW, [2; 10]));
        let (ana, bo) = (AccountId::new(NOW, [3; 10]), AccountId::new(NOW, [4; 10]));
        let written: Result<()> = store.write(|tx| {
            [(memo, ana), (memo, ana), (memo, bo), (other, ana)]
                .into_iter()
                .try_for_each(|(memo, member)| tx.put_love(memo, member))
        });
        written.unwrap();
        let tx = store.read().unwrap();
        assert_eq!((tx.count_loves(memo).unwrap(), tx.count_loves(other).unwrap()), (2, 1));
        drop(tx);
        store.write(|tx| tx.remove_loves_of(ana)).unwrap();
        let tx = store.read().unwrap();
        assert_eq!((tx.count_loves(memo).unwrap(), tx.count_loves(other).unwrap()), (1, 0));
        assert!(tx.is_loved_by(memo, bo).unwrap() && !tx.is_loved_by(memo, ana).unwrap());
    }
}
