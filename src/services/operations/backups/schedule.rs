//! Scheduled backups.

use std::time::Duration;

use crate::backup::Folder;
use crate::context::Context;
use crate::domain::id::JobId;
use crate::domain::job::{Job, QueuedJob};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result, format_error_chain};
use crate::store::{ReadTx, WriteTx};

use super::{BackupProgress, Failure, create, own_folder, retention};

/// Minimum delay of a backup after the server starts.
const START_DELAY: Duration = Duration::from_mins(5);
/// Maximum delay after a failure: a stick that was removed may be back by then.
const RETRY_DELAY: Duration = Duration::from_hours(1);
/// Retry delay while another backup or check reads all files.
const BUSY_DELAY: Duration = Duration::from_mins(5);

/// Enqueues the next backup by the current settings, in place of any queued one.
pub(crate) fn schedule(context: &Context) -> Result<()> {
    let due = context.config().backup.pause().map(|pause| next(context, pause));
    context.write(|tx| context.replace_job(tx, Job::BackUp, due))
}

/// Enqueues a backup that is due now, in place of any queued one.
pub(super) fn schedule_now(context: &Context, tx: &mut WriteTx) -> Result<()> {
    context.replace_job(tx, Job::BackUp, Some(context.now()))
}

/// Due time of the next backup, if it is in the queue.
pub(super) fn planned(tx: &ReadTx) -> Result<Option<Timestamp>> {
    Ok(tx.equal_jobs(&Job::BackUp)?.first().map(|queued| queued.run_at))
}

/// Makes the due backup, and enqueues the next one. A failure is recorded and logged, and the backup is retried.
pub(crate) fn run(context: &Context) -> Result<()> {
    let before = context.read()?.equal_jobs(&Job::BackUp)?;
    let before: Vec<JobId> = before.iter().map(|queued| queued.id).collect();
    let pause = pause_after(
        context,
        own_folder(&context.config()).and_then(|folder| back_up_and_prune(context, &folder)),
    );
    context.write(|tx| {
        let now = context.now();
        let is_asked = |queued: &QueuedJob| queued.run_at <= now && !before.contains(&queued.id);
        if tx.equal_jobs(&Job::BackUp)?.iter().any(is_asked) {
            // Another backup was requested meanwhile, and will contain the latest changes.
            return Ok(());
        }
        context.replace_job(tx, Job::BackUp, pause.map(|pause| now + pause))
    })
}

/// Delay until the next backup. Records a failure; a conflict with another backup or check is none.
fn pause_after(context: &Context, made: Result<()>) -> Option<Duration> {
    let pause = context.config().backup.pause();
    match made {
        Ok(()) => pause,
        Err(Error::Conflict { .. }) => {
            tracing::info!("backup delayed, another operation is reading all files");
            Some(BUSY_DELAY)
        }
        Err(error) => {
            let source = &error as &dyn std::error::Error;
            tracing::error!(error = source, "backup failed");
            let problem = format_error_chain(&error);
            *context.state::<BackupProgress>().failure.lock() =
                Some(Failure { at: context.now(), problem });
            pause.map(|pause| pause.min(RETRY_DELAY))
        }
    }
}

fn back_up_and_prune(context: &Context, folder: &Folder) -> Result<()> {
    let mut removed = 0;
    let prune = || match retention::prune(context, folder) {
        Ok(old) => removed = old,
        // A failed pruning does not fail the backup.
        Err(error) => {
            tracing::warn!(error = &error as &dyn std::error::Error, "failed to prune old backups");
        }
    };
    let made = create::create_archive(context, folder, prune, &mut |_| {})?.archive;
    tracing::info!(
        archive = made.name(),
        files = made.manifest.contents.blobs,
        new = made.manifest.contents.new_blobs,
        lacking = made.manifest.contents.files_lacking(),
        lacking_templates = made.manifest.contents.unreadable_templates.len(),
        removed,
        "backup created"
    );
    Ok(())
}

/// Due time of the next backup: `pause` after the youngest, but at least [`START_DELAY`] from now.
fn next(context: &Context, pause: Duration) -> Timestamp {
    let now = context.now();
    let soon = now + START_DELAY;
    retention::youngest(context)
        .map_or(soon, |youngest| (youngest.manifest.made_at + pause).max(soon))
}
