//! Group commit: changes of writers that queue for each other share a transaction, and one sync of the disk.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use parking_lot::{Condvar, Mutex, MutexGuard};
use redb::WriteTransaction;

use crate::store::{Error, Result};

/// Maximum number of changes in a transaction: their writers wait for its commit.
const MAX_CHANGES: usize = 64;

/// Duration from which on a commit is slow: writers that come a moment late would wait for two.
const MIN_SLOW_COMMIT: Duration = Duration::from_millis(2);

/// Lock of the writer, with the number of writers that wait for it.
#[derive(Default)]
pub(super) struct WriterLock {
    group: Mutex<CommitGroup>,
    waiting: AtomicUsize,
    /// Notified when the group has grown.
    grown: Condvar,
}

/// Changes that are not committed yet. Their writers wait for the sync.
#[derive(Default)]
pub(super) struct CommitGroup {
    size: usize,
    /// Transaction with the changes, except while a writer adds its own.
    tx: Option<WriteTransaction>,
    sync: Arc<Sync>,
    /// End of the wait for latecomers, once it has begun.
    waits_until: Option<Instant>,
    last: LastCommits,
}

/// Commits before this one.
#[derive(Clone, Copy, Default)]
struct LastCommits {
    /// Number of changes that a commit has had lately.
    size: usize,
    /// Duration of the last one.
    duration: Duration,
}

/// Right to write.
pub(super) struct WriterGuard<'a> {
    group: MutexGuard<'a, CommitGroup>,
    lock: &'a WriterLock,
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
        WriterGuard { group, lock: self }
    }

    /// Number of writers that wait for the lock.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    /// Waits for the lock for at most `timeout`, without being relied on.
    pub(super) fn try_lock_for(&self, timeout: Duration) -> Option<WriterGuard<'_>> {
        let group = self.group.try_lock_for(timeout)?;
        Some(WriterGuard { group, lock: self })
    }
}

impl WriterGuard<'_> {
    /// Whether this writer must commit its change and those before: no other writer waits, or the group has [`MAX_CHANGES`].
    pub(super) fn must_commit(&self) -> bool {
        self.lock.waiting.load(Ordering::Acquire) == 0 || self.group.size >= MAX_CHANGES
    }

    /// Waits before a commit for writers that come a moment late, such as those that the commit before has just answered: for at
    /// most a quarter of the time that it took. Waits only after a slow commit of several changes, so never for a lone writer.
    pub(super) fn wait_for_latecomers(&mut self) {
        let LastCommits { size, duration } = self.group.last;
        if size < 2 || duration < MIN_SLOW_COMMIT || self.group.is_empty() {
            return;
        }
        let end = *self.group.waits_until.get_or_insert_with(|| Instant::now() + duration / 4);
        let sync = Arc::clone(&self.group.sync);
        let is_incomplete =
            |group: &mut CommitGroup| Arc::ptr_eq(&group.sync, &sync) && group.size < size;
        // Counted as one that waits, so that the latecomers leave the commit to this writer.
        self.lock.waiting.fetch_add(1, Ordering::AcqRel);
        self.lock.grown.wait_while_until(&mut self.group, is_incomplete, end);
        self.lock.waiting.fetch_sub(1, Ordering::AcqRel);
    }

    /// Keeps the transaction for the next writer, with one more change in it.
    pub(super) fn add(&mut self, tx: WriteTransaction) {
        self.group.size += 1;
        self.group.tx = Some(tx);
        self.lock.grown.notify_all();
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

    /// Keeps the transaction for the next writer, as it was taken.
    pub(super) fn put_back(&mut self, tx: WriteTransaction) {
        self.tx = Some(tx);
    }

    /// Sync that brings the changes to the disk, if there are any.
    pub(super) fn unsynced(&self) -> Option<Arc<Sync>> {
        (!self.is_empty()).then(|| Arc::clone(&self.sync))
    }

    /// Notes how long the commit of the group has taken that began at `start`.
    pub(super) fn note_commit(&mut self, start: Instant) {
        let before = self.last.size;
        // Decreases slowly: one writer that misses a commit is alone in the next.
        let size = self.size.max(before - before.div_ceil(4));
        self.last = LastCommits { size, duration: start.elapsed() };
    }

    /// Tells the waiting writers whether their changes are on the disk, and begins a new group.
    pub(super) fn finish(&mut self, is_durable: bool) {
        let next = Self { last: self.last, ..Self::default() };
        let Self { sync, .. } = std::mem::replace(self, next);
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

#[cfg(test)]
mod tests {
    use std::thread;

    use redb::Database;
    use redb::backends::InMemoryBackend;

    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    fn database() -> Database {
        Database::builder().create_with_backend(InMemoryBackend::new()).unwrap()
    }

    #[test]
    fn slow_commit_waits_for_latecomer() {
        let (database, lock) = (database(), WriterLock::default());
        lock.group.lock().last = LastCommits { size: 2, duration: HOUR };
        thread::scope(|scope| {
            let first = scope.spawn(|| {
                let mut writer = lock.lock();
                writer.add(database.begin_write().unwrap());
                writer.wait_for_latecomers();
                (writer.len(), writer.must_commit())
            });
            let mut latecomer = loop {
                let writer = lock.lock();
                if !writer.is_empty() {
                    break writer;
                }
                drop(writer);
                thread::yield_now();
            };
            let tx = latecomer.take_tx().unwrap();
            latecomer.add(tx);
            assert!(!latecomer.must_commit(), "the first one does");
            drop(latecomer);
            assert_eq!(first.join().unwrap(), (2, true));
        });
    }

    #[test]
    fn lone_writer_never_waits() {
        let (database, lock) = (database(), WriterLock::default());
        lock.group.lock().last = LastCommits { size: 1, duration: HOUR };
        let mut writer = lock.lock();
        writer.add(database.begin_write().unwrap());
        writer.wait_for_latecomers();
        assert!(writer.must_commit());
        writer.note_commit(Instant::now());
        assert_eq!(writer.last.size, 1);
    }
}
