//! Work that follows members' actions, done in queues: in each one job at a time, oldest first, again after a pause when it fails.

mod copying;
mod search_indexer;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::context::Context;
use crate::domain::job::{Job, QueuedJob, RetryDecision};
use crate::error::{Error, Result, catch_panic, format_error_chain};
use crate::platform::wake_signal::ReceiverGuard;
use crate::services::{backups, editions, garbage_collection, outbox, posts, prize, recovery};

use crate::job_queues::Queue;
pub use copying::start as start_copying;
pub use search_indexer::start as start_indexing;

/// Longest wait between two looks at a queue.
const MAX_WAIT: Duration = Duration::from_mins(1);

/// Starts a queue's runner; it ends when the queue's wakeup is closed.
pub fn start(context: Arc<Context>, queue: Queue) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name(queue.name().into()).spawn(move || run(&context, queue))
}

fn run(context: &Context, queue: Queue) {
    let wakeup = context.job_wakeups.of(queue);
    let _receiver = ReceiverGuard(wakeup);
    if queue == Queue::Default
        && let Err(error) = catch_panic(|| schedule(context))
    {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "what is done every day could not be scheduled"
        );
    }
    let mut open = true;
    while open {
        let pause = match catch_panic(|| run_queue(context, queue)) {
            Ok(pause) => pause,
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the job queue failed");
                MAX_WAIT
            }
        };
        open = wakeup.wait(pause.min(MAX_WAIT));
    }
}

/// Queues what is done every day.
fn schedule(context: &Context) -> Result<()> {
    garbage_collection::schedule(context)?;
    prize::schedule(context)?;
    backups::schedule(context)
}

/// Queues the next backup as new settings say.
///
/// # Errors
/// When the queue cannot be read or written.
pub fn plan_backups(context: &Context) -> Result<()> {
    backups::schedule(context)
}

/// Does every job whose time has come, those that send mails last; answers how long until the next.
///
/// # Errors
/// When the queue itself cannot be read or written; a failing job is not an error.
pub fn run_due(context: &Context) -> Result<Duration> {
    Ok(run_queue(context, Queue::Default)?.min(run_queue(context, Queue::Mail)?))
}

fn run_queue(context: &Context, queue: Queue) -> Result<Duration> {
    while context.job_wakeups.of(queue).is_open() {
        let next = context.read()?.next_job(|job| Queue::of(job) == queue)?;
        let Some(queued) = next else { return Ok(MAX_WAIT) };
        let now = context.clock.now();
        if queued.due > now {
            return Ok(queued.due.since(now));
        }
        // Where it cannot be written down that a job is done, it would be done again and again: a mail sent every minute.
        context.store.has_room()?;
        let outcome = catch_panic(|| dispatch(context, &queued.job));
        record_outcome(context, queued, outcome)?;
    }
    Ok(Duration::ZERO)
}

/// Runs the service that a job is for.
fn dispatch(context: &Context, job: &Job) -> Result<()> {
    match job {
        Job::SendMail(mail) => outbox::send(context, *mail),
        Job::PublishWhenDue(book) => editions::publish_if_due(context, *book),
        Job::Publish(book, number) => editions::publish_numbered(context, *book, *number),
        Job::Sweep => garbage_collection::run(context),
        Job::OfferReset(account) => recovery::offer(context, *account),
        Job::OpenGameDay => prize::open_day(context),
        Job::ForgetPost(post) => posts::forget(context, *post),
        Job::ForgetComment(comment) => posts::forget_comment(context, *comment),
        Job::BackUp => backups::run(context),
    }
}

/// Removes a job that ran; one that failed is queued again or kept as a dead letter.
fn record_outcome(context: &Context, queued: QueuedJob, outcome: Result<()>) -> Result<()> {
    let now = context.clock.now();
    context.store.write(|tx| {
        tx.remove_job(&queued)?;
        let Err(error) = outcome else { return Ok(()) };
        tracing::warn!(job = ?queued.job, attempts = queued.attempts, error = &error as &dyn std::error::Error, "a job failed");
        let reason = reason(&error);
        let decision = if error.is_final() {
            queued.after_final_failure(now, reason)
        } else {
            queued.after_failure(now, reason)
        };
        match decision {
            RetryDecision::Requeue(job) => tx.put_job(&job)?,
            RetryDecision::DeadLetter(job) => tx.put_failed_job(&job)?,
        }
        Ok(())
    })
}

fn reason(error: &Error) -> String {
    match error {
        // What the mail server said is for the operator; the log gets no addresses.
        Error::Mail(error) => error.words(),
        error => format_error_chain(error),
    }
}
