//! Storage engine: transactions over tables of byte keys and byte values. The only module that uses redb.
//!
//! Writes are serialised: one writer at a time changes the newest state, so there are no conflicts and no retries. One process owns the
//! database, and with it the data folder. Another embedded engine could replace this module without a change above; one behind a
//! network could not, because reads count on microseconds.

mod catch_corruption;
mod database_file;
mod fault_detecting_backend;
#[cfg(test)]
mod faults;
mod group_commit;
mod overlay;
mod transaction;
mod unsynced;
mod write_queue;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parking_lot::RwLock;
use redb::{TableDefinition, WriteTransaction};

use super::{Error, Result};
use crate::platform::disk_space::{self, DiskSpace};
use catch_corruption::catch_corruption;
use fault_detecting_backend::{BackendFactory, OpenDatabase};
use group_commit::{Sync, WriterGuard, WriterLock};

pub use database_file::ReadOnlyStore;
pub use transaction::{Entry, Order, ReadTx, Snapshot, WriteTx};
pub use unsynced::PendingCommit;
pub(super) use write_queue::WriteQueue;

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
    /// The open database; `None` after a failed attempt to reopen it, and after it was closed.
    opened: RwLock<Option<OpenDatabase>>,
    /// Whether it was closed, and is not reopened.
    is_closed: AtomicBool,
    commits: AtomicU64,
    /// Number of times the database was reopened.
    reopen_count: AtomicU64,
    /// The file cannot be reopened during a write transaction.
    writer: WriterLock,
}

