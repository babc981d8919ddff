//! Whether the database agrees with itself: every entry can be read, and every index says what its table says.

mod indexes;
mod tables;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Bound;

use serde::{Deserialize, Serialize};

use super::engine::{Order, ReadTx};
use super::key::Key;
use super::table::Table;
use super::{Result, codec};

pub use tables::TableSize;

/// Entries that are in memory at once.
const AT_A_TIME: usize = 256;

/// Entries of one table that are wrong in the same way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flaw {
    pub table: String,
    pub wrong: FlawKind,
    pub entries: u64,
    /// The key of one of them, in hexadecimal.
    pub example: String,
}

/// What can be wrong with an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlawKind {
    /// It cannot be read.
    Unreadable,
    /// An index has not what its table has.
    Missing,
    /// An index has what its table has not.
    Stray,
    /// An index or a count says something else than its table.
    Differs,
}

impl FlawKind {
    /// What is told of entries of a table that are so.
    pub fn words(self) -> &'static str {
        match self {
            Self::Unreadable => "cannot be read",
            Self::Missing => "should be there and are not",
            Self::Stray => "are there and should not be",
            Self::Differs => "say something else than what they are about",
        }
    }
}

/// Everything that is wrong. Indexes are looked at only where every entry can be read.
pub fn flaws(tx: &ReadTx) -> Result<Vec<Flaw>> {
    let mut found = Found::default();
    tables::look(tx, &mut found)?;
    if found.0.is_empty() {
        indexes::look(tx, &mut found)?;
    }
    Ok(found.into_flaws())
}

/// Every table with what it holds.
pub fn sizes(tx: &ReadTx) -> Result<Vec<TableSize>> {
    tables::sizes(tx)
}

/// What is wrong so far.
#[derive(Default)]
struct Found(BTreeMap<(&'static str, FlawKind), (u64, Vec<u8>)>);

impl Found {
    fn add(&mut self, table: &'static str, wrong: FlawKind, key: &[u8]) {
        self.0.entry((table, wrong)).or_insert_with(|| (0, key.to_owned())).0 += 1;
    }

    fn into_flaws(self) -> Vec<Flaw> {
        let flaw = |((table, wrong), (entries, key)): ((&str, _), (_, Vec<u8>))| Flaw {
            table: table.to_owned(),
            wrong,
            entries,
            example: in_hexadecimal(&key),
        };
        self.0.into_iter().map(flaw).collect()
    }
}

fn in_hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing into a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// What an index should say, worked out from what it is about.
struct Expected {
    table: &'static str,
    entries: BTreeMap<Vec<u8>, Vec<u8>>,
    /// A count of nothing may be kept or not.
    nothing: Option<Vec<u8>>,
}

impl Expected {
    fn of<K, V>(table: &Table<K, V>) -> Self {
        Self { table: table.name, entries: BTreeMap::new(), nothing: None }
    }

    /// The same for a table of counts.
    fn counts<K, V: Serialize + Default>(table: &Table<K, V>) -> Self {
        Self { nothing: codec::encode(&V::default()).ok(), ..Self::of(table) }
    }

    fn put(&mut self, key: &impl Key, value: &impl Serialize) {
        // What was read can be written.
        self.entries.insert(key.to_key(), codec::encode(value).unwrap_or_default());
    }

    /// Holds what is there against it.
    fn compare(mut self, tx: &ReadTx, found: &mut Found) -> Result<()> {
        each_entry(tx, self.table, |key, value| match self.entries.remove(key) {
            None if self.nothing.as_deref() == Some(value) => {}
            None => found.add(self.table, FlawKind::Stray, key),
            Some(expected) if expected != value => found.add(self.table, FlawKind::Differs, key),
            Some(_) => {}
        })?;
        for (key, value) in self.entries {
            if self.nothing.as_ref() != Some(&value) {
                found.add(self.table, FlawKind::Missing, &key);
            }
        }
        Ok(())
    }
}

/// Looks at every entry as it is written, a few at a time.
fn each_entry(tx: &ReadTx, table: &'static str, mut look: impl FnMut(&[u8], &[u8])) -> Result<()> {
    let mut last: Option<Vec<u8>> = None;
    loop {
        let from = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let some = tx.entries(table, from, Bound::Unbounded, Order::Ascending, AT_A_TIME)?;
        for (key, value) in &some {
            look(key, value);
        }
        match some.into_iter().next_back() {
            Some((key, _)) => last = Some(key),
            None => return Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::id::{AccountId, MemoId};
    use crate::domain::time::Time;
    use crate::store::tables::{LOVES, LOVES_OF_ACCOUNT, MEMO_COUNTS, MEMOS};
    use crate::store::{Store, WriteTx};

    const NOW: Time = Time { seconds: 1, nanoseconds: 0 };

    fn flaws_after(
        change: impl FnOnce(&mut WriteTx) -> Result<()>,
    ) -> Vec<(String, FlawKind, u64)> {
        let store = Store::in_memory().unwrap();
        store.write(change).unwrap();
        let flaws = flaws(&*store.read().unwrap()).unwrap();
        flaws.into_iter().map(|flaw| (flaw.table, flaw.wrong, flaw.entries)).collect()
    }

    #[test]
    fn an_index_is_held_against_what_it_is_about() {
        let (memo, mara) = (MemoId::new(NOW, [1; 10]), AccountId::new(NOW, [2; 10]));
        assert_eq!(flaws_after(|tx| tx.put_love(memo, mara)), []);
        let stray = flaws_after(|tx| tx.put(&LOVES_OF_ACCOUNT, &(mara, memo), &()));
        assert_eq!(stray, [(LOVES_OF_ACCOUNT.name.to_owned(), FlawKind::Stray, 1)]);
        let missing = flaws_after(|tx| tx.put(&LOVES, &(memo, mara), &()));
        assert_eq!(missing, [(LOVES_OF_ACCOUNT.name.to_owned(), FlawKind::Missing, 1)]);
        let book = crate::domain::id::BookId::new(NOW, [3; 10]);
        assert_eq!(flaws_after(|tx| tx.put(&MEMO_COUNTS, &book, &0)), []);
        let counted = flaws_after(|tx| tx.put(&MEMO_COUNTS, &book, &2));
        assert_eq!(counted, [(MEMO_COUNTS.name.to_owned(), FlawKind::Stray, 1)]);
    }

    #[test]
    fn what_cannot_be_read_is_told_first() {
        let unreadable = flaws_after(|tx| tx.put_bytes(MEMOS.name, &[7; 16], b"scribble"));
        assert_eq!(unreadable, [(MEMOS.name.to_owned(), FlawKind::Unreadable, 1)]);
    }
}
