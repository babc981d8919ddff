//! Storage engine: transactions over tables of byte keys and byte values. The only module that uses redb.
//!
//! Another engine for a larger community would replace this module, without a change above.

mod catch_corruption;
mod database_file;
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
use crate::disk::{self, Disk};
use catch_corruption::catch_corruption;
use fault_detecting_backend::{BackendFactory, OpenDatabase};

pub use database_file::ReadOnlyStore;
pub use transaction::{Entry, Order, ReadTx, Snapshot, WriteTx};

/// Default size of redb's cache in bytes: enough for a club on a small machine; the system's page cache does the rest.
pub(super) const CACHE_BYTES: usize = 32 << 20;

/// Minimum free disk space in bytes for a write transaction: a disk that fills up half way blocks everybody until the file is reopened.
const MIN_FREE_SPACE: u64 = 1 << 20;

/// Maximum wait of a reader for the write transaction in progress before it reopens a failed file.
const TIMEOUT: Duration = Duration::from_secs(5);

type RawTable<'a> = TableDefinition<'a, &'static [u8], &'static [u8]>;

/// Database that is reopened in place after its disk has failed: a full disk may have space later, and reads continue meanwhile.
pub(super) struct Engine {
    source: BackendFactory,
    /// Path of the database file; `None` for a database in memory.
    path: Option<PathBuf>,
    /// Maximum size of redb's cache in bytes.
    cache: usize,
    /// The open database; `None` after a failed attempt to reopen it.
    opened: RwLock<Option<OpenDatabase>>,
    commits: AtomicU64,
    /// Number of times the database was reopened.
    reopen_count: AtomicU64,
    /// Lock of the writer: the file cannot be reopened during a write transaction.
    writing: Mutex<()>,
}

impl Engine {
    /// Creates the database file if it does not exist.
    pub(super) fn create(path: &Path) -> Result<()> {
        fault_detecting_backend::create(path)
    }

    /// Opens an existing file with a cache of up to `cache` bytes.
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
            let _write_lock = self.writing.try_lock_for(TIMEOUT).ok_or(Error::Interrupted)?;
            self.reopen_if_failed()?;
        }
        catch_corruption(|| Ok(Snapshot(self.database()?.begin_read()?)))
    }

    /// Runs one write transaction at a time. Commits it unless it fails or changes nothing: a commit costs a sync of the disk.
    pub(super) fn write<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<T, E> {
        let _write_lock = self.writing.lock();
        self.reopen_if_failed()?;
        self.check_free_space()?;
        let answer = self.change(change);
        if let Err(error) = self.reopen_if_failed() {
            tracing::error!(error = &error as &dyn std::error::Error, "database missing");
        }
        answer
    }

    fn change<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<T, E> {
        let raw = catch_corruption(|| Ok(self.database()?.begin_write()?))?;
        let mut tx = WriteTx { raw, is_changed: false };
        // A panic is caught here and resumed after the transaction is dropped: redb rolls nothing back while a thread unwinds, and its
        // writes would stay in the file.
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

    /// Number of committed write transactions since the engine was created.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    pub(super) fn reopen_count(&self) -> u64 {
        self.reopen_count.load(Ordering::Acquire)
    }

    /// Checks that the disk has space for a change: at least [`MIN_FREE_SPACE`].
    pub(super) fn check_free_space(&self) -> Result<()> {
        // If the free space is unknown, a full disk shows up on write.
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

    /// Reopens the file if its disk has failed. Older snapshots end with [`Error::Interrupted`]. The caller must hold the lock
    /// `writing`.
    fn reopen_if_failed(&self) -> Result<()> {
        if self.is_healthy() {
            return Ok(());
        }
        let mut opened = self.opened.write();
        // The old database must release the file first.
        *opened = None;
        *opened = Some(OpenDatabase::of(&self.source, self.cache)?);
        self.reopen_count.fetch_add(1, Ordering::Release);
        tracing::warn!("reopened the database after a disk error");
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
        use std::io::ErrorKind::{InvalidData, IsADirectory, UnexpectedEof};
        match error {
            redb::Error::DatabaseAlreadyOpen => Self::Held,
            redb::Error::PreviousIo | redb::Error::DatabaseClosed => Self::Interrupted,
            redb::Error::Io(error) if disk::is_full(&error) => Self::Full,
            // A file that redb does not recognise, or that ends too early, was a database once: no other file has its name.
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
