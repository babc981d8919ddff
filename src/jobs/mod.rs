//! Work that follows members' actions, done in queues: in each one job at a time, oldest first, again after a pause when it fails.

mod copying;
mod search_indexer;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::app::App;
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
pub fn start(app: Arc<App>, queue: Queue) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name(queue.name().into()).spawn(move || run(&app, queue))
}

fn run(app: &App, queue: Queue) {
    let wakeup = app.job_wakeups.of(queue);
    let _receiver = ReceiverGuard(wakeup);
    if queue == Queue::Default
        && let Err(error) = catch_panic(|| schedule(app))
    {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "what is done every day could not be scheduled"
        );
    }
    let mut open = true;
    while open {
        let pause = match catch_panic(|| run_queue(app, queue)) {
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
fn schedule(app: &App) -> Result<()> {
    garbage_collection::schedule(app)?;
    prize::schedule(app)?;
    backups::schedule(app)
}

/// Queues the next backup as new settings say.
///
/// # Errors
/// When the queue cannot be read or written.
pub fn plan_backups(app: &App) -> Result<()> {
    backups::schedule(app)
}

/// Does every job whose time has come, those that send mails last; answers how long until the next.
///
/// # Errors
/// When the queue itself cannot be read or written; a failing job is not an error.
pub fn run_due(app: &App) -> Result<Duration> {
    Ok(run_queue(app, Queue::Default)?.min(run_queue(app, Queue::Mail)?))
}

fn run_queue(app: &App, queue: Queue) -> Result<Duration> {
    while app.job_wakeups.of(queue).is_open() {
        let next = app.read()?.next_job(|job| Queue::of(job) == queue)?;
        let Some(queued) = next else { return Ok(MAX_WAIT) };
        let now = app.clock.now();
        if queued.due > now {
            return Ok(queued.due.since(now));
        }
        // Where it cannot be written down that a job is done, it would be done again and again: a mail sent every minute.
        app.store.has_room()?;
        let outcome = catch_panic(|| dispatch(app, &queued.job));
        record_outcome(app, queued, outcome)?;
    }
    Ok(Duration::ZERO)
}

/// Runs the service that a job is for.
fn dispatch(app: &App, job: &Job) -> Result<()> {
    match job {
        Job::SendMail(mail) => outbox::send(app, *mail),
        Job::PublishWhenDue(book) => editions::publish_if_due(app, *book),
        Job::Publish(book, number) => editions::publish_numbered(app, *book, *number),
        Job::Sweep => garbage_collection::run(app),
        Job::OfferReset(account) => recovery::offer(app, *account),
        Job::OpenGameDay => prize::open_day(app),
        Job::ForgetPost(post) => posts::forget(app, *post),
        Job::ForgetComment(comment) => posts::forget_comment(app, *comment),
        Job::BackUp => backups::run(app),
    }
}

/// Removes a job that ran; one that failed is queued again or kept as a dead letter.
fn record_outcome(app: &App, queued: QueuedJob, outcome: Result<()>) -> Result<()> {
    let now = app.clock.now();
    app.store.write(|tx| {
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
