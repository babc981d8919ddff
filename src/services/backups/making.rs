//! Making a backup: one moment of the database, and then every file that it names.

use std::fs;

use crate::app::App;
use crate::archive::{self, Archive, Folder, TEMPLATES};
use crate::domain::progress::{Step, Tell};
use crate::error::Result;
use crate::services::{files, sweep};
use crate::store::{self, AtRest};

/// Makes one; nothing of it stays when it fails.
pub(super) fn make(app: &App, folder: &Folder, tell: Tell<'_>) -> Result<Archive> {
    let still = app.blobs.stand_still().ok_or(super::ONE_IS_MADE)?;
    let made = write(app, folder, &mut |step| {
        *app.backing_up.step.lock() = Some(step);
        tell(step);
    });
    *app.backing_up.step.lock() = None;
    sweep::remove_unneeded(app, &still.end())?;
    let archive = made?;
    *app.backing_up.failure.lock() = None;
    if !archive.manifest.contents.missing.is_empty() {
        tracing::error!(
            files = archive.manifest.contents.missing.len(),
            "files that the database names are not there; `inkfold db check` says whose they are"
        );
    }
    Ok(archive)
}

fn write(app: &App, folder: &Folder, tell: Tell<'_>) -> Result<Archive> {
    let config = &app.config();
    archive::make_sure(folder.path(), fs::metadata(app.database())?.len())?;
    let mut draft = folder.draft(app.clock.now())?;
    app.store.copy(&draft.database())?;
    let copy = AtRest::open(&draft.database())?;
    let schema = store::version(&copy)?;
    let named = files::all(&*copy.read()?)?;
    drop(copy);
    tell(Step { done: 0, of: named.len() as u64 });
    draft.add_blobs(&named, |blob| app.blobs.path(blob), tell)?;
    draft.add_templates(&config.data_dir.join(TEMPLATES))?;
    Ok(draft.finish(&config.community, schema)?)
}
