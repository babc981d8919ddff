//! Job queue in order of due time, and failed jobs.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::EmptyPrefix;
use super::tables::{DEAD_LETTERS, JOBS};
use crate::domain::job::{Job, QueuedJob};

impl ReadTx {
    /// First `wanted` job by due time, whether or not it is due yet.
    pub fn next_job(&self, wanted: impl Fn(&Job) -> bool) -> Result<Option<QueuedJob>> {
        // The first job mostly matches, and the queue may be long.
        for some in [1, 64, usize::MAX] {
            let jobs = self.scan_prefix(&JOBS, &EmptyPrefix, Order::Ascending, some)?;
            let is_all = jobs.len() < some;
            let next = jobs.into_iter().map(|(_, job)| job).find(|queued| wanted(&queued.job));
            if next.is_some() || is_all {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// All queued jobs, the next one first.
    pub fn queued_jobs(&self) -> Result<Vec<QueuedJob>> {
        let jobs = self.scan_prefix(&JOBS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(jobs.into_iter().map(|(_, job)| job).collect())
    }

    /// Failed jobs, which are not retried; newest first.
    pub fn dead_letters(&self) -> Result<Vec<QueuedJob>> {
        let jobs = self.scan_prefix(&DEAD_LETTERS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(jobs.into_iter().map(|(_, job)| job).collect())
    }
}

impl WriteTx {
    pub fn put_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.put(&JOBS, &(job.run_at, job.id), job)
    }

    /// Whether the change has queued jobs, or taken some away.
    pub fn has_changed_jobs(&self) -> bool {
        self.has_changed(JOBS.name)
    }

    pub fn remove_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.remove(&JOBS, &(job.run_at, job.id))
    }

    pub fn remove_dead_letter(&mut self, job: &QueuedJob) -> Result<()> {
        self.remove(&DEAD_LETTERS, &job.id)
    }

    pub fn put_dead_letter(&mut self, job: &QueuedJob) -> Result<()> {
        self.put(&DEAD_LETTERS, &job.id, job)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::id::{AccountId, JobId};
    use crate::domain::time::Timestamp;
    use crate::store::Store;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn has_changed_jobs(store: &Store, change: impl Fn(&mut WriteTx) -> Result<()>) -> bool {
        let change = |tx: &mut WriteTx| {
            change(tx)?;
            Ok::<_, crate::store::Error>(tx.has_changed_jobs())
        };
        store.write(change).unwrap()
    }

    #[test]
    fn only_queued_and_removed_jobs_change_the_queue() {
        let store = Store::in_memory().unwrap();
        let member = AccountId::new(NOW, [1; 10]);
        let id = JobId::new(NOW, [2; 10]);
        let job =
            QueuedJob { id, job: Job::DailyCleanup, run_at: NOW, attempts: 0, last_error: None };
        assert!(!has_changed_jobs(&store, |tx| tx.put_block(member, member, NOW)));
        assert!(has_changed_jobs(&store, |tx| tx.put_job(&job)));
        assert!(!has_changed_jobs(&store, |tx| tx.put_job(&job)), "it is the same job");
        assert!(has_changed_jobs(&store, |tx| tx.remove_job(&job)));
    }
}
