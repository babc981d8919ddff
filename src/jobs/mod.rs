//! Background jobs: work that follows members' actions or comes back every day.
//!
//! A job is queued in the transaction of the action that it follows ([`Context::enqueue`]), stored as a variant of
//! [`Job`](crate::domain::job::Job), and run by a thread of its queue. Every kind of job is a file here, with a type that
//! implements [`BackgroundJob`], and a line in [`registry`]. Copying backups and indexing are loops of their own, which a job in
//! the queue would hold up for hours.

mod back_up;
mod close_book;
mod copying;
mod daily_cleanup;
mod deliver_webhook;
mod fan_out_events;
mod handwriting_reader;
mod offer_reset;
mod open_game_day;
mod publish_edition;
mod publish_if_due;
mod purge_comment;
mod purge_post;
mod registry;
mod runner;
mod running_keys;
mod search_indexer;
mod send_mail;
mod send_weekly_question;
mod stranded;
mod throttle;

use std::time::Duration;

use crate::context::Context;
use crate::error::Result;

pub use back_up::reschedule as reschedule_backups;
pub use copying::start as start_copying;
pub use handwriting_reader::start as start_reading;
pub use runner::{run_due, start};
pub use search_indexer::start as start_indexing;

/// Maximum wait between two polls of a queue.
const MAX_WAIT: Duration = Duration::from_mins(1);
/// Number of failed attempts after which a job becomes a dead letter: admins see those of mails and editions, and metrics count all.
const MAX_ATTEMPTS: u32 = 10;

/// Kind of job. A crash can interrupt a run, which is then repeated, so running twice must do no harm.
trait BackgroundJob {
    /// Name of the job in the log.
    fn name(&self) -> &'static str;

    /// Number of failed attempts after which the job becomes a dead letter; `None` for a job that is retried until it succeeds.
    fn max_attempts(&self) -> Option<u32> {
        Some(MAX_ATTEMPTS)
    }

    /// Key of equal jobs: those that are due at the same time are run once.
    fn deduplication_key(&self) -> Option<String> {
        None
    }

    /// Key of jobs of which at most one runs at a time, in a queue with several threads.
    fn exclusion_key(&self) -> Option<String> {
        None
    }

    /// Minimum time between two runs of equal jobs; those that are queued meanwhile are run once, after it.
    fn min_interval(&self) -> Duration {
        Duration::ZERO
    }

    /// Runs the job.
    ///
    /// # Errors
    /// When the job has to be retried or, with a final error, becomes a dead letter.
    fn run(&self, context: &Context) -> Result<()>;
}
