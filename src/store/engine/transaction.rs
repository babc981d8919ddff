//! Transactions over tables of byte keys and byte values.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::ops::{Bound, Deref};
use std::sync::Arc;

use redb::{ReadableTable, ReadableTableMetadata, TableHandle};

use super::RawTable;
use super::catch_corruption::catch_corruption;
use crate::store::{Error, Result};

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

/// Change in a write transaction, which reads its own writes. Several changes may share a transaction, one after the other.
pub struct WriteTx {
    pub(super) raw: redb::WriteTransaction,
    /// Names of the tables that differ from before.
    changed: BTreeSet<&'static str>,
    /// Entries that the change has replaced so far; `None` where it is alone in the transaction, which can be aborted instead.
    undo_log: Option<Vec<Replaced>>,
    /// Whether the transaction may be half changed: it can only be aborted, with all changes in it.
    is_torn: Cell<bool>,
}

/// Entry as it was before a change.
struct Replaced {
    table: &'static str,
    key: Vec<u8>,
    /// `None` if there was no entry.
    value: Option<Vec<u8>>,
}

impl Snapshot {
    fn touch<T>(&self, touch: impl FnOnce(&redb::ReadTransaction) -> Result<T>) -> Result<T> {
        catch_corruption(|| touch(&self.0))
    }
}

impl WriteTx {
    fn touch<T>(&self, touch: impl FnOnce(&redb::WriteTransaction) -> Result<T>) -> Result<T> {
        catch_corruption(|| touch(&self.raw)).inspect_err(|_| self.is_torn.set(true))
    }
}

/// Both kinds of transaction open tables by a method of the same name, but redb has no trait for it.
macro_rules! read_tables_of {
    ($($tx:ty),*) => {$(
        impl Tables for $tx {
            fn bytes(&self, table: &'static str, key: &[u8]) -> Result<Option<Vec<u8>>> {
                self.touch(|tx| {
                    let table = tx.open_table(RawTable::new(table))?;
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
                self.touch(|tx| {
                    collect(&tx.open_table(RawTable::new(table))?, (from, to), order, limit)
                })
            }

            fn len(&self, table: &'static str) -> Result<u64> {
                self.touch(|tx| Ok(tx.open_table(RawTable::new(table))?.len()?))
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

read_tables_of!(Snapshot, WriteTx);

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
    /// `is_shared` says whether the transaction has changes of others.
    pub(super) fn new(raw: redb::WriteTransaction, is_shared: bool) -> Self {
        let undo_log = is_shared.then(Vec::new);
        Self { raw, changed: BTreeSet::new(), undo_log, is_torn: Cell::new(false) }
    }

    /// Whether anything differs from before.
    pub(super) fn is_changed(&self) -> bool {
        !self.changed.is_empty()
    }

    /// Whether the table differs from before.
    pub(in crate::store) fn has_changed(&self, table: &'static str) -> bool {
        self.changed.contains(table)
    }

    /// Takes the change back, and leaves those of others in the transaction.
    ///
    /// # Errors
    /// Any error means that the transaction must be aborted.
    pub(super) fn roll_back(&mut self) -> Result<()> {
        if self.is_torn.get() {
            return Err(Error::Interrupted);
        }
        for Replaced { table, key, value } in self.undo_log.take().into_iter().flatten().rev() {
            self.touch(|tx| {
                let mut table = tx.open_table(RawTable::new(table))?;
                match &value {
                    Some(value) => table.insert(&*key, &**value)?,
                    None => table.remove(&*key)?,
                };
                Ok(())
            })?;
        }
        Ok(())
    }

    /// Creates the table if it does not exist.
    pub(in crate::store) fn create(&mut self, table: &'static str) -> Result<()> {
        let is_new = self.touch(|tx| {
            let is_new = tx.list_tables()?.all(|known| known.name() != table);
            tx.open_table(RawTable::new(table))?;
            Ok(is_new)
        })?;
        self.note_changed_table(table, is_new);
        Ok(())
    }

    /// Deletes a table of an older version, if it exists.
    pub(in crate::store) fn drop_table(&mut self, table: &'static str) -> Result<()> {
        let existed = self.touch(|tx| Ok(tx.delete_table(RawTable::new(table))?))?;
        self.note_changed_table(table, existed);
        Ok(())
    }

    /// The log has entries only: whole tables change while a database is opened, before there are other writers.
    fn note_changed_table(&mut self, table: &'static str, is_changed: bool) {
        if is_changed {
            self.changed.insert(table);
        }
        if is_changed && self.undo_log.is_some() {
            self.is_torn.set(true);
        }
    }

    pub(in crate::store) fn put_bytes(
        &mut self,
        table: &'static str,
        key: &[u8],
        value: &[u8],
    ) -> Result<()> {
        self.replace(table, key, |table| {
            let before = table.insert(key, value)?;
            let is_same = before.as_ref().is_some_and(|before| before.value() == value);
            Ok((!is_same).then(|| before.map(|before| before.value().to_vec())))
        })
    }

    pub(in crate::store) fn remove_bytes(&mut self, table: &'static str, key: &[u8]) -> Result<()> {
        self.replace(table, key, |table| {
            Ok(table.remove(key)?.map(|before| Some(before.value().to_vec())))
        })
    }

    /// Calls `replace`, which returns the value before if it has changed it.
    fn replace(
        &mut self,
        table: &'static str,
        key: &[u8],
        replace: impl FnOnce(
            &mut redb::Table<'_, &'static [u8], &'static [u8]>,
        ) -> Result<Option<Option<Vec<u8>>>>,
    ) -> Result<()> {
        let replaced = self.touch(|tx| replace(&mut tx.open_table(RawTable::new(table))?))?;
        if let Some(value) = replaced {
            self.changed.insert(table);
            if let Some(log) = &mut self.undo_log {
                log.push(Replaced { table, key: key.to_vec(), value });
            }
        }
        Ok(())
    }
}
