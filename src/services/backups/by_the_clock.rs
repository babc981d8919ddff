//! A backup every so many hours, and the old ones removed.

use std::time::Duration;

use super::{Failure, making, own_folder};
use crate::app::App;
use crate::archive::Folder;
use crate::domain::job::Job;
use crate::domain::time::Time;
use crate::error::{Result, chain};
use crate::store::Read;

/// A community that was just started has other things to do.
const AFTER_START: Duration = Duration::from_mins(5);
/// The stick may be back by then.
const AFTER_FAILURE: Duration = Duration::from_hours(1);

/// Sees to it that the next backup is in the queue, as the settings say by now.
pub(crate) fn schedule(app: &App) -> Result<()> {
    plan(app, app.config().backup.pause().map(|pause| next(app, pause)))
}

/// The same, as soon as the queue comes to it.
pub(super) fn hurry(app: &App) -> Result<()> {
    plan(app, Some(app.clock.now()))
}

/// When the next one is to be made, if it is in the queue.
pub(super) fn planned(tx: &(dyn Read + '_)) -> Result<Option<Time>> {
    let queued = tx.queued_jobs()?.into_iter().find(|queued| queued.job == Job::BackUp);
    Ok(queued.map(|queued| queued.due))
}

/// Makes the backup whose time has come, and queues the next one. That it failed is told, and tried again.
pub(crate) fn run(app: &App) -> Result<()> {
    let made = own_folder(&app.config()).and_then(|folder| make(app, &folder));
    let mut next = app.config().backup.pause();
    if let Err(error) = &made {
        tracing::error!(error = error as &dyn std::error::Error, "no backup could be made");
        let words = chain(error);
        *app.backing_up.failure.lock() = Some(Failure { at: app.clock.now(), words });
        next = next.map(|pause| pause.min(AFTER_FAILURE));
    }
    plan(app, next.map(|pause| app.clock.now() + pause))
}

fn make(app: &App, folder: &Folder) -> Result<()> {
    let made = making::make(app, folder, &mut |_| {})?;
    let archives = folder.archives()?;
    let times: Vec<Time> = archives.iter().map(|archive| archive.manifest.made_at).collect();
    let outlived = app.config().backup.retention().outlived(&times);
    let old: Vec<_> =
        archives.into_iter().filter(|old| outlived.contains(&old.manifest.made_at)).collect();
    folder.remove(&old)?;
    tracing::info!(
        archive = made.name(),
        files = made.manifest.contents.blobs,
        new = made.manifest.contents.new_blobs,
        removed = old.len(),
        "a backup was made"
    );
    Ok(())
}

/// So long after the youngest, and not at once.
fn next(app: &App, pause: Duration) -> Time {
    let soon = app.clock.now() + AFTER_START;
    let (folder, _) = app.config().backup.place(&app.config().data_dir);
    let youngest =
        Folder::open(&folder).and_then(|folder| folder.archives()).unwrap_or_default().pop();
    youngest.map_or(soon, |youngest| (youngest.manifest.made_at + pause).max(soon))
}

/// Leaves one in the queue, or none.
fn plan(app: &App, due: Option<Time>) -> Result<()> {
    app.write(|tx| {
        for queued in tx.queued_jobs()?.iter().filter(|queued| queued.job == Job::BackUp) {
            tx.remove_job(queued)?;
        }
        let Some(due) = due else { return Ok(()) };
        app.enqueue_after(tx, Job::BackUp, due.since(app.clock.now()))
    })
}
