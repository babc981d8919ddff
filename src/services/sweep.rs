//! Removes what nothing needs any more: files that a failed transaction left, sessions and tickets past their time, what mails
//! said that were given up.

use std::collections::HashSet;
use std::time::Duration;

use crate::app::App;
use crate::domain::blob::BlobHash;
use crate::domain::job::Job;
use crate::error::Result;
use crate::services::{export, files, outbox};

/// Younger files may belong to a transaction that is about to be committed.
const GRACE: Duration = Duration::from_hours(24);

/// Once a day, while the community is served.
const PAUSE: Duration = Duration::from_hours(24);

/// Files that are removed while everybody else waits.
const AT_ONCE: usize = 32;

/// Sees to it that a sweep is in the queue.
pub(crate) fn schedule(app: &App) -> Result<()> {
    app.write(|tx| {
        if tx.queued_jobs()?.iter().any(|queued| queued.job == Job::Sweep) {
            return Ok(());
        }
        app.enqueue(tx, Job::Sweep)
    })
}

/// Removes what nothing needs, and queues the next sweep. A folder that cannot be looked at keeps none of the others unswept.
pub(crate) fn run(app: &App) -> Result<()> {
    let removed = told(remove_orphans(app, GRACE), "files").unwrap_or_default();
    told(outbox::remove_strays(app), "mails");
    told(export::remove_left(app, GRACE), "archives");
    tracing::info!(removed, "swept");
    app.write(|tx| {
        tx.remove_expired(app.clock.now())?;
        tx.forget_upload_keys(app.clock.now() - PAUSE)?;
        tx.forget_mailed(app.clock.now())?;
        outbox::forget_given_up(app, tx)?;
        app.enqueue_after(tx, Job::Sweep, PAUSE)
    })
}

/// Logs that a folder could not be swept.
fn told<T>(outcome: Result<T>, folder: &str) -> Option<T> {
    outcome
        .inspect_err(|error| {
            let error = error as &dyn std::error::Error;
            tracing::warn!(error, "the folder of {folder} could not be swept");
        })
        .ok()
}

/// Removes files that are older than `grace` and that nothing names; answers how many.
pub fn remove_orphans(app: &App, grace: Duration) -> Result<usize> {
    let mut orphans = app.blobs.older_than(grace)?;
    let wanted = files::all(&*app.read()?)?;
    orphans.retain(|blob| !wanted.contains(blob));
    remove_unneeded(app, &orphans)?;
    Ok(orphans.len() + app.blobs.remove_halves(grace)?)
}

/// Removes those of the files that nothing names any more, at once. Some disks are slow at it, and others want to put theirs
/// in between.
pub(super) fn remove_unneeded(app: &App, files: &[BlobHash]) -> Result<()> {
    for some in files.chunks(AT_ONCE) {
        let alone = app.blobs.alone();
        let tx = app.read()?;
        let wanted: HashSet<_> = files::of_books(&*tx)?.collect();
        for blob in some {
            if !wanted.contains(blob) && !files::is_shown(&*tx, *blob)? {
                alone.remove(*blob)?;
            }
        }
    }
    Ok(())
}
