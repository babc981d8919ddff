//! Change log for the search index: changed subjects in order, until the index has them.
//!
//! The index stores the number of its last change, and can catch up as long as every later change is still in the log. The newest
//! change is never removed, so that an index of another database or backup is recognised.

use std::ops::Bound;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, Key};
use super::tables::CHANGES;
use crate::domain::search::Subject;

impl ReadTx {
    /// Number of the newest change; 0 before the first.
    pub fn last_change(&self) -> Result<u32> {
        self.change_at(Order::Descending)
    }

    /// Changes after number `position`, oldest first, at most `limit`; `None` when some of them have been removed from the log, or
    /// when no change has this position yet.
    pub fn changes_since(
        &self,
        position: u32,
        limit: usize,
    ) -> Result<Option<Vec<(u32, Subject)>>> {
        let (first, last) = (self.change_at(Order::Ascending)?, self.last_change()?);
        if position > last || position.saturating_add(1) < first {
            return Ok(None);
        }
        let after = position.to_key();
        let (from, to) = (Bound::Excluded(&after[..]), Bound::Unbounded);
        let entries = self.entries(CHANGES.name, from, to, Order::Ascending, limit)?;
        let change =
            |(key, subject): (Vec<u8>, Vec<u8>)| Ok((number(&key), CHANGES.decode(&subject)?));
        entries.into_iter().map(change).collect::<Result<_>>().map(Some)
    }

    fn change_at(&self, end: Order) -> Result<u32> {
        let change = self.scan_prefix(&CHANGES, &EmptyPrefix, end, 1)?;
        Ok(change.first().map_or(0, |(key, _)| number(key)))
    }
}

impl WriteTx {
    /// Appends a change of a subject that search must index again.
    pub(super) fn record_change(&mut self, subject: Subject) -> Result<()> {
        let number = self.last_change()?.saturating_add(1);
        self.put(&CHANGES, &number, &subject)
    }

    /// Removes the changes up to number `position`, which the index has, except the newest one.
    pub fn truncate_changes(&mut self, position: u32) -> Result<()> {
        let before_last = self.last_change()?.saturating_sub(1).min(position).to_key();
        let (from, to) = (Bound::Unbounded, Bound::Included(&before_last[..]));
        for (key, _) in self.entries(CHANGES.name, from, to, Order::Ascending, usize::MAX)? {
            self.remove_bytes(CHANGES.name, &key)?;
        }
        Ok(())
    }
}

fn number(key: &[u8]) -> u32 {
    key.try_into().map_or(0, u32::from_be_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::id::MemoId;
    use crate::domain::time::Timestamp;
    use crate::store::Store;

    fn subject(n: u8) -> Subject {
        Subject::Memo(MemoId::new(Timestamp { seconds: 1, nanoseconds: 0 }, [n; 10]))
    }

    fn numbers(store: &Store, position: u32) -> Option<Vec<u32>> {
        let changes = store.read().unwrap().changes_since(position, 10).unwrap();
        changes.map(|changes| changes.into_iter().map(|(number, _)| number).collect())
    }

    #[test]
    fn index_that_missed_changes_gets_none() {
        let store = Store::in_memory().unwrap();
        assert_eq!(numbers(&store, 0), Some(vec![]));
        assert_eq!(numbers(&store, 1), None);

        let noted: Result<()> =
            store.write(|tx| (1..=4).try_for_each(|n| tx.record_change(subject(n))));
        noted.unwrap();
        assert_eq!(numbers(&store, 0), Some(vec![1, 2, 3, 4]));
        assert_eq!(numbers(&store, 5), None);

        store.write(|tx| tx.truncate_changes(2)).unwrap();
        assert_eq!(numbers(&store, 2), Some(vec![3, 4]));
        assert_eq!(numbers(&store, 1), None);

        store.write(|tx| tx.truncate_changes(4)).unwrap();
        assert_eq!(numbers(&store, 4), Some(vec![]));
        assert_eq!(numbers(&store, 2), None);
        assert_eq!(store.read().unwrap().last_change().unwrap(), 4);
    }
}
