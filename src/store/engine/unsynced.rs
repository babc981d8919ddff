//! Results of changes that are not on the disk yet.

use std::sync::Arc;

use super::Engine;
use super::group_commit::Sync;
use crate::store::Result;

/// Result of a change that is lost if the power fails now: given out once it is on the disk.
#[must_use = "the change may not be on the disk yet"]
pub struct PendingCommit<T> {
    value: T,
    /// `None` if nothing has changed.
    sync: Option<Arc<Sync>>,
    engine: Arc<Engine>,
}

impl<T> PendingCommit<T> {
    pub(super) fn new(value: T, sync: Option<Arc<Sync>>, engine: Arc<Engine>) -> Self {
        Self { value, sync, engine }
    }

    /// Commits the change unless another writer does, and waits until it is on the disk.
    ///
    /// # Errors
    /// Error of the disk; the change is lost.
    pub fn wait(self) -> Result<T> {
        if let Some(sync) = &self.sync {
            // The sync has the error, of this commit or of another writer's.
            let _ = self.engine.commit();
            sync.wait()?;
        }
        Ok(self.value)
    }

    /// Calls `callback` once the change is on the disk or lost: on the thread that commits it, which must not be held up.
    pub fn on_durable(self, callback: impl FnOnce(Result<T>) + Send + 'static)
    where
        T: Send + 'static,
    {
        let value = self.value;
        match self.sync {
            Some(sync) => sync.when_done(Box::new(|outcome| callback(outcome.map(|()| value)))),
            None => callback(Ok(value)),
        }
    }

    /// Calls `callback` once the change is on the disk, or at once if nothing has changed.
    pub fn after_sync(self, callback: impl FnOnce() + Send + 'static) -> Self {
        match &self.sync {
            Some(sync) => sync.when_done(Box::new(|outcome| {
                if outcome.is_ok() {
                    callback();
                }
            })),
            None => callback(),
        }
        self
    }

    /// Changes the result.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> PendingCommit<U> {
        PendingCommit { value: change(self.value), sync: self.sync, engine: self.engine }
    }
}
