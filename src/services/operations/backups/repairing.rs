//! Repair of damaged files from the trash and from backups.

use std::io;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::backup::{self, Archive, ArchiveReader, BlobPool, Folder, Key};
use crate::blobs::TempBlob;
use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::blob::BlobHash;
use crate::domain::damage::{DamageKind, DamagedFile, PathError};
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::{Error, Result, format_error_chain};
use crate::services::operations::{audit, blob_references, garbage_collection};

/// Outcome of a repair.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RepairReport {
    /// Files that were read.
    pub files: u64,
    /// Damaged files that were replaced by intact copies.
    pub repaired: Vec<DamagedFile>,
    /// Damaged files of which neither the trash nor a backup has an intact copy, or whose copy could not be written.
    pub unrepaired: Vec<DamagedFile>,
    /// Paths to which no copy could be written.
    pub errors: Vec<PathError>,
    /// Backups that could not be searched, such as without their key, and why.
    pub unopened: Vec<PathError>,
    /// New paths of what was moved out of the place of a file or its folder.
    pub moved_aside: Vec<PathBuf>,
}

/// Reads every stored file, and replaces those that are missing or damaged by intact copies: from the trash, and from the
/// backups in the given folder, or in that of the settings. Encrypted backups are opened with the key in `identity`.
pub fn repair(
    context: &Context,
    actor: &Actor,
    from: Option<&Path>,
    identity: Option<&Path>,
    on_progress: ProgressFn<'_>,
) -> Result<RepairReport> {
    policy::may_administrate(actor)?;
    let snapshot = context.blobs.begin_snapshot().ok_or(super::ALREADY_RUNNING)?;
    let key = identity.map(Key::read).transpose()?;
    let damaged = find_damaged(context, on_progress)?;
    let moved_aside = context.blobs.clear_folders();
    let mut repaired =
        RepairReport { files: damaged.files, moved_aside, ..RepairReport::default() };
    if !damaged.found.is_empty() {
        let folder = match folder(context, from) {
            Err(Error::Archive(missing)) if from.is_none() => {
                let (path, _) = context.config().backup.folder_for(&context.config().data_dir);
                repaired.unopened.push(PathError::new(&path, missing));
                None
            }
            folder => folder?,
        };
        let archives = folder.as_ref().map_or(Ok(Vec::new()), archives)?;
        let mut sources =
            Sources::open(context, folder.as_ref(), &archives, key.as_ref(), on_progress);
        repaired.unopened.append(&mut sources.unopened);
        for (blob, problem) in damaged.found {
            let described = blob_references::describe(&*context.read()?, blob, problem)?;
            match sources.fetch(context, blob) {
                Ok(Some(aside)) => {
                    repaired.repaired.push(described);
                    repaired.moved_aside.extend(aside);
                }
                Ok(None) => repaired.unrepaired.push(described),
                Err(error) => {
                    repaired.unrepaired.push(described);
                    repaired.errors.push(PathError::new(&context.blobs.path(blob), error));
                }
            }
        }
    }
    garbage_collection::remove_deferred(context, &snapshot.end());
    audit::record_files(context, actor, AuditAction::RepairFiles, repaired.repaired.len());
    Ok(repaired)
}

struct DamageScan {
    files: u64,
    found: Vec<(BlobHash, DamageKind)>,
}

fn find_damaged(context: &Context, on_progress: ProgressFn<'_>) -> Result<DamageScan> {
    let named = blob_references::all(&*context.read()?)?;
    let of = named.len() as u64;
    let mut found = Vec::new();
    for (done, blob) in (1..).zip(named) {
        found.extend(context.blobs.inspect(blob).err().map(|problem| (blob, problem)));
        on_progress(Progress { done, of });
    }
    Ok(DamageScan { files: of, found })
}

/// Opens the given folder of backups, or that of the settings, which may be missing.
fn folder(context: &Context, from: Option<&Path>) -> Result<Option<Folder>> {
    if let Some(folder) = from {
        return Ok(Some(Folder::open(folder)?));
    }
    crate::services::operations::backups::existing_folder(&context.config())
}

/// Lists backups, the youngest first.
fn archives(folder: &Folder) -> Result<Vec<Archive>> {
    let mut archives = folder.archives()?;
    archives.reverse();
    Ok(archives)
}

/// Sources of intact copies.
struct Sources<'a> {
    trash: Vec<crate::blobs::TrashedFile>,
    /// Unencrypted files. They are named by their content, so no list is needed to find one.
    pool: Option<BlobPool>,
    /// Encrypted backups.
    archives: Vec<ArchiveReader<'a>>,
    /// Backups that could not be opened.
    unopened: Vec<PathError>,
}

impl<'a> Sources<'a> {
    /// Opens the sources. Archives that cannot be opened, such as without a key, are left out.
    fn open(
        context: &Context,
        folder: Option<&Folder>,
        archives: &'a [Archive],
        key: Option<&'a Key>,
        on_progress: ProgressFn<'_>,
    ) -> Self {
        let encrypted = archives.iter().filter(|archive| archive.manifest.is_encrypted());
        let (mut archives, mut unopened) = (Vec::new(), Vec::new());
        for archive in encrypted {
            match archive.open_with(key, on_progress) {
                Ok(opened) => archives.push(opened),
                Err(error) => {
                    unopened.push(PathError::new(archive.path(), format_error_chain(&error)));
                }
            }
        }
        let (trash, pool) = (context.blobs.trashed().files, folder.map(Folder::pool));
        Self { trash, pool, archives, unopened }
    }

    /// Replaces a damaged file by an intact copy. Returns the new paths of what was moved out of its place; `None` when there is
    /// no such copy.
    fn fetch(&self, context: &Context, blob: BlobHash) -> io::Result<Option<Vec<PathBuf>>> {
        for file in self.trash.iter().filter(|file| file.blob == blob) {
            // If the trashed file cannot be moved, a copy from elsewhere may still be written.
            if let Ok(Some(aside)) = context.blobs.write_guard().restore(file) {
                return Ok(Some(aside));
            }
        }
        if let Some(pool) = &self.pool
            && let Some(aside) = replace(context, blob, |draft| pool.write(blob, draft))?
        {
            return Ok(Some(aside));
        }
        for archive in self.archives.iter().filter(|archive| archive.blobs().contains(&blob)) {
            if let Some(aside) = replace(context, blob, |draft| archive.write_blob(blob, draft))? {
                return Ok(Some(aside));
            }
        }
        Ok(None)
    }
}

/// Replaces a file by what `copy` writes. Returns the new paths of what was moved out of its place; `None` when `copy` writes no
/// intact copy.
fn replace(
    context: &Context,
    blob: BlobHash,
    copy: impl FnOnce(&mut TempBlob) -> backup::Result<()>,
) -> io::Result<Option<Vec<PathBuf>>> {
    let mut draft = context.blobs.temp_blob()?;
    if copy(&mut draft).is_err() {
        return Ok(None);
    }
    context.blobs.write_guard().replace(draft, blob)
}