/// Outcome of a change that did not fail.
struct ChangeOutcome<T> {
    /// Result of the change, or its panic.
    result: thread::Result<T>,
    /// Sync of its changes, or of those that it may have read.
    unsynced: Option<Arc<Sync>>,
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
        Ok(Self {
            source,
            path,
            cache,
            opened,
            is_closed: AtomicBool::new(false),
            commits,
            reopen_count,
            writer: WriterLock::default(),
        })
    }

    /// Snapshot of the newest state that is on the disk.
    pub(super) fn read(&self) -> Result<Snapshot> {
        if !self.is_healthy() {
            let mut writer = self.writer.try_lock_for(TIMEOUT).ok_or(Error::Interrupted)?;
            self.reopen_if_failed(&mut writer)?;
        }
        self.opened.read().as_ref().ok_or(Error::Interrupted)?.snapshot()
    }

    /// Runs one change at a time, and returns when it is on the disk. Changes of writers that queue for each other are committed
    /// together, since a commit costs a sync of the disk. A change that fails is taken back, and one that changes nothing is not
    /// committed.
    pub(super) fn write<T, E: From<Error>>(
        &self,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<T, E> {
        let mut writer = self.writer.lock();
        let outcome = self.change(&mut writer, change);
        let committed = self.commit_if_leader(&mut writer);
        drop(writer);
        let ChangeOutcome { result, unsynced } = outcome?;
        if let Some(sync) = unsynced {
            committed?;
            sync.wait()?;
        }
        Ok(result.unwrap_or_else(|panic| resume_unwind(panic)))
    }

    /// Runs a change without committing it. [`Self::commit`], [`PendingCommit::wait`] or the next writer commits it.
    pub(super) fn write_async_commit<T, E: From<Error>>(
        self: &Arc<Self>,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<PendingCommit<T>, E> {
        let mut writer = self.writer.lock();
        let outcome = self.change(&mut writer, change);
        // An error of this commit is not lost: all writers whose changes it has get it when they wait. A failed change has nobody
        // who waits, so its writer commits earlier changes here, unless another writer is in the queue.
        let _ = match &outcome {
            Ok(_) if !writer.is_full() => Ok(()),
            Ok(_) => self.commit_group(&mut writer),
            Err(_) => self.commit_if_leader(&mut writer),
        };
        drop(writer);
        let ChangeOutcome { result, unsynced } = outcome?;
        let value = result.unwrap_or_else(|panic| resume_unwind(panic));
        Ok(PendingCommit::new(value, unsynced, Arc::clone(self)))
    }

    /// Commits the changes that [`Self::write_async_commit`] has left, unless another writer waits, who does it.
    ///
    /// # Errors
    /// Error of the disk, which the waiting writers learn as well.
    pub(super) fn commit(&self) -> Result<()> {
        let mut writer = self.writer.lock();
        self.commit_if_leader(&mut writer)
    }

    /// End of the time for which the next commit waits for more changes.
    fn commit_deadline(&self) -> Option<Instant> {
        self.writer.lock().commit_deadline()
    }

    fn change<T, E: From<Error>>(
        &self,
        writer: &mut WriterGuard<'_>,
        change: impl FnOnce(&mut WriteTx) -> Result<T, E>,
    ) -> Result<ChangeOutcome<T>, E> {
        self.reopen_if_failed(writer)?;
        self.check_free_space()?;
        let raw = writer.take_tx().map_or_else(|| self.begin_write(), Ok)?;
        let mut tx = WriteTx::new(raw, !writer.is_empty());
        // A panic is caught here and resumed after the turn has ended: redb neither commits nor rolls back while a thread unwinds.
        let result = catch_unwind(AssertUnwindSafe(|| change(&mut tx)));
        let finished = if tx.is_changed() && matches!(result, Ok(Ok(_))) {
            writer.add(tx.raw);
            Ok(())
        } else {
            Self::rollback_change(writer, tx)
        };
        match result {
            Ok(result) => {
                let result = Ok(result?);
                finished?;
                Ok(ChangeOutcome { result, unsynced: writer.unsynced() })
            }
            Err(panic) => Ok(ChangeOutcome { result: Err(panic), unsynced: None }),
        }
    }

    /// Takes a change back. If that fails, all changes of its transaction are lost.
    fn rollback_change(writer: &mut WriterGuard<'_>, mut tx: WriteTx) -> Result<()> {
        if writer.is_empty() {
            return catch_corruption(|| Ok(tx.raw.abort()?));
        }
        match tx.roll_back() {
            Ok(()) => writer.put_back(tx.raw),
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    changes = writer.len(),
                    "rollback failed, changes of its transaction lost"
                );
                writer.finish(Err(Error::Interrupted));
            }
        }
        Ok(())
    }

    /// Commits the changes that the writers before have left to this one, unless another waits, and reopens a failed file.
    fn commit_if_leader(&self, writer: &mut WriterGuard<'_>) -> Result<()> {
        if writer.is_group_leader() {
            writer.wait_for_latecomers();
        }
        let committed = if writer.is_group_leader() { self.commit_group(writer) } else { Ok(()) };
        if let Err(error) = self.reopen_if_failed(writer) {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "failed to reopen the database"
            );
        }
        committed
    }

    /// Commits the changes that wait for it to the disk.
    fn commit_group(&self, writer: &mut WriterGuard<'_>) -> Result<()> {
        let Some(tx) = writer.take_tx() else { return Ok(()) };
        let start = Instant::now();
        let committed = catch_corruption(|| Ok(tx.commit()?))
            .and_then(|()| self.opened.read().as_ref().ok_or(Error::Interrupted)?.renew_snapshot());
        match &committed {
            Ok(()) => _ = self.commits.fetch_add(1, Ordering::Release),
            Err(error) if writer.len() > 1 => {
                tracing::error!(
                    error = error as &dyn std::error::Error,
                    changes = writer.len(),
                    "commit failed, changes lost"
                );
            }
            // The only writer returns the error.
            Err(_) => {}
        }
        writer.note_commit(start);
        writer.finish(committed.clone());
        committed
    }

    fn begin_write(&self) -> Result<WriteTransaction> {
        let opened = self.opened.read();
        let opened = opened.as_ref().ok_or(Error::Interrupted)?;
        catch_corruption(|| Ok(opened.database.begin_write()?))
    }

    /// Commits the last changes and closes the file, so that it needs no repair when it is opened again: that reads all of it. Later
    /// transactions fail with [`Error::Interrupted`].
    ///
    /// # Errors
    /// [`Error::Interrupted`] when a write transaction takes too long; nothing is closed then.
    pub(super) fn close(&self) -> Result<()> {
        let mut writer = self.writer.try_lock_for(TIMEOUT).ok_or(Error::Interrupted)?;
        let committed = self.commit_group(&mut writer);
        self.is_closed.store(true, Ordering::Release);
        let opened = self.opened.write().take();
        catch_corruption(|| {
            drop(opened);
            Ok(())
        })?;
        committed
    }

    /// Number of commits since the engine was created, each of one change or several.
    pub(super) fn commits(&self) -> u64 {
        self.commits.load(Ordering::Acquire)
    }

    pub(super) fn reopen_count(&self) -> u64 {
        self.reopen_count.load(Ordering::Acquire)
    }

    /// Checks that the disk has space for a change: at least [`MIN_FREE_SPACE`].
    pub(super) fn check_free_space(&self) -> Result<()> {
        // If the free space is unknown, a full disk shows up on write.
        let disk = self.path.as_deref().and_then(|path| DiskSpace::of(path).ok());
        if disk.is_some_and(|disk| disk.bytes < MIN_FREE_SPACE) { Err(Error::Full) } else { Ok(()) }
    }

    fn is_healthy(&self) -> bool {
        self.opened.read().as_ref().is_some_and(|opened| !opened.has_failed())
    }

    /// Reopens the file if its disk has failed. Older snapshots end with [`Error::Interrupted`], and uncommitted changes are lost.
    fn reopen_if_failed(&self, writer: &mut WriterGuard<'_>) -> Result<()> {
        if self.is_healthy() {
            return Ok(());
        }
        writer.finish(Err(Error::Interrupted));
        if self.is_closed.load(Ordering::Acquire) {
            return Err(Error::Interrupted);
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
    redb::SetDurabilityError,
    redb::CompactionError,
    redb::DatabaseError
);

impl Error {
    fn of(error: redb::Error) -> Self {
        use std::io::ErrorKind::{InvalidData, IsADirectory, UnexpectedEof};
        match error {
            redb::Error::DatabaseAlreadyOpen => Self::Locked,
            redb::Error::PreviousIo | redb::Error::DatabaseClosed => Self::Interrupted,
            redb::Error::Io(error) if disk_space::is_full(&error) => Self::Full,
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
