//! Creation of a backup: a snapshot of the database, and then every file that it names.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::backup::{self, Archive, ArchiveBuilder, Folder, OmittedSecrets, TEMPLATES};
use crate::context::Context;
use crate::data_dir;
use crate::domain::blob::BlobHash;
use crate::domain::damage::{DamageKind, DamagedFile, PathError};
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::Result;
use crate::services::operations::{blob_references, garbage_collection};
use crate::store::{self, ReadOnlyStore, ReadTx, Secrets, Snapshot, check};

use super::{BackupProgress, encryption};

/// Backup that was made.
#[derive(Debug)]
pub struct CreatedBackup {
    pub archive: Archive,
    /// Files that are damaged in the data folder. The backup lacks those that no earlier backup had copied.
    pub damaged_files: Vec<DamagedFile>,
    /// Templates that cannot be read; the backup lacks them.
    pub unreadable_templates: Vec<PathError>,
    /// New paths of files and folders that were in the place of backup files.
    pub moved_aside: Vec<PathBuf>,
}

/// Makes a backup; nothing of it stays on an error. `prune` runs afterwards, before the next backup may begin: until an archive
/// is complete, no backup names the files that it has put into the pool.
pub(super) fn create_archive(
    context: &Context,
    folder: &Folder,
    prune: impl FnOnce(),
    on_progress: ProgressFn<'_>,
) -> Result<CreatedBackup> {
    data_dir::require_database(&context.config().data_dir)?;
    let snapshot = context.blobs.begin_snapshot().ok_or(super::ALREADY_RUNNING)?;
    *context.state::<BackupProgress>().step.lock() = Some(Progress { done: 0, of: 1 });
    let made = write(context, folder, &mut |step| {
        *context.state::<BackupProgress>().step.lock() = Some(step);
        on_progress(step);
    });
    *context.state::<BackupProgress>().step.lock() = None;
    if let Ok(CreatedBackup { archive, .. }) = &made {
        // The backup is valid without this entry, which may fail on a full data disk.
        match context.write(|tx| Ok(tx.note_own_backup(&archive.name())?)) {
            Ok(()) => prune(),
            Err(error) => tracing::warn!(
                error = &error as &dyn std::error::Error,
                archive = archive.name(),
                "failed to record a backup, it is never pruned; remove its folder manually"
            ),
        }
    }
    garbage_collection::remove_deferred(context, &snapshot.end());
    let made = made?;
    *context.state::<BackupProgress>().failure.lock() = None;
    context.copy_wakeup.notify();
    for damaged in &made.damaged_files {
        tracing::error!(
            file = damaged.file,
            problem = damaged.problem.describe(),
            belongs_to = damaged.belongs_to.join(", "),
            "stored file is damaged; `inkfold db repair` restores it from the trash or a backup"
        );
    }
    for PathError { path, error } in &made.unreadable_templates {
        tracing::error!(path, error, "unreadable template left out of a backup");
    }
    Ok(made)
}

fn write(context: &Context, folder: &Folder, on_progress: ProgressFn<'_>) -> Result<CreatedBackup> {
    let config = &context.config();
    backup::ensure_free_space(folder.path(), fs::metadata(context.database())?.len())?;
    let view = context.store.check_pages()?;
    let flaws = check::find_flaws(&view)?;
    let encryptor = encryption::encryptor(context)?;
    let is_encrypted = encryptor.is_some();
    let mut builder = folder.builder(context.now(), encryptor)?;
    builder.note_flaws(flaws.iter().map(|flaw| flaw.entries).sum());
    let (schema, named) = if is_encrypted {
        seal_database(context, &view, &mut builder)?
    } else {
        copy_database(&view, &mut builder)?
    };
    // Reading all files takes long, so the snapshot of the database is released first.
    drop(view);
    on_progress(Progress { done: 0, of: named.len() as u64 });
    let damaged = builder.add_blobs(&named, |blob| context.blobs.path(blob), on_progress)?;
    let unreadable_templates = builder.add_templates(&config.data_dir.join(TEMPLATES))?;
    let moved_aside = builder.moved_aside().to_vec();
    let archive = builder.finish(&config.community, schema)?;
    let tx = context.read()?;
    let describe =
        |(blob, problem): &(BlobHash, DamageKind)| blob_references::describe(&tx, *blob, *problem);
    let damaged_files = damaged.iter().map(describe).collect::<Result<_>>()?;
    Ok(CreatedBackup { archive, damaged_files, unreadable_templates, moved_aside })
}

/// Copies the database unencrypted, and so without secrets that a reader could use. Returns the schema version and the files
/// that it names.
fn copy_database(
    view: &Snapshot,
    builder: &mut ArchiveBuilder,
) -> Result<(u32, HashSet<BlobHash>)> {
    view.write_copy(&builder.database(), Secrets::LeftOut)?;
    let tx: &ReadTx = view;
    let (second_factors, mail_addresses) = (tx.second_factors()?, tx.mail_secrets()?);
    builder.leave_out(OmittedSecrets { second_factors, mail_addresses });
    read_contents(&builder.database())
}

/// Encrypts the complete database. The plaintext copy lies in the data folder only, never on the disk of the backups. Returns
/// the schema version and the files that it names.
fn seal_database(
    context: &Context,
    view: &Snapshot,
    builder: &mut ArchiveBuilder,
) -> Result<(u32, HashSet<BlobHash>)> {
    backup::ensure_free_space(&context.config().data_dir, fs::metadata(context.database())?.len())?;
    let copy = context.blobs.temp_blob()?;
    view.write_copy(copy.path(), Secrets::Kept)?;
    let looked = read_contents(copy.path())?;
    builder.add_database(copy.path())?;
    Ok(looked)
}

/// Returns the schema version of a database copy, and the files that it names.
fn read_contents(database: &Path) -> Result<(u32, HashSet<BlobHash>)> {
    let copy = ReadOnlyStore::open(database)?;
    Ok((store::schema_version(&copy)?, blob_references::all(&*copy.read()?)?))
}
