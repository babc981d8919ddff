//! Manual publishing in the background: a job does the work, so the admin need not wait.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::BookId;
use crate::domain::job::{Job, Queue, QueuedJob};
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::services::books::{self, InFlightBuilds};
use crate::store::ReadTx;

use super::{NO_MEMOS, compile_and_publish, number_after, record_in_audit};

/// Enqueues a job that publishes the present memos as the next edition. Does nothing if such a job is queued or running; a job
/// that waits for a retry is replaced by one that runs at once.
pub fn publish_soon(context: &Context, actor: &Actor, id: BookId) -> Result<()> {
    context.write_as(actor, policy::keeps(id), |tx, actor| {
        let book = books::find(tx, id)?;
        if tx.count_memos_of_book(id)? == 0 {
            return Err(NO_MEMOS);
        }
        let waiting = waiting(tx, id)?;
        if context.state::<InFlightBuilds>().since(id).is_some()
            || waiting.iter().any(|job| job.attempts == 0)
        {
            return Ok(());
        }
        for job in waiting {
            tx.remove_job(&job)?;
        }
        let number = number_after(tx.last_edition(id)?.as_ref());
        record_in_audit(context, tx, actor, AuditAction::PublishBook, &book, number)?;
        context.enqueue(tx, Job::Publish(id, number))
    })
}

/// Queued jobs of manual publishing of this book.
fn waiting(tx: &ReadTx, id: BookId) -> Result<Vec<QueuedJob>> {
    let mut jobs = tx.jobs_of(Queue::Default)?;
    jobs.retain(|queued| matches!(queued.job, Job::Publish(book, _) if book == id));
    Ok(jobs)
}

/// Publishes the edition with this number, unless it exists. Idempotent.
pub(crate) fn publish_numbered(context: &Context, id: BookId, number: u32) -> Result<()> {
    let tx = context.read()?;
    let is_there = tx.last_edition(id)?.is_some_and(|last| last.number >= number);
    drop(tx);
    if is_there { Ok(()) } else { compile_and_publish(context, id, None).map(drop) }
}
