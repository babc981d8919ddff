//! Step 32: keys the jobs by their queue, and adds the index of equal jobs.

use crate::domain::id::JobId;
use crate::domain::job::QueuedJob;
use crate::domain::time::Timestamp;
use crate::store::Result;
use crate::store::engine::WriteTx;
use crate::store::table::Table;

const OLD_JOBS: Table<(Timestamp, JobId), QueuedJob> = Table::new("jobs-1");

pub(super) fn key_by_queue(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.create(OLD_JOBS.name)?;
    let mut jobs = Vec::new();
    tx.for_each(&OLD_JOBS, |queued| jobs.push(queued))?;
    jobs.iter().try_for_each(|queued| tx.put_job(queued))?;
    tx.drop_table(OLD_JOBS.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::id::MailId;
    use crate::domain::job::{Job, Queue};
    use crate::store::Store;
    use crate::store::check::find_flaws;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    #[test]
    fn queued_jobs_move_to_their_queues() {
        let store = Store::in_memory().unwrap();
        let job = Job::SendMail(MailId::new(NOW, [1; 10]));
        let id = JobId::new(NOW, [2; 10]);
        let queued = QueuedJob { id, job, run_at: NOW, attempts: 3, last_error: None };
        store
            .write(|tx| {
                tx.create(OLD_JOBS.name)?;
                tx.put(&OLD_JOBS, &(NOW, id), &queued)?;
                key_by_queue(tx)
            })
            .unwrap();
        let tx = store.read().unwrap();
        assert_eq!(tx.jobs_of(Queue::Mail).unwrap(), [queued]);
        assert!(find_flaws(&tx).unwrap().is_empty());
    }
}
