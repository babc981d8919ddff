//! Work that follows members' actions, done one at a time, oldest first, again after a pause when it fails.

mod indexing;

use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};

use crate::app::App;
use crate::domain::job::{Job, QueuedJob, Retry};
use crate::error::{Error, Result, caught, chain};
use crate::services::{backups, editions, outbox, posts, prize, recovery, sweep};

pub use indexing::start as start_indexing;

/// With nothing due, the queue is looked at this often.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// Wakes the runner. Rung before anybody waits, it wakes the next who does.
#[derive(Default)]
pub struct Bell {
    state: Mutex<BellState>,
    rung: Condvar,
}

#[derive(Default)]
struct BellState {
    rung: bool,
    closed: bool,
    deserted: bool,
}

impl Bell {
    /// There may be something to do.
    pub fn ring(&self) {
        self.state.lock().rung = true;
        self.rung.notify_all();
    }

    /// Nothing is to be begun any more.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.rung.notify_all();
    }

    /// Waits for a ring, at most `longest`; `false` when the bell is closed.
    fn wait(&self, longest: Duration) -> bool {
        let mut state = self.state.lock();
        if !state.rung && !state.closed {
            self.rung.wait_for(&mut state, longest);
        }
        state.rung = false;
        !state.closed
    }

    fn is_open(&self) -> bool {
        !self.state.lock().closed
    }

    /// Whether whoever heard it is gone, although there is more to do.
    pub fn is_deserted(&self) -> bool {
        self.state.lock().deserted
    }
}

/// Somebody hears the bell while this is there.
struct Attended<'a>(&'a Bell);

impl Drop for Attended<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.deserted = !state.closed;
    }
}

/// Starts the runner; it ends when the app's bell is closed.
pub fn start(app: Arc<App>) -> std::io::Result<JoinHandle<()>> {
    thread::Builder::new().name("jobs".into()).spawn(move || run(&app))
}

fn run(app: &App) {
    let _attended = Attended(&app.bell);
    if let Err(error) = caught(|| schedule(app)) {
        tracing::error!(
            error = &error as &dyn std::error::Error,
            "what is done every day could not be scheduled"
        );
    }
    let mut open = true;
    while open {
        let pause = match caught(|| run_due(app)) {
            Ok(pause) => pause,
            Err(error) => {
                tracing::error!(error = &error as &dyn std::error::Error, "the job queue failed");
                LONGEST_WAIT
            }
        };
        open = app.bell.wait(pause.min(LONGEST_WAIT));
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

/// Does every job whose time has come; answers how long until the next.
///
/// # Errors
/// When the queue itself cannot be read or written; a failing job is not an error.
pub fn run_due(app: &App) -> Result<Duration> {
    while app.bell.is_open() {
        let Some(queued) = app.read()?.next_job()? else { return Ok(LONGEST_WAIT) };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_that_nobody_hears_any_more_says_so_unless_it_was_closed() {
        let bell = Bell::default();
        assert!(!bell.is_deserted(), "nobody is to hear it where no server runs");
        let attended = Attended(&bell);
        assert!(!bell.is_deserted());
        drop(attended);
        assert!(bell.is_deserted());

        let closed = Bell::default();
        let attended = Attended(&closed);
        closed.close();
        drop(attended);
        assert!(!closed.is_deserted());
    }
}
