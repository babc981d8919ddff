//! The storage engine: transactions over tables of byte keys and byte values. Nothing else names redb.
//!
//! Another engine for a larger community would be put here, without a change above.

mod at_rest;
mod catch_corruption;
mod fault_detecting_backend;
#[cfg(test)]
mod faults;
mod overlay;
mod transaction;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{MappedRwLockReadGuard, Mutex, RwLock, RwLockReadGuard};
use redb::{Database, ReadableDatabase, TableDefinition};

use super::{Error, Result};
use crate::disk::Disk;
use catch_corruption::catch_corruption;
use fault_detecting_backend::{BackendFactory, OpenDatabase};

pub use at_rest::ReadOnlyStore;
pub use transaction::{Entry, Order, ReadTx, Snapshot, WriteTx};

/// Enough for a club on a small machine; the system's page cache does the rest.
pub(super) const CACHE_BYTES: usize = 32 << 20;

/// On a fuller disk no change is begun: one that meets its end half way makes everybody wait until the file is opened again.
const MIN_FREE_SPACE: u64 = 1 << 20;

/// So long somebody who reads waits for a change to end that keeps the file from being opened again.
const TIMEOUT: Duration = Duration::from_secs(5);

type Raw<'a> = TableDefinition<'a, &'static [u8], &'static [u8]>;

/// The database, opened again in place when its disk has failed: a full one may have room later, and reading goes on meanwhile.
pub(super) struct Engine {
    source: BackendFactory,
    /// The file, where it is one.
    path: Option<PathBuf>,
    /// Most bytes of it in memory.
    cache: usize,
    /// Nothing when it could not be opened again.
    opened: RwLock<Option<OpenDatabase>>,
    commits: AtomicU64,
    /// How often it was opened again.
    reopen_count: AtomicU64,
    /// Held by the one who changes: with a change in the making, the file cannot be opened again.
    writing: Mutex<()>,
}

impl Engine {
    /// Makes the file where there is none.
    pub(super) fn create(path: &Path) -> Result<()> {
        fault_detecting_backend::create(path)
    }

    /// Opens a file that is there. Up to `cache` bytes of it are kept in memory.
    pub(super) fn open(path: &Path, cache: usize) -> Result<Self> {
        Self::of(fault_detecting_backend::file(path), Some(path.to_owned()), cache)
    }

    pub(super) fn in_memory() -> Result<Self> {
        Self::of(fault_detecting_backend::memory(), None, CACHE_BYTES)
    }

    fn of(source: BackendFactory, path: Option<PathBuf>, cache: usize) -> Result<Self> {
        let opened = RwLock::new(Some(OpenDatabase::of(&source, cache)?));
        let (commits, reopen_count) = (AtomicU64::new(0), AtomicU64::new(0));
        Ok(Self { source, path, cache, opened, commits, reopen_count, writing: Mutex::default() })
    }

    pub(super) fn read(&self) -> Result<Snapshot> {
        if !self.is_healthy() {
            let _turn = self.writing.try_lock_for(TIMEOUT).ok_or(Error::Interrupted)?;
            self.reopen_if_failed()?;
        }
        catch_corruption(|| Ok(Snapshot(self.database()?.begin_read()?)))
    }

    /// Runs one change at a time, and commits it unless it fails or changes nothing: a commit costs a sync of the disk.
    pub(super) fn write<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<T, E> {
        let _turn = self.writing.lock();
        self.reopen_if_failed()?;
        self.has_room()?;
        let answer = self.change(change);
        if let Err(error) = self.reopen_if_failed() {
            tracing::error!(error = &error as &dyn std::error::Error, "the database is not there");
        }
        answer
    }

    fn change<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<T, E> {
        let raw = catch_corruption(|| Ok(self.database()?.begin_write()?))?;
        let mut tx = WriteTx { raw, is_changed: false };
        // Code that breaks off is stopped here for a moment: redb takes nothing back while a thread unwinds, and what it had
        // written would stay in the file.
        let answer = match catch_unwind(AssertUnwindSafe(|| change(&mut tx))) {
            Ok(answer) => answer?,
            Err(panic) => {
                drop(tx);
                resume_unwind(panic)
            }
        };
        if tx.is_changed {
            catch_corruption(|| Ok(tx.raw.commit()?))?;
            self.commits.fetch_add(1, Ordering::Release);
        } else {
            catch_corruption(|| Ok(tx.raw.abort()?))?;
        }
        Ok(answer)
    }

    /// How many changes were committed since the engine was opened.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    pub(super) fn reopen_count(&self) -> u64 {
        self.reopen_count.load(Ordering::Acquire)
    }

    /// Whether the disk takes a change.
    pub(super) fn has_room(&self) -> Result<()> {
        // A disk that does not say how full it is shows it when it is written to.
        let disk = self.path.as_deref().and_then(|path| Disk::of(path).ok());
        if disk.is_some_and(|disk| disk.bytes < MIN_FREE_SPACE) { Err(Error::Full) } else { Ok(()) }
    }

    fn is_healthy(&self) -> bool {
        self.opened.read().as_ref().is_some_and(|opened| !opened.has_failed())
    }

    fn database(&self) -> Result<MappedRwLockReadGuard<'_, Database>> {
        let opened = self.opened.read();
        RwLockReadGuard::try_map(opened, |opened| Some(&opened.as_ref()?.database))
            .map_err(|_| Error::Interrupted)
    }

    /// Opens the file again if its disk has failed. Views of before end with [`Error::Interrupted`]. The caller has the turn to
    /// change.
    fn reopen_if_failed(&self) -> Result<()> {
        if self.is_healthy() {
            return Ok(());
        }
        let mut opened = self.opened.write();
        // The old one lets go of the file first.
        *opened = None;
        *opened = Some(OpenDatabase::of(&self.source, self.cache)?);
        self.reopen_count.fetch_add(1, Ordering::Release);
        tracing::warn!("the disk failed; the database was opened again");
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
        use std::io::ErrorKind::{
            InvalidData, IsADirectory, QuotaExceeded, StorageFull, UnexpectedEof,
        };
        match error {
            redb::Error::DatabaseAlreadyOpen => Self::Held,
            redb::Error::PreviousIo | redb::Error::DatabaseClosed => Self::Interrupted,
            redb::Error::Io(disk) if matches!(disk.kind(), StorageFull | QuotaExceeded) => {
                Self::Full
            }
            // What redb does not take for a database, or what ends too early, was one once: nothing else has its name.
            redb::Error::Io(disk)
                if matches!(disk.kind(), InvalidData | UnexpectedEof | IsADirectory) =>
            {
                Self::Damaged
            }
            redb::Error::Corrupted(_) => Self::Damaged,
            other => Self::Engine(other.to_string()),
        }
    }
}
