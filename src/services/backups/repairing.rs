//! Taking damaged files from the trash and from backups.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::archive::{Archive, ArchiveReader, Folder, Key};
use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::blob::BlobHash;
use crate::domain::damage::{DamagedFile, Problem};
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Step, Tell};
use crate::error::Result;
use crate::services::{audit, blob_references};

/// Outcome of a repair.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Repaired {
    /// Files that were read.
    pub files: u64,
    /// Damaged files that are as they were stored again.
    pub repaired: Vec<DamagedFile>,
    /// Damaged files of which neither the trash nor a backup has an intact copy.
    pub unrepaired: Vec<DamagedFile>,
}

/// Reads every stored file, and replaces those that are missing or damaged by intact copies: from the trash, and from the backups in
/// a folder, or in that of the settings. Encrypted backups are opened with a key.
pub fn repair(
    context: &Context,
    actor: &Actor,
    from: Option<&Path>,
    identity: Option<&Path>,
    tell: Tell<'_>,
) -> Result<Repaired> {
    policy::may_administrate(actor)?;
    let still = context.blobs.begin_snapshot().ok_or(super::ONE_IS_MADE)?;
    let key = identity.map(Key::read).transpose()?;
    let damaged = find_damaged(context, tell)?;
    let mut repaired = Repaired { files: damaged.files, ..Repaired::default() };
    if !damaged.found.is_empty() {
        let archives = archives(context, from)?;
        let sources = Sources::open(context, &archives, key.as_ref());
        for (blob, problem) in damaged.found {
            let is_repaired = sources.fetch(context, blob)?;
            let list = if is_repaired { &mut repaired.repaired } else { &mut repaired.unrepaired };
            list.push(blob_references::describe(&*context.read()?, blob, problem)?);
        }
    }
    crate::services::garbage::remove_unnamed(context, &still.end())?;
    audit::note_files(context, actor, AuditAction::RepairFiles, repaired.repaired.len());
    Ok(repaired)
}

struct Damaged {
    files: u64,
    found: Vec<(BlobHash, Problem)>,
}

fn find_damaged(context: &Context, tell: Tell<'_>) -> Result<Damaged> {
    let named = blob_references::all(&*context.read()?)?;
    let of = named.len() as u64;
    let mut found = Vec::new();
    for (done, blob) in (1..).zip(named) {
        found.extend(context.blobs.inspect(blob).err().map(|problem| (blob, problem)));
        tell(Step { done, of });
    }
    Ok(Damaged { files: of, found })
}

/// Backups, the youngest first.
fn archives(context: &Context, from: Option<&Path>) -> Result<Vec<Archive>> {
    let mut archives = match from {
        Some(folder) => Folder::open(folder)?.archives()?,
        None => super::archives(&context.config().backup.place(&context.config().data_dir).0)?,
    };
    archives.reverse();
    Ok(archives)
}

/// Where intact copies may be.
struct Sources<'a> {
    trash: Vec<crate::blobs::TrashedFile>,
    archives: Vec<ArchiveReader<'a>>,
}

impl<'a> Sources<'a> {
    /// Archives that cannot be opened, such as without a key, are left out.
    fn open(context: &Context, archives: &'a [Archive], key: Option<&'a Key>) -> Self {
        let archives = archives.iter().filter_map(|archive| {
            let opened = archive.open_with(key);
            if let Err(error) = &opened {
                let error = error as &dyn std::error::Error;
                tracing::warn!(error, "backup is left out of the repair");
            }
            opened.ok()
        });
        Self { trash: context.blobs.trashed().files, archives: archives.collect() }
    }

    /// Puts an intact copy in the place of a damaged file. Returns whether there is one.
    fn fetch(&self, context: &Context, blob: BlobHash) -> Result<bool> {
        for file in self.trash.iter().filter(|file| file.blob == blob) {
            if context.blobs.write_guard().restore(file)? {
                return Ok(true);
            }
        }
        for archive in self.archives.iter().filter(|archive| archive.blobs().contains(&blob)) {
            let mut draft = context.blobs.temp_blob()?;
            let copied = archive.write_blob(blob, &mut draft);
            if copied.is_ok() && context.blobs.write_guard().replace(draft, blob)? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
