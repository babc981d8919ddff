//! Books as admins see them: new memos, builds in progress, and failures.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::Context;
use crate::domain::book::Book;
use crate::domain::id::BookId;
use crate::domain::job::{Job, Queue};
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::press::book::Progress;
use crate::services::books::{self, BookSummary};
use crate::store::{NewInBook, ReadTx};

use super::{Failure, MissingPicture, failures, missing_pictures};

/// Book with the state of its next edition.
#[derive(Clone, Debug)]
pub struct AdminBookSummary {
    pub book: Book,
    pub memos: u32,
    /// Memos that have been in no edition, and the questions that they answer.
    pub new: NewInBook,
    pub questions: u32,
    /// Whether a build is queued or in progress.
    pub is_publishing: bool,
    pub compiling_since: Option<Timestamp>,
    pub compiling: Option<Progress>,
    pub failure: Option<Failure>,
    /// Memos whose picture is missing from the newest edition.
    pub missing_pictures: Vec<MissingPicture>,
}

impl AdminBookSummary {
    /// Whether enough questions are answered by new memos, and no build is queued or in progress.
    pub fn is_ready(&self) -> bool {
        self.book.schedule.publishes_by_entries()
            && self.new.answered >= self.book.publish_threshold
            && !self.is_publishing
    }
}

/// Every book that the actor keeps, newest first.
pub fn admin_summaries(context: &Context, actor: &Actor) -> Result<Vec<AdminBookSummary>> {
    let kept = policy::kept_books(actor)?;
    let around = SummaryContext::of(context, actor)?;
    let mut books = books::list(context, actor, &[])?;
    books.retain(|summary| kept.contains(summary.book.id));
    let tx = context.read()?;
    books.into_iter().map(|summary| around.summary(&tx, summary)).collect()
}

/// Summary of one book.
pub fn admin_summary(context: &Context, actor: &Actor, id: BookId) -> Result<AdminBookSummary> {
    policy::may_keep(actor, id)?;
    let around = SummaryContext::of(context, actor)?;
    let summary = books::get(context, actor, id)?;
    around.summary(&*context.read()?, summary)
}

/// Failures and queued builds of all books, loaded once.
struct SummaryContext {
    failures: BTreeMap<BookId, Failure>,
    queued: BTreeSet<BookId>,
}

impl SummaryContext {
    fn of(context: &Context, actor: &Actor) -> Result<Self> {
        let jobs = context.read()?.jobs_of(Queue::Default)?.into_iter();
        let queued = jobs.filter_map(|queued| match queued.job {
            Job::Publish(book, _) => Some(book),
            _ => None,
        });
        Ok(Self { queued: queued.collect(), failures: failures(context, actor)? })
    }

    fn summary(&self, tx: &ReadTx, summary: BookSummary) -> Result<AdminBookSummary> {
        let BookSummary { book, memo_count, compiling_since, compiling, .. } = summary;
        let edition = tx.edition(book.id, book.edition)?;
        let missing_pictures =
            edition.map(|edition| missing_pictures::of_edition(tx, &edition)).transpose()?;
        Ok(AdminBookSummary {
            memos: memo_count,
            new: tx.count_new(book.id)?,
            questions: tx.questions(book.id)?.len() as u32,
            is_publishing: compiling_since.is_some() || self.queued.contains(&book.id),
            compiling_since,
            compiling,
            failure: self.failures.get(&book.id).cloned(),
            missing_pictures: missing_pictures.unwrap_or_default(),
            book,
        })
    }
}
