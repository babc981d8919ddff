//! Job queues, each in order of due time, with an index of equal jobs; and failed jobs.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, Key, last_id};
use super::tables::{DEAD_LETTERS, JOBS, JOBS_BY_WORK};
use crate::domain::id::JobId;
use crate::domain::job::{Job, Queue, QueuedJob};
use crate::domain::time::Timestamp;

impl ReadTx {
    /// First job of a queue by due time that is `wanted` or not due yet.
    pub fn next_job(
        &self,
        queue: Queue,
        now: Timestamp,
        wanted: impl Fn(&Job) -> bool,
    ) -> Result<Option<QueuedJob>> {
        // The first job mostly matches, and the queue may be long.
        for some in [1, 64, 4_096, usize::MAX] {
            let jobs = self.scan_prefix(&JOBS, &queue, Order::Ascending, some)?;
            let is_all = jobs.len() < some;
            let mut jobs = jobs.into_iter().map(|(_, job)| job);
            let next = jobs.find(|queued| queued.run_at > now || wanted(&queued.job));
            if next.is_some() || is_all {
                return Ok(next);
            }
        }
        Ok(None)
    }

    /// All jobs of all queues, those of a queue by due time.
    pub fn queued_jobs(&self) -> Result<Vec<QueuedJob>> {
        self.jobs(&EmptyPrefix)
    }

    /// Jobs of a queue, the next one first.
    pub fn jobs_of(&self, queue: Queue) -> Result<Vec<QueuedJob>> {
        self.jobs(&queue)
    }

    fn jobs(&self, prefix: &impl Key) -> Result<Vec<QueuedJob>> {
        let jobs = self.scan_prefix(&JOBS, prefix, Order::Ascending, usize::MAX)?;
        Ok(jobs.into_iter().map(|(_, job)| job).collect())
    }

    /// Number of queued jobs that do the same.
    pub fn count_equal_jobs(&self, job: &Job) -> Result<usize> {
        Ok(self.scan_prefix(&JOBS_BY_WORK, job, Order::Ascending, usize::MAX)?.len())
    }

    /// Queued jobs that do the same, the next one first.
    pub fn equal_jobs(&self, job: &Job) -> Result<Vec<QueuedJob>> {
        let index = self.scan_prefix(&JOBS_BY_WORK, job, Order::Ascending, usize::MAX)?;
        let find = |(key, run_at): (Vec<u8>, Timestamp)| {
            self.get(&JOBS, &(job.queue(), run_at, JobId::from_bytes(last_id(&key)))).transpose()
        };
        let mut jobs: Vec<QueuedJob> = index.into_iter().filter_map(find).collect::<Result<_>>()?;
        jobs.sort_by_key(|queued| queued.run_at);
        Ok(jobs)
    }

    /// Failed jobs, which are not retried; newest first.
    pub fn dead_letters(&self) -> Result<Vec<QueuedJob>> {
        let jobs = self.scan_prefix(&DEAD_LETTERS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(jobs.into_iter().map(|(_, job)| job).collect())
    }
}

impl WriteTx {
    pub fn put_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.put(&JOBS, &(job.job.queue(), job.run_at, job.id), job)?;
        self.put(&JOBS_BY_WORK, &(job.job.clone(), job.id), &job.run_at)
    }

    /// Whether the change has queued jobs, or taken some away.
    pub fn has_changed_jobs(&self) -> bool {
        self.has_changed(JOBS.name)
    }

    pub fn remove_job(&mut self, job: &QueuedJob) -> Result<()> {
        self.remove(&JOBS, &(job.job.queue(), job.run_at, job.id))?;
        self.remove(&JOBS_BY_WORK, &(job.job.clone(), job.id))
    }

    /// Removes the queued jobs that do the same.
    pub fn remove_equal_jobs(&mut self, job: &Job) -> Result<()> {
        self.equal_jobs(job)?.iter().try_for_each(|queued| self.remove_job(queued))
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
    use crate::domain::id::{AccountId, BookId, MailId};
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
    fn queue(store: &Store, job: Job, seconds: i64) -> QueuedJob {
        let run_at = Timestamp { seconds, nanoseconds: 0 };
        let id = JobId::new(run_at, [seconds as u8; 10]);
        let queued = QueuedJob { id, job, run_at, attempts: 0, last_error: None };
        store.write(|tx| tx.put_job(&queued)).unwrap();
        queued
    }

    #[test]
    fn next_job_is_of_its_queue() {
        let store = Store::in_memory().unwrap();
        let mail = MailId::new(NOW, [3; 10]);
        queue(&store, Job::DailyCleanup, 1);
        queue(&store, Job::BackUp, 2);
        let (first, _) = (queue(&store, Job::SendMail(mail), 3), queue(&store, Job::BackUp, 4));
        let next = |queue, seconds, is_wanted: fn(&Job) -> bool| {
            let now = Timestamp { seconds, nanoseconds: 0 };
            store.read().unwrap().next_job(queue, now, is_wanted).unwrap()
        };
        assert_eq!(next(Queue::Mail, 9, |_| true), Some(first));
        assert_eq!(next(Queue::Webhooks, 9, |_| true), None);
        let is_backup = |job: &Job| *job == Job::BackUp;
        assert_eq!(next(Queue::Default, 9, is_backup).unwrap().run_at.seconds, 2);
        // It says when to look again, whatever the first one is.
        assert_eq!(next(Queue::Default, 0, is_backup).unwrap().job, Job::DailyCleanup);
    }

    #[test]
    fn equal_jobs_are_found_and_removed_together() {
        let store = Store::in_memory().unwrap();
        let [one, other] = [1, 2].map(|byte| BookId::new(NOW, [byte; 10]));
        let later = queue(&store, Job::Publish(one, 1), 5);
        let sooner = queue(&store, Job::Publish(one, 1), 2);
        let others = [
            queue(&store, Job::Publish(one, 300), 3),
            queue(&store, Job::Publish(other, 1), 4),
            queue(&store, Job::PublishIfDue(one), 6),
        ];
        let job = Job::Publish(one, 1);
        assert_eq!(store.read().unwrap().equal_jobs(&job).unwrap(), [sooner, later]);
        store.write(|tx| tx.remove_equal_jobs(&job)).unwrap();
        assert_eq!(store.read().unwrap().equal_jobs(&job).unwrap(), []);
        assert_eq!(store.read().unwrap().queued_jobs().unwrap(), others);
    }
}
