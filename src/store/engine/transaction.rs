//! Transactions over tables of byte keys and byte values.

use std::ops::{Bound, Deref};
use std::sync::Arc;

use redb::{ReadableTable, ReadableTableMetadata, TableHandle};

use super::RawTable;
use super::catch_corruption::catch_corruption;
use crate::store::Result;

/// Key and value of an entry.
pub type Entry = (Vec<u8>, Vec<u8>);

/// Read access to the tables of a transaction, in raw bytes.
pub trait Tables {
    /// Returns the value of `key`.
    fn bytes(&self, table: &'static str, key: &[u8]) -> Result<Option<Vec<u8>>>;

    /// Returns entries with keys between the bounds in key order, ascending or descending by `order`, at most `limit`.
    fn entries(
        &self,
        table: &'static str,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
        order: Order,
        limit: usize,
    ) -> Result<Vec<Entry>>;

    /// Number of entries of a table, without reading them.
    fn len(&self, table: &'static str) -> Result<u64>;
}

/// Read access to the tables of a [`Snapshot`] or, inside a change, of a [`WriteTx`]. Each noun's file adds its typed functions.
pub type ReadTx = dyn Tables;

/// Order in which a range of keys is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Ascending,
    Descending,
}

/// Read transaction: the tables as of one moment.
pub struct Snapshot(pub(super) Arc<redb::ReadTransaction>);

impl Snapshot {
    /// Whether there is no table yet.
    pub(in crate::store) fn is_empty(&self) -> Result<bool> {
        catch_corruption(|| Ok(self.0.list_tables()?.next().is_none()))
    }
}

/// Write transaction, which reads its own writes.
pub struct WriteTx {
    pub(super) raw: redb::WriteTransaction,
    /// Whether any entry or table differs from before; an unchanged transaction is aborted, not committed.
    pub(super) is_changed: bool,
}

/// Both kinds of transaction open tables by a method of the same name, but redb has no trait for it.
macro_rules! read_tables_of {
    ($($tx:ty: $raw:tt),*) => {$(
        impl Tables for $tx {
            fn bytes(&self, table: &'static str, key: &[u8]) -> Result<Option<Vec<u8>>> {
                catch_corruption(|| {
                    let table = self.$raw.open_table(RawTable::new(table))?;
                    let value = table.get(key)?.map(|guard| guard.value().to_vec());
                    Ok(value)
                })
            }

            fn entries(
                &self,
                table: &'static str,
                from: Bound<&[u8]>,
                to: Bound<&[u8]>,
                order: Order,
                limit: usize,
            ) -> Result<Vec<Entry>> {
                catch_corruption(|| {
                    collect(&self.$raw.open_table(RawTable::new(table))?, (from, to), order, limit)
                })
            }

            fn len(&self, table: &'static str) -> Result<u64> {
                catch_corruption(|| Ok(self.$raw.open_table(RawTable::new(table))?.len()?))
            }
        }

        impl Deref for $tx {
            type Target = ReadTx;

            fn deref(&self) -> &Self::Target {
                self
            }
        }
    )*};
}

read_tables_of!(Snapshot: 0, WriteTx: raw);

fn collect(
    table: &impl ReadableTable<&'static [u8], &'static [u8]>,
    range: (Bound<&[u8]>, Bound<&[u8]>),
    order: Order,
    limit: usize,
) -> Result<Vec<Entry>> {
    let mut range = table.range::<&[u8]>(range)?;
    let mut entries = Vec::new();
    while entries.len() < limit {
        let next = match order {
            Order::Ascending => range.next(),
            Order::Descending => range.next_back(),
        };
        let Some(entry) = next else { break };
        let (key, value) = entry?;
        entries.push((key.value().to_vec(), value.value().to_vec()));
    }
    Ok(entries)
}

impl WriteTx {
    /// Creates the table if it does not exist.
    pub(in crate::store) fn create(&mut self, table: &'static str) -> Result<()> {
        self.is_changed |= catch_corruption(|| {
            let is_new = self.raw.list_tables()?.all(|known| known.name() != table);
            self.raw.open_table(RawTable::new(table))?;
            Ok(is_new)
        })?;
        Ok(())
    }

    /// Deletes a table of an older version, if it exists.
    pub(in crate::store) fn drop_table(&mut self, table: &'static str) -> Result<()> {
        self.is_changed |= catch_corruption(|| Ok(self.raw.delete_table(RawTable::new(table))?))?;
        Ok(())
    }

    pub(in crate::store) fn put_bytes(
        &mut self,
        table: &'static str,
        key: &[u8],
        value: &[u8],
    ) -> Result<()> {
        self.is_changed |= catch_corruption(|| {
            let mut table = self.raw.open_table(RawTable::new(table))?;
            let before = table.insert(key, value)?;
            Ok(before.is_none_or(|before| before.value() != value))
        })?;
        Ok(())
    }

    pub(in crate::store) fn remove_bytes(&mut self, table: &'static str, key: &[u8]) -> Result<()> {
        self.is_changed |= catch_corruption(|| {
            Ok(self.raw.open_table(RawTable::new(table))?.remove(key)?.is_some())
        })?;
        Ok(())
    }
}
