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
