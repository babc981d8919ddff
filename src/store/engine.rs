//! The storage engine: transactions over tables of byte keys and byte values. Nothing else names redb.
//!
//! Another engine for a larger community would be put here, without a change above.

mod at_rest;
#[cfg(test)]
mod faults;
mod watched;

use std::ops::{Bound, Deref};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{MappedRwLockReadGuard, Mutex, RwLock, RwLockReadGuard};
use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};

use super::{Error, Result};
use watched::{Opened, Source};

pub use at_rest::AtRest;

/// Enough for a club on a small machine; the system's page cache does the rest.
pub(super) const CACHE_BYTES: usize = 32 << 20;

/// On a fuller disk no change is begun: one that meets its end half way makes everybody wait until the file is opened again.
const LEAST_ROOM: u64 = 1 << 20;

/// So long somebody who reads waits for a change to end that keeps the file from being opened again.
const PATIENCE: Duration = Duration::from_secs(5);

type Raw<'a> = TableDefinition<'a, &'static [u8], &'static [u8]>;

/// One entry's key and value.
pub type Entry = (Vec<u8>, Vec<u8>);

/// The database, opened again in place when its disk has failed: a full one may have room later, and reading goes on meanwhile.
pub(super) struct Engine {
    source: Source,
    /// The file, where it is one.
    path: Option<PathBuf>,
    /// Most bytes of it in memory.
    cache: usize,
    /// Nothing when it could not be opened again.
    opened: RwLock<Option<Opened>>,
    /// How often it was opened again.
    openings: AtomicU64,
    /// Held by the one who changes: with a change in the making, the file cannot be opened again.
    writing: Mutex<()>,
}

impl Engine {
    /// Keeps up to so many bytes of the file in memory.
    pub(super) fn open(path: &Path, cache: usize) -> Result<Self> {
        Self::of(watched::file(path), Some(path.to_owned()), cache)
    }

    pub(super) fn in_memory() -> Result<Self> {
        Self::of(watched::memory(), None, CACHE_BYTES)
    }

    fn of(source: Source, path: Option<PathBuf>, cache: usize) -> Result<Self> {
        let opened = RwLock::new(Some(Opened::of(&source, cache)?));
        let (openings, writing) = (AtomicU64::new(0), Mutex::default());
        Ok(Self { source, path, cache, opened, openings, writing })
    }

    pub(super) fn read(&self) -> Result<ReadTx> {
        if !self.is_sound() {
            let _turn = self.writing.try_lock_for(PATIENCE).ok_or(Error::Interrupted)?;
            self.mend()?;
        }
        Ok(ReadTx(self.database()?.begin_read()?))
    }

    /// Runs one change at a time, and commits it unless it fails.
    pub(super) fn write<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<T, E> {
        let _turn = self.writing.lock();
        self.mend()?;
        self.has_room()?;
        let answer = self.change(change);
        if let Err(error) = self.mend() {
            tracing::error!(error = &error as &dyn std::error::Error, "the database is not there");
        }
        answer
    }

    fn change<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<T, E> {
        let begun = self.database()?.begin_write().map_err(Error::from)?;
        let mut tx = WriteTx(begun);
        let answer = change(&mut tx)?;
        tx.0.commit().map_err(Error::from)?;
        Ok(answer)
    }

    pub(super) fn openings(&self) -> u64 {
        self.openings.load(Ordering::Acquire)
    }

    /// Whether the disk takes a change.
    pub(super) fn has_room(&self) -> Result<()> {
        // A disk that does not say how full it is shows it when it is written to.
        let disk = self.path.as_deref().and_then(|path| rustix::fs::statvfs(path).ok());
        match disk {
            Some(disk) if disk.f_bavail.saturating_mul(disk.f_frsize) < LEAST_ROOM => {
                Err(Error::Full)
            }
            _ => Ok(()),
        }
    }

    fn is_sound(&self) -> bool {
        self.opened.read().as_ref().is_some_and(|opened| !opened.has_failed())
    }

    fn database(&self) -> Result<MappedRwLockReadGuard<'_, Database>> {
        let opened = self.opened.read();
        RwLockReadGuard::try_map(opened, |opened| Some(&opened.as_ref()?.database))
            .map_err(|_| Error::Interrupted)
    }

    /// Opens the file again if its disk has failed. Views of before end with [`Error::Interrupted`]. The caller has the turn to
    /// change.
    fn mend(&self) -> Result<()> {
        if self.is_sound() {
            return Ok(());
        }
        let mut opened = self.opened.write();
        // The old one lets go of the file first.
        *opened = None;
        *opened = Some(Opened::of(&self.source, self.cache)?);
        self.openings.fetch_add(1, Ordering::Release);
        tracing::warn!("the disk failed; the database was opened again");
        Ok(())
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

    /// How many entries there are, without looking at them.
    fn len(&self, table: &'static str) -> Result<u64>;
}

/// From which end a range is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Ascending,
    Descending,
}

/// A view of one moment.
pub struct ReadTx(redb::ReadTransaction);

impl ReadTx {
    /// Whether there is no table yet.
    pub(super) fn is_empty(&self) -> Result<bool> {
        Ok(self.0.list_tables()?.next().is_none())
    }
}

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

            fn len(&self, table: &'static str) -> Result<u64> {
                Ok(self.0.open_table(Raw::new(table))?.len()?)
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
}

macro_rules! engine_errors {
    ($($source:ty),*) => {$(
        impl From<$source> for Error {
            fn from(error: $source) -> Self {
                Self::of(error.into())
            }
        }
    )*};
}

engine_errors!(
    redb::TransactionError,
    redb::TableError,
    redb::StorageError,
    redb::CommitError,
    redb::CompactionError,
    redb::DatabaseError
);

impl Error {
    fn of(error: redb::Error) -> Self {
        use std::io::ErrorKind::{QuotaExceeded, StorageFull};
        match error {
            redb::Error::DatabaseAlreadyOpen => Self::Held,
            redb::Error::PreviousIo | redb::Error::DatabaseClosed => Self::Interrupted,
            redb::Error::Io(disk) if matches!(disk.kind(), StorageFull | QuotaExceeded) => {
                Self::Full
            }
            other => Self::Engine(other.to_string()),
        }
    }
}
