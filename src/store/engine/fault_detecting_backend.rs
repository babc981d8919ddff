//! [`StorageBackend`] wrapper that records I/O errors. redb refuses all work after a failed I/O operation, so that the engine must
//! reopen the file.

use std::fs::{self, File};
use std::io;
use std::ops::Bound;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::RwLock;
use redb::backends::{FileBackend, InMemoryBackend};
use redb::{BackendError, Database, ReadTransaction, ReadableDatabase, StorageBackend};

use super::catch_corruption::catch_corruption;
use super::overlay::Overlay;
use super::transaction::Snapshot;
use crate::store::{Error, Result};

/// Mode of the database file: readable and writable by its owner only.
const PRIVATE: u32 = 0o600;

/// Factory of storage backends: opens the file or memory of the database, again after every failure.
pub(super) type BackendFactory = Box<dyn Fn() -> Result<Box<dyn StorageBackend>> + Send + Sync>;

/// Factory for an existing file. An empty one is [`Error::Damaged`]: redb would make a new database of it.
pub(super) fn file(path: &Path) -> BackendFactory {
    let path = path.to_owned();
    Box::new(move || {
        let opened = File::options().read(true).write(true).open(&path);
        let file = opened.map_err(redb::DatabaseError::from)?;
        make_private(&file, &path);
        if file.metadata().map_err(redb::DatabaseError::from)?.len() == 0 {
            return Err(Error::Damaged);
        }
        Ok(Box::new(FileBackend::new(file)?))
    })
}

/// Creates a database in a file that does not exist or is empty, for its owner only.
pub(super) fn create(path: &Path) -> Result<()> {
    let mut options = File::options();
    options.read(true).write(true).create(true).truncate(false).mode(PRIVATE);
    let file = options.open(path).map_err(redb::DatabaseError::from)?;
    catch_corruption(|| {
        Database::builder().create_with_backend(FileBackend::new(file)?)?;
        Ok(())
    })
}

/// Removes the access of other users to a file that an earlier program has created. One that belongs to another user stays as it is.
fn make_private(file: &File, path: &Path) {
    let is_private = |file: fs::Metadata| file.permissions().mode() & 0o7777 == PRIVATE;
    if file.metadata().is_ok_and(is_private) {
        return;
    }
    if let Err(error) = file.set_permissions(fs::Permissions::from_mode(PRIVATE)) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, path = %path.display(), "failed to make the database private");
    }
}

/// Factory for a read-only file; the caller must prevent changes to it.
pub(super) fn overlay(path: &Path) -> BackendFactory {
    let path = path.to_owned();
    Box::new(move || Ok(Box::new(open_overlay(&path)?)))
}

/// Factory for a read-only file, locked against changes by other programs.
///
/// # Errors
/// [`Error::Locked`] when another program has the file locked.
pub(super) fn locked_overlay(path: &Path) -> BackendFactory {
    let path = path.to_owned();
    Box::new(move || {
        let overlay = open_overlay(&path)?;
        if overlay.try_lock().map_err(redb::DatabaseError::from)? {
            Ok(Box::new(overlay))
        } else {
            Err(Error::Locked)
        }
    })
}

fn open_overlay(path: &Path) -> Result<Overlay> {
    let overlay = Overlay::open(path).map_err(redb::DatabaseError::from)?;
    // redb would take an empty file for the beginning of a new one.
    if overlay.len().map_err(redb::DatabaseError::from)? == 0 {
        return Err(Error::Damaged);
    }
    Ok(overlay)
}

pub(super) fn memory() -> BackendFactory {
    Box::new(|| Ok(Box::new(InMemoryBackend::new())))
}

/// Open database with a flag for a failed disk.
pub(super) struct OpenDatabase {
    /// Newest state that is on the disk, for all readers: that of the database may be ahead of it. `None` during maintenance.
    snapshot: RwLock<Option<Arc<ReadTransaction>>>,
    pub(super) database: Database,
    failed: Arc<AtomicBool>,
}

impl OpenDatabase {
    pub(super) fn of(source: &BackendFactory, cache: usize) -> Result<Self> {
        let failed = Arc::new(AtomicBool::new(false));
        let backend = FaultDetectingBackend { backend: source()?, failed: Arc::clone(&failed) };
        let database = catch_corruption(|| {
            Ok(Database::builder().set_cache_size(cache).create_with_backend(backend)?)
        })?;
        let opened = Self { snapshot: RwLock::default(), database, failed };
        opened.renew_snapshot()?;
        Ok(opened)
    }

    /// Snapshot of the newest state that is on the disk.
    pub(super) fn snapshot(&self) -> Result<Snapshot> {
        let snapshot = self.snapshot.read().clone();
        snapshot.map(Snapshot).ok_or(Error::Interrupted)
    }

    /// Shows the state of the database to readers, after it was synced.
    pub(super) fn renew_snapshot(&self) -> Result<()> {
        let newest = catch_corruption(|| Ok(self.database.begin_read()?))?;
        *self.snapshot.write() = Some(Arc::new(newest));
        Ok(())
    }

    /// Runs maintenance, for which redb allows no snapshot.
    pub(super) fn maintain<T>(
        &mut self,
        maintenance: impl FnOnce(&mut Database) -> Result<T>,
    ) -> Result<T> {
        *self.snapshot.get_mut() = None;
        let outcome = catch_corruption(|| maintenance(&mut self.database))?;
        self.renew_snapshot()?;
        Ok(outcome)
    }

    pub(super) fn has_failed(&self) -> bool {
        self.failed.load(Ordering::Acquire)
    }
}

#[derive(Debug)]
struct FaultDetectingBackend {
    backend: Box<dyn StorageBackend>,
    failed: Arc<AtomicBool>,
}

impl FaultDetectingBackend {
    fn detect_fault<T>(&self, done: io::Result<T>) -> io::Result<T> {
        if done.is_err() {
            self.failed.store(true, Ordering::Release);
        }
        done
    }
}

impl StorageBackend for FaultDetectingBackend {
    fn len(&self) -> io::Result<u64> {
        self.detect_fault(self.backend.len())
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        self.detect_fault(self.backend.read(offset, out))
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        self.detect_fault(self.backend.set_len(length))
    }

    fn sync_data(&self) -> io::Result<()> {
        self.detect_fault(self.backend.sync_data())
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.detect_fault(self.backend.write(offset, bytes))
    }

    fn close(&self) -> io::Result<()> {
        self.backend.close()
    }

    fn try_lock_range(&self, from: Bound<u64>, to: Bound<u64>) -> Result<bool, BackendError> {
        self.backend.try_lock_range(from, to)
    }

    fn try_lock_shared_range(
        &self,
        from: Bound<u64>,
        to: Bound<u64>,
    ) -> Result<bool, BackendError> {
        self.backend.try_lock_shared_range(from, to)
    }

    fn lock_range(&self, from: Bound<u64>, to: Bound<u64>) -> Result<(), BackendError> {
        self.backend.lock_range(from, to)
    }

    fn lock_shared_range(&self, from: Bound<u64>, to: Bound<u64>) -> Result<(), BackendError> {
        self.backend.lock_shared_range(from, to)
    }

    fn unlock_range(&self, from: Bound<u64>, to: Bound<u64>) -> Result<(), BackendError> {
        self.backend.unlock_range(from, to)
    }

    fn query_lock_range(&self, from: Bound<u64>, to: Bound<u64>) -> Result<bool, BackendError> {
        self.backend.query_lock_range(from, to)
    }
}
