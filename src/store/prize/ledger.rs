//! Ledger of credits by member, and by the reference of each entry.

use crate::domain::id::AccountId;
use crate::domain::prize::ledger::Entry;
use crate::store::Result;
use crate::store::engine::{Order, ReadTx, WriteTx};
use crate::store::key::{EmptyPrefix, TextHash};
use crate::store::tables::{LEDGER, LEDGER_REFERENCES};

impl ReadTx {
    /// Ledger entries of a member, the earliest first.
    pub fn ledger_of(&self, account: AccountId) -> Result<Vec<Entry>> {
        let entries = self.scan_prefix(&LEDGER, &account, Order::Ascending, usize::MAX)?;
        Ok(entries.into_iter().map(|(_, entry)| entry).collect())
    }

    /// Ledger entries of all members, the latest first.
    pub fn ledger(&self) -> Result<Vec<Entry>> {
        let entries = self.scan_prefix(&LEDGER, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let mut entries: Vec<Entry> = entries.into_iter().map(|(_, entry)| entry).collect();
        entries.sort_by_key(|entry| std::cmp::Reverse((entry.made_at, entry.number)));
        Ok(entries)
    }

    /// Whether the ledger has an entry with this reference.
    pub fn is_in_ledger(&self, reference: &str) -> Result<bool> {
        Ok(self.get(&LEDGER_REFERENCES, &TextHash::from(reference))?.is_some())
    }
}

impl WriteTx {
    /// Adds the entry, unless there is one with the same reference. Returns whether it was added.
    pub fn add_to_ledger(&mut self, entry: &Entry) -> Result<bool> {
        let reference = entry.reference();
        if self.is_in_ledger(&reference)? {
            return Ok(false);
        }
        self.put(&LEDGER_REFERENCES, &TextHash::from(&*reference), &())?;
        self.put(&LEDGER, &(entry.account, entry.number), entry)?;
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::prize::ledger::{Reason, balance};
    use crate::domain::time::Timestamp;
    use crate::store::Store;

    #[test]
    fn ledger_adds_a_payment_once() {
        const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };
        let store = Store::in_memory().unwrap();
        let account = AccountId::new(NOW, [1; 10]);
        let bought = |number| Entry {
            account,
            number,
            amount: 2,
            reason: Reason::Bought { payment: "pi_1".into() },
            made_at: NOW,
        };
        for (number, added) in [(1, true), (2, false)] {
            let answer: Result<bool> = store.write(|tx| tx.add_to_ledger(&bought(number)));
            assert_eq!(answer.unwrap(), added);
        }
        let tx = store.read().unwrap();
        assert_eq!(balance(&tx.ledger_of(account).unwrap()), 2);
        assert_eq!(tx.ledger().unwrap(), [bought(1)]);
    }
}
