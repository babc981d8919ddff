//! Dates of books: set by keepers, and observed by submissions.

use crate::config::TimeZone;
use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::book::Book;
use crate::domain::id::BookId;
use crate::domain::invalid::FieldErrors;
use crate::domain::job::Job;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::schedule::{Phase, PublishTrigger, Schedule};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::services::operations::audit;
use crate::store::ReadTx;

use super::find;

/// Dates as they were typed, in the community's time zone.
#[derive(Clone, Debug, Default)]
pub struct ScheduleForm {
    /// Date, or date and time: `2026-12-24T18:00`; empty for a book that is open from the start.
    pub opens: String,
    /// Date, or date and time; a date alone means 23:59; empty for a book that stays open.
    pub closes: String,
    /// `entries`, `date` or `both`; empty for `entries`.
    pub ready_by: String,
}

/// Sets the dates of a book. If its edition is made when it closes, queues a job for the minute after.
pub fn set_schedule(
    context: &Context,
    actor: &Actor,
    id: BookId,
    form: &ScheduleForm,
) -> Result<Book> {
    policy::may_keep(actor, id)?;
    let schedule = parse(&context.config().time_zone, form)?;
    context.write_as(actor, policy::keeps(id), |tx, actor| {
        let book = find(tx, id)?;
        if book.schedule == schedule {
            return Ok(book);
        }
        let book = Book { schedule, ..book };
        tx.put_book(&book)?;
        context.replace_job(tx, Job::CloseBook(id), schedule.publishes_at())?;
        // The new condition may hold already.
        context.enqueue(tx, Job::PublishIfDue(id))?;
        let to = format!("book {}", book.name);
        audit::record(context, tx, actor, AuditAction::EditBook, to, "dates".to_owned())?;
        Ok(book)
    })
}

fn parse(zone: &TimeZone, form: &ScheduleForm) -> Result<Schedule> {
    let mut errors = FieldErrors::default();
    let opens_at = errors.collect("opens", moment(zone, &form.opens, TimeZone::start_of_date));
    let closes_at = errors.collect("closes", moment(zone, &form.closes, TimeZone::end_of_date));
    let ready_by = match form.ready_by.trim() {
        "" => Ok(PublishTrigger::default()),
        word => word.parse(),
    };
    let ready_by = errors.collect("readyBy", ready_by);
    let schedule =
        || Some(Schedule { opens_at: opens_at?, closes_at: closes_at?, ready_by: ready_by? });
    let schedule = errors.into_result(schedule())?;
    schedule.validated().map_err(|(field, message)| Error::invalid(field, message))
}

/// Moment of a typed date and time, or of a date alone; `None` if nothing was typed.
fn moment(
    zone: &TimeZone,
    typed: &str,
    of_date: fn(&TimeZone, &str) -> Option<Timestamp>,
) -> Result<Option<Timestamp>, Message> {
    let typed = typed.trim();
    if typed.is_empty() {
        return Ok(None);
    }
    let moment = of_date(zone, typed).or_else(|| zone.moment(typed));
    moment.map(Some).ok_or_else(|| {
        Message::new("date-invalid", "Write a date and a time, such as 2026-12-24 18:00.")
    })
}

/// Queues the jobs of books that have yet to close and have none: it ran while the clock was ahead.
pub(crate) fn restore_closing_jobs(context: &Context) -> Result<()> {
    let now = context.now();
    context.write(|tx| {
        for book in tx.books()? {
            let publishes_at = book.schedule.publishes_at().filter(|moment| *moment > now);
            let job = Job::CloseBook(book.id);
            if publishes_at.is_some() && tx.equal_jobs(&job)?.is_empty() {
                context.replace_job(tx, job, publishes_at)?;
            }
        }
        Ok(())
    })
}

/// Refuses an answer that was handed in at `begun_at`, before the book has opened or after it has closed. An upload that began
/// in time counts, however long it takes.
pub(in crate::services) fn require_open(
    context: &Context,
    tx: &ReadTx,
    book: BookId,
    begun_at: Timestamp,
) -> Result<()> {
    let message = match tx.schedule(book)?.phase(begun_at) {
        Phase::Open => return Ok(()),
        Phase::Upcoming(moment) => Message::new(
            "book-not-open",
            "This book opens on {moment}. Until then you can fill in its form, but not hand it in.",
        )
        .with("moment", context.config().time_zone.words(moment)),
        Phase::Closed(moment) => Message::new(
            "book-closed",
            "This book closed on {moment}. No more answers can be handed in.",
        )
        .with("moment", context.config().time_zone.words(moment)),
    };
    Err(Error::Conflict { field: None, message })
}
