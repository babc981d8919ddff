//! The queue of jobs, ordered by when they are due.

use super::Result;
use super::engine::{Order, Read, WriteTx};
use super::key::All;
use super::tables::{FAILED_JOBS, JOBS};
use crate::domain::job::QueuedJob;

impl dyn Read + '_ {
    /// The job that is due first, whether or not its time has come.
    pub fn next_job(&self) -> Result<Option<QueuedJob>> {
        let mut jobs = self.with_prefix(&JOBS, &All, Order::Ascending, 1)?;
        Ok(jobs.pop().map(|(_, job)| job))
    }

    /// Every job in the queue, the next one first.
    pub fn queued_jobs(&self) -> Result<Vec<QueuedJob>> {
        let jobs = self.with_prefix(&JOBS, &All, Order::Ascending, usize::MAX)?;
        Ok(jobs.into_iter().map(|(_, job)| job).collect())
    }

    /// Jobs that were given up.
    pub fn failed_jobs(&self) -> Result<Vec<QueuedJob>> {
        let jobs = self.with_prefix(&FAILED_JOBS, &All, Order::Descending, usize::MAX)?;
        Ok(jobs.into_iter().map(|(_, job)| job).collect())
    }
}

impl WriteTx {
    pub fn put_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.put(&JOBS, &(job.due, job.id), job)
    }

    pub fn remove_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.remove(&JOBS, &(job.due, job.id))
    }

    pub fn remove_failed_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.remove(&FAILED_JOBS, &job.id)
    }

    pub fn put_failed_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.put(&FAILED_JOBS, &job.id, job)
    }
}
