//! Making a backup: one moment of the database, and then every file that it names.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use crate::app::App;
use crate::archive::{self, Archive, Draft, Folder, LeftOut, TEMPLATES};
use crate::domain::blob::BlobHash;
use crate::domain::progress::{Step, Tell};
use crate::error::Result;
use crate::services::{files, sweep};
use crate::store::{self, AtRest, Secrets};

use super::sealing;

/// Makes one; nothing of it stays when it fails. `tidy` follows it, before anybody else makes one: until an archive is whole, the files
/// that it has put into the pool are named by none.
pub(super) fn make(
    app: &App,
    folder: &Folder,
    tidy: impl FnOnce(),
    tell: Tell<'_>,
) -> Result<Archive> {
    let still = app.blobs.stand_still().ok_or(super::ONE_IS_MADE)?;
    let made = write(app, folder, &mut |step| {
        *app.backing_up.step.lock() = Some(step);
        tell(step);
    });
    *app.backing_up.step.lock() = None;
    if made.is_ok() {
        tidy();
    }
    if let Err(error) = sweep::remove_unneeded(app, &still.end()) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "files that were removed meanwhile are left to the sweep");
    }
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
    let seal = sealing::seal(app)?;
    let is_sealed = seal.is_some();
    let mut draft = folder.draft(app.clock.now(), seal)?;
    let (schema, named) =
        if is_sealed { seal_database(app, &mut draft)? } else { copy_database(app, &mut draft)? };
    tell(Step { done: 0, of: named.len() as u64 });
    draft.add_blobs(&named, |blob| app.blobs.path(blob), tell)?;
    draft.add_templates(&config.data_dir.join(TEMPLATES))?;
    Ok(draft.finish(&config.community, schema)?)
}

/// For anybody to read who has it, and so without what could be used as it is.
fn copy_database(app: &App, draft: &mut Draft) -> Result<(u32, HashSet<BlobHash>)> {
    app.store.copy(&draft.database(), Secrets::LeftOut)?;
    let tx = app.read()?;
    let (second_factors, mail_addresses) = (tx.second_factors()?, tx.mail_secrets()?);
    draft.leave_out(LeftOut { second_factors, mail_addresses });
    look_into(&draft.database())
}

/// Whole. As it is it lies only where the database does: a stick never has it, not even for a moment.
fn seal_database(app: &App, draft: &mut Draft) -> Result<(u32, HashSet<BlobHash>)> {
    archive::make_sure(&app.config().data_dir, fs::metadata(app.database())?.len())?;
    let copy = app.blobs.draft()?;
    app.store.copy(copy.path(), Secrets::Kept)?;
    let looked = look_into(copy.path())?;
    draft.add_database(copy.path())?;
    Ok(looked)
}

/// The version of a copy, and the files that it names.
fn look_into(database: &Path) -> Result<(u32, HashSet<BlobHash>)> {
    let copy = AtRest::open(database)?;
    Ok((store::version(&copy)?, files::all(&*copy.read()?)?))
}
