//! Why books could not be made, for those who look after them: what the jobs that publish them ended with.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::job::QueuedJob;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Time;
use crate::error::Result;

/// A making that failed, with nothing published since.
#[derive(Clone, Debug)]
pub struct Failure {
    pub at: Time,
    pub error: String,
    pub attempts: u32,
    /// `None` when it was given up.
    pub next_attempt_at: Option<Time>,
}

/// Every book whose last making failed. What fails by hand is told at once, and not kept.
pub fn failures(context: &Context, actor: &Actor) -> Result<BTreeMap<BookId, Failure>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let given_up = tx.failed_jobs()?.into_iter().map(|job| failure(job.due, None, job));
    let waiting = tx.queued_jobs()?.into_iter();
    let waiting = waiting.map(|job| failure(job.due - job.pause(), Some(job.due), job));
    let mut failures: BTreeMap<BookId, Failure> = BTreeMap::new();
    for (book, failure) in given_up.chain(waiting).flatten() {
        let last = tx.last_edition(book)?;
        let is_over = last.is_some_and(|edition| edition.published_at >= failure.at);
        let is_known = failures.get(&book).is_some_and(|known| known.at > failure.at);
        if !is_over && !is_known {
            failures.insert(book, failure);
        }
    }
    Ok(failures)
}

/// What an unfinished job says of its book, if it is one that makes books and has failed.
fn failure(at: Time, next_attempt_at: Option<Time>, job: QueuedJob) -> Option<(BookId, Failure)> {
    let book = job.job.book()?;
    let error = job.last_error?;
    Some((book, Failure { at, error, attempts: job.attempts, next_attempt_at }))
}
