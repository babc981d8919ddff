//! Jobs that a clock which was years ahead has queued, and which would wait for years once it is set back.

use std::time::Duration;

use crate::context::Context;
use crate::domain::job::{Job, QueuedJob};
use crate::domain::time::Timestamp;
use crate::error::Result;

/// Maximum time that a job waits for its first or its next run, closings of books left out.
const MAX_AHEAD: Duration = Duration::from_hours(40 * 24);

/// Makes stranded jobs due now. While the clock shows a time that cannot be right, they wait.
pub(super) fn requeue(context: &Context) -> Result<()> {
    let now = context.now();
    if !now.is_plausible() {
        return Ok(());
    }
    context.write(|tx| {
        for queued in tx.queued_jobs()?.into_iter().filter(|queued| is_stranded(queued, now)) {
            tracing::warn!(job = ?queued.job, "job was queued for years ahead, running it now");
            tx.remove_job(&queued)?;
            tx.put_job(&QueuedJob { run_at: now, ..queued })?;
        }
        Ok(())
    })
}

fn is_stranded(queued: &QueuedJob, now: Timestamp) -> bool {
    // These compare a stored date with the clock, and would do nothing.
    let has_date =
        matches!(queued.job, Job::CloseBook(_) | Job::PurgePost(_) | Job::PurgeComment(_));
    !has_date && queued.run_at.since(now) > MAX_AHEAD
}
