//! Daily cleanup: removes unreferenced files, expired sessions and tickets, the text of mails that failed for good, and other
//! jobs that failed for good.

use std::time::Duration;

use crate::context::Context;
use crate::domain::damage::PathError;
use crate::domain::job::Job;
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::services::accounts::{export, guests, invitations};
use crate::services::books::weekly_question;
use crate::services::webhooks;
use crate::store::{ReadTx, WriteTx};

use super::garbage_collection::{self, CollectionLimit, CollectionReport, GRACE_PERIOD};
use super::{outbox, quota};

/// Time after which a job that failed for good is removed. Mails are kept as records without their text.
const FAILED_JOB_RETENTION: Duration = Duration::from_hours(30 * 24);
/// Interval between cleanups.
const INTERVAL: Duration = Duration::from_hours(24);
/// Maximum delay of a cleanup. After a longer one, the machine was off for weeks or its clock is years ahead. Nothing is removed for
/// another day, within which somebody may notice a wrong clock.
const MAX_LATENESS: Duration = Duration::from_hours(7 * 24);
/// Minimum age of answers that were begun, or came by mail, and were never handed in, when they are forgotten.
const BEGUN_ANSWER_RETENTION: Duration = Duration::from_hours(100 * 24);

/// Ensures that a cleanup is queued.
pub(crate) fn schedule(context: &Context) -> Result<()> {
    context.write(|tx| match due(tx)? {
        Some(_) => Ok(()),
        None => context.enqueue(tx, Job::DailyCleanup),
    })
}

/// Time at which the queued cleanup is due.
fn due(tx: &ReadTx) -> Result<Option<Timestamp>> {
    Ok(tx.equal_jobs(&Job::DailyCleanup)?.first().map(|queued| queued.run_at))
}

/// Cleans up and queues the next cleanup. A folder that cannot be read does not stop that of the others.
pub(crate) fn run(context: &Context) -> Result<()> {
    let due = due(&*context.read()?)?;
    let late = due.map_or(Duration::ZERO, |due| context.now().since(due));
    if late > MAX_LATENESS {
        let days = late.as_secs() / (24 * 60 * 60);
        tracing::warn!(days, "cleanup is late, postponing it by a day in case the clock is wrong");
        return context.write(|tx| context.enqueue_after(tx, Job::DailyCleanup, INTERVAL));
    }
    let collected = log_failure(
        garbage_collection::collect(context, GRACE_PERIOD, CollectionLimit::Tenth),
        "files",
    )
    .unwrap_or_default();
    log_failure(outbox::remove_strays(context), "mails");
    log_failure(export::remove_expired(context, GRACE_PERIOD), "archives");
    if let Err(error) = guests::remove_idle(context) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "failed to remove guests without memos");
    }
    if let Err(error) = quota::count_memo_files(context) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "failed to count the files of memos");
    }
    report(&collected);
    context.write(|tx| {
        tx.remove_expired(context.now())?;
        tx.remove_expired_upload_keys(context.now() - INTERVAL)?;
        tx.remove_expired_mailed(context.now())?;
        invitations::remove_ended(tx, context.now())?;
        tx.remove_begun_before(context.now() - BEGUN_ANSWER_RETENTION)?;
        tx.remove_mailed_answers_before(context.now() - BEGUN_ANSWER_RETENTION)?;
        tx.remove_reply_addresses_before(context.now() - weekly_question::REPLY_RETENTION)?;
        webhooks::remove_expired(tx, context.now())?;
        outbox::redact_dead_mail(context, tx)?;
        remove_dead_letters(tx, context.now())?;
        context.enqueue_after(tx, Job::DailyCleanup, INTERVAL)
    })
}

/// Removes jobs that failed for good long ago, or whose book was published since. What failed to be published stays until then:
/// admins see why.
fn remove_dead_letters(tx: &mut WriteTx, now: Timestamp) -> Result<()> {
    for dead_letter in tx.dead_letters()? {
        let is_over = match (dead_letter.job.mail(), dead_letter.job.book()) {
            (Some(_), _) => false,
            (None, Some(book)) => {
                let last = tx.last_edition(book)?;
                tx.book(book)?.is_none()
                    || last.is_some_and(|edition| edition.published_at >= dead_letter.run_at)
            }
            (None, None) => now.since(dead_letter.run_at) >= FAILED_JOB_RETENTION,
        };
        if is_over {
            tx.remove_dead_letter(&dead_letter)?;
        }
    }
    Ok(())
}

fn report(
    CollectionReport { trashed, held_back, deleted, unreadable_folders, unmoved }: &CollectionReport,
) {
    tracing::info!(trashed, deleted, "collected garbage");
    for PathError { path, error } in unreadable_folders {
        tracing::error!(path, error, "failed to read a folder of stored files, skipping it");
    }
    for PathError { path, error } in unmoved {
        tracing::error!(path, error, "failed to move a stored file to the trash");
    }
    if *held_back > 0 {
        tracing::error!(
            files = held_back,
            "too many stored files are unreferenced, moving none to the trash; see `inkfold db check` and `inkfold trash sweep --all`"
        );
    }
}

/// Logs that a folder could not be cleaned up.
fn log_failure<T>(outcome: Result<T>, folder: &str) -> Option<T> {
    outcome
        .inspect_err(|error| {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, folder, "failed to clean up a folder");
        })
        .ok()
}
