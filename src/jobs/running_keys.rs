//! Exclusion keys of the jobs that run in a queue with several threads.

use std::collections::HashSet;

use parking_lot::{Mutex, MutexGuard};

use super::BackgroundJob;

/// Keys of running jobs.
#[derive(Default)]
pub(super) struct RunningKeys(Mutex<HashSet<String>>);

/// Exclusive right to choose the next job.
pub(super) struct Choice<'a> {
    keys: MutexGuard<'a, HashSet<String>>,
    all: &'a RunningKeys,
}

/// Entry of a running job; dropped once its outcome is recorded.
pub(super) struct RunningKey<'a> {
    all: &'a RunningKeys,
    key: Option<String>,
}

impl RunningKeys {
    /// Begins a choice. Others wait until it ends, so that no two threads choose the same job.
    pub(super) fn begin_choice(&self) -> Choice<'_> {
        Choice { keys: self.0.lock(), all: self }
    }
}

impl<'a> Choice<'a> {
    /// Whether no job with the same key runs.
    pub(super) fn may_run(&self, job: &dyn BackgroundJob) -> bool {
        job.exclusion_key().is_none_or(|key| !self.keys.contains(&key))
    }

    /// Ends the choice with this job.
    pub(super) fn choose(mut self, job: &dyn BackgroundJob) -> RunningKey<'a> {
        let key = job.exclusion_key();
        self.keys.extend(key.clone());
        RunningKey { all: self.all, key }
    }
}

impl Drop for RunningKey<'_> {
    fn drop(&mut self) {
        if let Some(key) = &self.key {
            self.all.0.lock().remove(key);
        }
    }
}
