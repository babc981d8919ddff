//! Failed builds of books, for admins: the errors of the jobs that publish them.

use std::collections::BTreeMap;

use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::job::{Queue, QueuedJob};
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::Result;

/// Failed build after which nothing was published.
#[derive(Clone, Debug)]
pub struct Failure {
    pub at: Timestamp,
    pub error: String,
    pub attempts: u32,
    /// `None` when no attempt remains.
    pub next_attempt_at: Option<Timestamp>,
}

/// Latest failure of every book that the actor keeps. A direct [`publish`](super::publish) returns its error to the caller; nothing is recorded.
pub fn failures(context: &Context, actor: &Actor) -> Result<BTreeMap<BookId, Failure>> {
    let kept = policy::kept_books(actor)?;
    let tx = context.read()?;
    let dead_letters = tx.dead_letters()?.into_iter().map(|job| failure(job.run_at, None, job));
    let waiting = tx.jobs_of(Queue::Default)?.into_iter();
    let waiting = waiting.map(|job| failure(job.run_at - job.backoff(), Some(job.run_at), job));
    let mut failures: BTreeMap<BookId, Failure> = BTreeMap::new();
    for (book, failure) in dead_letters.chain(waiting).flatten() {
        let last = tx.last_edition(book)?;
        let is_over = last.is_some_and(|edition| edition.published_at >= failure.at);
        let is_known = failures.get(&book).is_some_and(|known| known.at > failure.at);
        if !is_over && !is_known && kept.contains(book) {
            failures.insert(book, failure);
        }
    }
    Ok(failures)
}

/// Book and failure of an unfinished job, if the job builds a book and has failed.
fn failure(
    at: Timestamp,
    next_attempt_at: Option<Timestamp>,
    job: QueuedJob,
) -> Option<(BookId, Failure)> {
    let book = job.job.book()?;
    let error = job.last_error?;
    Some((book, Failure { at, error, attempts: job.attempts, next_attempt_at }))
}
