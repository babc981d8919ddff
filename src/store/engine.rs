//! The storage engine: transactions over tables of byte keys and byte values. Nothing else names redb.
//!
//! Another engine for a larger community would be put here, without a change above.

mod at_rest;

use std::ops::{Bound, Deref};
use std::path::Path;

use redb::{Database, ReadableTable, TableDefinition};

use super::{Error, Result};

pub use at_rest::AtRest;

/// Enough for a club on a small machine; the system's page cache does the rest.
const CACHE_BYTES: usize = 32 << 20;

type Raw<'a> = TableDefinition<'a, &'static [u8], &'static [u8]>;

/// One entry's key and value.
pub type Entry = (Vec<u8>, Vec<u8>);

pub(super) struct Engine(Database);

impl Engine {
    pub(super) fn open(path: &Path) -> Result<Self> {
        Ok(Self(Database::builder().set_cache_size(CACHE_BYTES).create(path)?))
    }

    pub(super) fn in_memory() -> Result<Self> {
        let memory = redb::backends::InMemoryBackend::new();
        Ok(Self(Database::builder().create_with_backend(memory)?))
    }

    pub(super) fn read(&self) -> Result<ReadTx> {
        use redb::ReadableDatabase;
        Ok(ReadTx(self.0.begin_read()?))
    }

    pub(super) fn write(&self) -> Result<WriteTx> {
        Ok(WriteTx(self.0.begin_write()?))
    }
}

/// Reading, in bytes. Typed functions are added by each noun's file.
pub trait Read {
    /// The value under `key`.
    fn bytes(&self, table: &'static str, key: &[u8]) -> Result<Option<Vec<u8>>>;

    /// Entries with keys between the bounds in key order, at most `limit`; the last ones first when `newest` is set.
    fn entries(
        &self,
        table: &'static str,
        from: Bound<&[u8]>,
        to: Bound<&[u8]>,
        order: Order,
        limit: usize,
    ) -> Result<Vec<Entry>>;
}

/// From which end a range is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Ascending,
    Descending,
}

/// A view of one moment.
pub struct ReadTx(redb::ReadTransaction);

/// A change in the making, which sees itself.
pub struct WriteTx(redb::WriteTransaction);

/// Both kinds of transaction open tables by a method of the same name, but redb has no trait for it.
macro_rules! read_tables_of {
    ($($tx:ty),*) => {$(
        impl Read for $tx {
            fn bytes(&self, table: &'static str, key: &[u8]) -> Result<Option<Vec<u8>>> {
                let table = self.0.open_table(Raw::new(table))?;
                let value = table.get(key)?.map(|guard| guard.value().to_vec());
                Ok(value)
            }

            fn entries(
                &self,
                table: &'static str,
                from: Bound<&[u8]>,
                to: Bound<&[u8]>,
                order: Order,
                limit: usize,
            ) -> Result<Vec<Entry>> {
                collect(&self.0.open_table(Raw::new(table))?, (from, to), order, limit)
            }
        }

        impl Deref for $tx {
            type Target = dyn Read;

            fn deref(&self) -> &Self::Target {
                self
            }
        }
    )*};
}

read_tables_of!(ReadTx, WriteTx);

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
    /// Makes the table if it is new.
    pub(super) fn create(&mut self, table: &'static str) -> Result<()> {
        self.0.open_table(Raw::new(table))?;
        Ok(())
    }

    /// Removes a table of an older version, if it is there.
    pub(super) fn drop_table(&mut self, table: &'static str) -> Result<()> {
        self.0.delete_table(Raw::new(table))?;
        Ok(())
    }

    pub(super) fn put_bytes(
        &mut self,
        table: &'static str,
        key: &[u8],
        value: &[u8],
    ) -> Result<()> {
        self.0.open_table(Raw::new(table))?.insert(key, value)?;
        Ok(())
    }

    pub(super) fn remove_bytes(&mut self, table: &'static str, key: &[u8]) -> Result<()> {
        self.0.open_table(Raw::new(table))?.remove(key)?;
        Ok(())
    }

    pub(super) fn commit(self) -> Result<()> {
        Ok(self.0.commit()?)
    }
}

macro_rules! engine_errors {
    ($($source:ty),*) => {$(
        impl From<$source> for Error {
            fn from(error: $source) -> Self {
                Self::Engine(error.to_string())
            }
        }
    )*};
}

engine_errors!(redb::TransactionError, redb::TableError, redb::StorageError, redb::CommitError);

impl From<redb::DatabaseError> for Error {
    fn from(error: redb::DatabaseError) -> Self {
        match error {
            redb::DatabaseError::DatabaseAlreadyOpen => Self::Held,
            other => Self::Engine(other.to_string()),
        }
    }
}
