//! Group commit: changes of writers that queue for each other share a transaction, and one sync of the disk.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex, MutexGuard};
use redb::WriteTransaction;

use crate::store::{Error, Result};

/// Maximum number of changes in a transaction: their writers wait for its commit.
const MAX_CHANGES: usize = 64;

/// Lock of the writer, with the number of writers that wait for it.
#[derive(Default)]
pub(super) struct WriterLock {
    group: Mutex<CommitGroup>,
    waiting: AtomicUsize,
}

/// Changes that are not committed yet. Their writers wait for the sync.
#[derive(Default)]
pub(super) struct CommitGroup {
    size: usize,
    /// Transaction with the changes, except while a writer adds its own.
    tx: Option<WriteTransaction>,
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
    /// Waits for the lock as a writer, which the writers before it rely on to commit their changes: see
    /// [`WriterGuard::must_commit`].
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
    /// Whether this writer must commit its change and those before: no other writer waits, or the group has [`MAX_CHANGES`].
    pub(super) fn must_commit(&self) -> bool {
        self.waiting.load(Ordering::Acquire) == 0 || self.group.size >= MAX_CHANGES
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
    /// Number of changes.
    pub(super) fn len(&self) -> usize {
        self.size
    }

    pub(super) fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// Takes the transaction to add a change to it, or to commit it.
    pub(super) fn take_tx(&mut self) -> Option<WriteTransaction> {
        self.tx.take()
    }

    /// Keeps the transaction for the next writer, with one more change in it.
    pub(super) fn add(&mut self, tx: WriteTransaction) {
        self.size += 1;
        self.tx = Some(tx);
    }

    /// Keeps the transaction for the next writer, as it was taken.
    pub(super) fn put_back(&mut self, tx: WriteTransaction) {
        self.tx = Some(tx);
    }

    /// Sync that brings the changes to the disk, if there are any.
    pub(super) fn unsynced(&self) -> Option<Arc<Sync>> {
        (!self.is_empty()).then(|| Arc::clone(&self.sync))
    }

    /// Tells the waiting writers whether their changes are on the disk, and begins a new group.
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
