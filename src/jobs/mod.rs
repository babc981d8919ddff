//! Work that follows members' actions, done in lanes: in each one job at a time, oldest first, again after a pause when it fails.

mod copying;
mod indexing;
mod lane;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::app::App;
use crate::domain::job::{Job, QueuedJob, Retry};
use crate::error::{Error, Result, caught, chain};
use crate::platform::wake_signal::ReceiverGuard;
use crate::services::{backups, editions, outbox, posts, prize, recovery, sweep};

pub use copying::start as start_copying;
pub use indexing::start as start_indexing;
pub use lane::{JobWakeups, Lane};

/// With nothing due, the queue is looked at this often.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// Starts a lane's runner; it ends when the lane's wakeup is closed.
pub fn start(app: Arc<App>, lane: Lane) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name(lane.name().into()).spawn(move || run(&app, lane))
}

fn run(app: &App, lane: Lane) {
    let wakeup = app.job_wakeups.of(lane);
    let _receiver = ReceiverGuard(wakeup);
    if lane == Lane::Work
        && let Err(error) = caught(|| schedule(app))
    {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "what is done every day could not be scheduled"
        );
    }
    let mut open = true;
    while open {
        let pause = match caught(|| run_lane(app, lane)) {
            Ok(pause) => pause,
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the job queue failed");
                LONGEST_WAIT
            }
        };
        open = wakeup.wait(pause.min(LONGEST_WAIT));
    }
}

/// Queues what is done every day.
fn schedule(app: &App) -> Result<()> {
    sweep::schedule(app)?;
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
    Ok(run_lane(app, Lane::Work)?.min(run_lane(app, Lane::Mails)?))
}

fn run_lane(app: &App, lane: Lane) -> Result<Duration> {
    while app.job_wakeups.of(lane).is_open() {
        let next = app.read()?.next_job(|job| Lane::of(job) == lane)?;
        let Some(queued) = next else { return Ok(LONGEST_WAIT) };
        let now = app.clock.now();
        if queued.due > now {
            return Ok(queued.due.since(now));
        }
        // Where it cannot be written down that a job is done, it would be done again and again: a mail sent every minute.
        app.store.has_room()?;
        let outcome = caught(|| perform(app, &queued.job));
        settle(app, queued, outcome)?;
    }
    Ok(Duration::ZERO)
}

fn perform(app: &App, job: &Job) -> Result<()> {
    match job {
        Job::SendMail(mail) => outbox::send(app, *mail),
        Job::PublishWhenDue(book) => editions::publish_when_due(app, *book),
        Job::Publish(book, number) => editions::publish_numbered(app, *book, *number),
        Job::Sweep => sweep::run(app),
        Job::OfferReset(account) => recovery::offer(app, *account),
        Job::OpenGameDay => prize::open_day(app),
        Job::ForgetPost(post) => posts::forget(app, *post),
        Job::ForgetComment(comment) => posts::forget_comment(app, *comment),
        Job::BackUp => backups::run(app),
    }
}

fn settle(app: &App, queued: QueuedJob, outcome: Result<()>) -> Result<()> {
    let now = app.clock.now();
    app.store.write(|tx| {
        tx.remove_job(&queued)?;
        let Err(error) = outcome else { return Ok(()) };
        tracing::warn!(job = ?queued.job, attempts = queued.attempts, error = &error as &dyn std::error::Error, "a job failed");
        let reason = reason(&error);
        let retry = if error.is_final() {
            queued.after_final_failure(now, reason)
        } else {
            queued.after_failure(now, reason)
        };
        match retry {
            Retry::Later(job) => tx.put_job(&job)?,
            Retry::Never(job) => tx.put_failed_job(&job)?,
        }
        Ok(())
    })
}

fn reason(error: &Error) -> String {
    match error {
        // What the mail server said is for the operator; the log gets no addresses.
        Error::Mail(error) => error.words(),
        error => chain(error),
    }
}
