//! Group commit: changes of writers that queue for each other share a transaction, and one sync of the disk.

use std::mem;
use std::ops::{Deref, DerefMut};
use std::panic::{AssertUnwindSafe, catch_unwind};
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
    /// End of the wait for late changes, once it has begun.
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
    /// Dropped after the lock is released, because fields are dropped in their order.
    finished: FinishedSyncs,
}

/// Syncs whose outcome is reported on drop.
#[derive(Default)]
struct FinishedSyncs(Vec<(Arc<Sync>, Result<()>)>);

/// Function that is called with the outcome of a sync.
type Callback = Box<dyn FnOnce(Result<()>) + Send>;

/// Outcome of a sync that others wait for.
#[derive(Default)]
pub(super) struct Sync {
    state: Mutex<SyncState>,
    done: Condvar,
}

#[derive(Default)]
struct SyncState {
    outcome: Option<Result<()>>,
    callbacks: Vec<Callback>,
}

impl WriterLock {
    /// Waits for the lock as a writer, which the writers before it rely on to commit their changes: see
    /// [`WriterGuard::is_group_leader`].
    pub(super) fn lock(&self) -> WriterGuard<'_> {
        self.waiting.fetch_add(1, Ordering::AcqRel);
        let group = self.group.lock();
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        WriterGuard::new(group, self)
    }

    /// Number of writers that wait for the lock.
    #[cfg(test)]
    pub(super) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Acquire)
    }

    /// Waits for the lock for at most `timeout`, without being relied on.
    pub(super) fn try_lock_for(&self, timeout: Duration) -> Option<WriterGuard<'_>> {
        let group = self.group.try_lock_for(timeout)?;
        Some(WriterGuard::new(group, self))
    }
}

impl<'a> WriterGuard<'a> {
    fn new(group: MutexGuard<'a, CommitGroup>, lock: &'a WriterLock) -> Self {
        Self { group, lock, finished: FinishedSyncs::default() }
    }

    /// Whether this writer must commit its change and those before: no other writer waits, or the group is full.
    pub(super) fn is_group_leader(&self) -> bool {
        self.lock.waiting.load(Ordering::Acquire) == 0 || self.group.is_full()
    }

    /// Waits before a commit for late changes: see [`CommitGroup::commit_deadline`].
    pub(super) fn wait_for_latecomers(&mut self) {
        let Some(end) = self.group.commit_deadline() else { return };
        let size = self.group.last.size;
        let sync = Arc::clone(&self.group.sync);
        let is_incomplete =
            |group: &mut CommitGroup| Arc::ptr_eq(&group.sync, &sync) && group.size < size;
        // Counted as one that waits, so that the commit_delay leave the commit to this writer.
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

    /// Begins a new group. The writers of this one learn whether their changes are on the disk once the lock is released.
    pub(super) fn finish(&mut self, outcome: Result<()>) {
        let next = CommitGroup { last: self.group.last, ..CommitGroup::default() };
        let CommitGroup { sync, .. } = mem::replace(&mut *self.group, next);
        self.finished.0.push((sync, outcome));
    }
}

impl Drop for FinishedSyncs {
    fn drop(&mut self) {
        for (sync, outcome) in self.0.drain(..) {
            sync.finish(&outcome);
        }
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

    /// Whether the group has [`MAX_CHANGES`].
    pub(super) fn is_full(&self) -> bool {
        self.size >= MAX_CHANGES
    }

    /// End of the time for which a commit waits for writers that come a moment late, such as those that the commit before has just answered: for
    /// at most a quarter of the time that it took. Only after a slow commit of more changes than the group has, so never for a
    /// lone writer.
    pub(super) fn commit_deadline(&mut self) -> Option<Instant> {
        let LastCommits { size, duration } = self.last;
        if size < 2 || duration < MIN_SLOW_COMMIT || self.is_empty() || self.size >= size {
            return None;
        }
        Some(*self.waits_until.get_or_insert_with(|| Instant::now() + duration / 4))
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

    /// Records how long the commit that began at `start` took.
    pub(super) fn note_commit(&mut self, start: Instant) {
        let before = self.last.size;
        // Decreases slowly: one writer that misses a commit is alone in the next.
        let size = self.size.max(before - before.div_ceil(4));
        self.last = LastCommits { size, duration: start.elapsed() };
    }
}

impl Sync {
    /// Waits until the changes are on the disk.
    ///
    /// # Errors
    /// Error of the disk; the changes are lost.
    pub(super) fn wait(&self) -> Result<()> {
        let mut state = self.state.lock();
        self.done.wait_while(&mut state, |state| state.outcome.is_none());
        state.outcome.clone().unwrap_or(Err(Error::Interrupted))
    }

    /// Calls `callback` with the outcome: on the thread that commits, or at once if it is known already.
    pub(super) fn when_done(&self, callback: Callback) {
        let mut state = self.state.lock();
        match state.outcome.clone() {
            None => state.callbacks.push(callback),
            Some(outcome) => {
                drop(state);
                callback(outcome);
            }
        }
    }

    fn finish(&self, outcome: &Result<()>) {
        let mut state = self.state.lock();
        state.outcome = Some(outcome.clone());
        let callbacks = mem::take(&mut state.callbacks);
        drop(state);
        self.done.notify_all();
        for callback in callbacks {
            let outcome = outcome.clone();
            // Another writer's thread must not unwind from it.
            if catch_unwind(AssertUnwindSafe(|| callback(outcome))).is_err() {
                tracing::error!("callback of a sync panicked");
            }
        }
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
                (writer.len(), writer.is_group_leader())
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
            assert!(!latecomer.is_group_leader(), "the first one does");
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
        assert!(writer.is_group_leader());
        writer.note_commit(Instant::now());
        assert_eq!(writer.last.size, 1);
    }
}
