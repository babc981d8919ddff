//! Group commit: changes of writers that queue for each other are synced to the disk together.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};

use crate::store::{Error, Result};

/// Maximum number of unsynced commits: the pages that they replace are reused only after the sync.
const MAX_UNSYNCED: u64 = 64;

/// Lock of the writer, with the number of writers that wait for it.
#[derive(Default)]
pub(super) struct WriterLock {
    group: Mutex<CommitGroup>,
    waiting: AtomicUsize,
}

/// Commits since the last sync. Their writers wait for the next one.
#[derive(Default)]
pub(super) struct CommitGroup {
    size: u64,
    sync: Arc<Sync>,
}

/// Right to write.
pub(super) struct WriterGuard<'a> {
    group: MutexGuard<'a, CommitGroup>,
    waiting: &'a AtomicUsize,
}

/// Result of a sync that others wait for.
#[derive(Default)]
pub(super) struct Sync {
    is_durable: Mutex<Option<bool>>,
    done: Condvar,
}

impl WriterLock {
    /// Waits for the lock as a writer, which the writers before it rely on to sync their changes: see
    /// [`WriterGuard::must_sync`].
    pub(super) fn lock(&self) -> WriterGuard<'_> {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let group = self.group.lock();
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        WriterGuard { group, waiting: &self.waiting }
    }

    /// Number of writers that wait for the lock.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    /// Waits for the lock for at most `timeout`, without being relied on.
    pub(super) fn try_lock_for(&self, timeout: Duration) -> Option<WriterGuard<'_>> {
        let group = self.group.try_lock_for(timeout)?;
        Some(WriterGuard { group, waiting: &self.waiting })
    }
}

impl WriterGuard<'_> {
    /// Whether this writer must sync its changes and those before: nobody waits to write next, or too many are unsynced.
    pub(super) fn must_sync(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0 || self.group.size >= MAX_UNSYNCED
    }
}

impl Deref for WriterGuard<'_> {
    type Target = CommitGroup;

    fn deref(&self) -> &CommitGroup {
        &self.group
    }
}

impl DerefMut for WriterGuard<'_> {
    fn deref_mut(&mut self) -> &mut CommitGroup {
        &mut self.group
    }
}

impl CommitGroup {
    pub(super) fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Adds an unsynced commit.
    pub(super) fn add(&mut self) {
        self.size += 1;
    }

    /// Sync that brings the unsynced commits to the disk, if there are any.
    pub(super) fn unsynced(&self) -> Option<Arc<Sync>> {
        (!self.is_empty()).then(|| Arc::clone(&self.sync))
    }

    /// Tells the waiting writers whether their changes are on the disk.
    pub(super) fn finish(&mut self, is_durable: bool) {
        let Self { sync, .. } = std::mem::take(self);
        *sync.is_durable.lock() = Some(is_durable);
        sync.done.notify_all();
    }
}

impl Sync {
    /// Waits until the changes are on the disk.
    ///
    /// # Errors
    /// [`Error::Interrupted`] when the disk failed, and they are lost.
    pub(super) fn wait(&self) -> Result<()> {
        let mut is_durable = self.is_durable.lock();
        self.done.wait_while(&mut is_durable, |is_durable| is_durable.is_none());
        if *is_durable == Some(true) { Ok(()) } else { Err(Error::Interrupted) }
    }
}
