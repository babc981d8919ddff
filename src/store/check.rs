//! Consistency check of the database: every entry can be decoded, and every index agrees with its table.

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

/// Number of entries read into memory at once.
const AT_A_TIME: usize = 256;

/// Entries of one table with the same kind of flaw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Flaw {
    pub table: String,
    pub wrong: FlawKind,
    pub entries: u64,
    /// Key of one of the entries, in hexadecimal.
    pub example: String,
}

/// Kind of flaw of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum FlawKind {
    /// The entry cannot be decoded.
    Unreadable,
    /// Bytes follow the value: a newer version wrote it, or it is damaged.
    Overlong,
    /// An index lacks an entry that its table requires.
    Missing,
    /// An index has an entry that its table does not require.
    Stray,
    /// An index or a count differs from its table.
    Differs,
}

impl FlawKind {
    /// Predicate of a sentence about the entries of a table with this flaw.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Unreadable => "cannot be read",
            Self::Overlong => "have something after their end that this version does not know",
            Self::Missing => "should be there and are not",
            Self::Stray => "are there and should not be",
            Self::Differs => "say something else than what they are about",
        }
    }
}

/// Finds all flaws. Indexes are compared only if every entry of every table can be decoded.
pub fn find_flaws(tx: &ReadTx) -> Result<Vec<Flaw>> {
    let mut found = FlawCounts::default();
    tables::check(tx, &mut found)?;
    if found.0.is_empty() {
        indexes::check(tx, &mut found)?;
    }
    Ok(found.into_flaws())
}

/// Sizes of all tables.
pub fn sizes(tx: &ReadTx) -> Result<Vec<TableSize>> {
    tables::sizes(tx)
}

/// Flaws found so far: number of entries and first key, by table and kind.
#[derive(Default)]
struct FlawCounts(BTreeMap<(&'static str, FlawKind), (u64, Vec<u8>)>);

impl FlawCounts {
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

/// Expected entries of an index, computed from its table.
struct ExpectedIndex {
    table: &'static str,
    entries: BTreeMap<Vec<u8>, Vec<u8>>,
    /// Encoded zero of a table of counts, where an entry of zero may be present or absent.
    nothing: Option<Vec<u8>>,
}

impl ExpectedIndex {
    fn of<K, V>(table: &Table<K, V>) -> Self {
        Self { table: table.name, entries: BTreeMap::new(), nothing: None }
    }

    /// Expected entries of a table of counts, in which zeros are optional.
    fn counts<K, V: Serialize + Default>(table: &Table<K, V>) -> Self {
        Self { nothing: codec::encode(&V::default()).ok(), ..Self::of(table) }
    }

    fn put(&mut self, key: &impl Key, value: &impl Serialize) {
        // A value that was decoded can be encoded.
        self.entries.insert(key.to_key(), codec::encode(value).unwrap_or_default());
    }

    /// Compares the index with the expected entries and adds the flaws to `found`.
    fn compare(mut self, tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
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

/// Calls `visit` with the raw key and value of every entry, [`AT_A_TIME`] read at once.
fn each_entry(tx: &ReadTx, table: &'static str, mut visit: impl FnMut(&[u8], &[u8])) -> Result<()> {
    let mut last: Option<Vec<u8>> = None;
    loop {
        let from = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let some = tx.entries(table, from, Bound::Unbounded, Order::Ascending, AT_A_TIME)?;
        for (key, value) in &some {
            visit(key, value);
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
    use crate::domain::account::{Account, Email, Name, Username};
    use crate::domain::id::{AccountId, MemoId};
    use crate::domain::time::Timestamp;
    use crate::store::tables::{ACCOUNTS, LOVES, LOVES_OF_ACCOUNT, MEMO_COUNTS, MEMOS};
    use crate::store::{Store, WriteTx};

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn flaws_after(
        change: impl FnOnce(&mut WriteTx) -> Result<()>,
    ) -> Vec<(String, FlawKind, u64)> {
        let store = Store::in_memory().unwrap();
        store.write(change).unwrap();
        let flaws = find_flaws(&*store.read().unwrap()).unwrap();
        flaws.into_iter().map(|flaw| (flaw.table, flaw.wrong, flaw.entries)).collect()
    }

    #[test]
    fn check_compares_index_with_its_entries() {
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
    fn unreadable_record_is_reported_as_flaw() {
        let unreadable = flaws_after(|tx| tx.put_bytes(MEMOS.name, &[7; 16], b"scribble"));
        assert_eq!(unreadable, [(MEMOS.name.to_owned(), FlawKind::Unreadable, 1)]);
    }

    #[test]
    fn cut_off_and_overlong_values_are_flaws() {
        let id = AccountId::new(NOW, [1; 10]);
        let email = Email::parse("mara@example.org").unwrap();
        let (name, username) = (Name::parse("Mara").unwrap(), Username::parse("mara").unwrap());
        let whole = codec::encode(&Account::new(id, email, username, name, NOW)).unwrap();
        let flaw_of = |value: &[u8]| {
            flaws_after(|tx| tx.put_bytes(ACCOUNTS.name, &id.to_key(), value)).remove(0).1
        };
        // Without the fields that were appended since.
        let earlier = whole.len() - 5;
        for length in 0..earlier {
            assert_eq!(flaw_of(&whole[..length]), FlawKind::Unreadable, "{length}");
        }
        // Values of earlier programs are whole; only the indexes lack this account.
        assert_eq!(flaw_of(&whole[..earlier]), FlawKind::Missing);
        assert_eq!(flaw_of(&[&whole, b"ink".as_slice()].concat()), FlawKind::Overlong);
    }
}
