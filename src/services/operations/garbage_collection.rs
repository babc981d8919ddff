//! Garbage collection of files: unreferenced files go to the trash, and are deleted after `[backup] trash_days`.
//!
//! A database that is older than its files, restored by mistake, references few of them. So a collection moves at most a tenth
//! of all files unless an admin allows more, and moved files can be restored.

use std::collections::HashSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::blobs::{DeleteGuard, Listing, TrashedFile};
use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::blob::BlobHash;
use crate::domain::damage::PathError;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};

use super::{audit, blob_references};

/// Age below which an unreferenced file is left alone: its transaction may not be committed yet.
pub const GRACE_PERIOD: Duration = Duration::from_hours(24);
/// Files that are removed while other writers wait.
const BATCH: usize = 32;
/// Share of all files that may be collected without an admin's permission: one in this many.
const MAX_SHARE: usize = 10;

/// Limit of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CollectionLimit {
    /// At most a tenth of all files; none if more are unreferenced.
    Tenth,
    All,
}

/// Result of a collection, in numbers of files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CollectionReport {
    pub trashed: u64,
    /// Left in place, because they are more than a tenth of all files.
    pub held_back: u64,
    /// Deleted for good, because their time in the trash has passed.
    pub deleted: u64,
    /// Folders that cannot be read. Their files are left alone.
    pub unreadable_folders: Vec<PathError>,
    /// Files that could not be moved to the trash.
    pub unmoved: Vec<PathError>,
}

/// Unreferenced files.
#[derive(Debug)]
pub struct OrphanedBlobs {
    pub blobs: Vec<BlobHash>,
    /// Number of all stored files.
    pub of: usize,
    /// Folders that cannot be read, whose files are unknown.
    pub unreadable_folders: Vec<PathError>,
}

impl OrphanedBlobs {
    /// Whether they are too many to be collected without an admin's permission.
    pub fn are_suspicious(&self) -> bool {
        self.blobs.len() * MAX_SHARE > self.of
    }
}

/// Finds unreferenced files that are at least `min_age` old.
pub fn find_orphaned(context: &Context, min_age: Duration) -> Result<OrphanedBlobs> {
    let stored = context.blobs.list();
    let named = blob_references::all(&*context.read()?)?;
    let is_unnamed =
        |file: &&crate::blobs::StoredFile| file.age >= min_age && !named.contains(&file.blob);
    let blobs = stored.files.iter().filter(is_unnamed).map(|file| file.blob).collect();
    Ok(OrphanedBlobs { blobs, of: stored.files.len(), unreadable_folders: stored.unreadable })
}

/// Moves unreferenced files that are at least `min_age` old to the trash, and deletes expired files from it. Folders that cannot
/// be read and files that cannot be moved stay in place and are listed in the result.
pub fn collect(
    context: &Context,
    min_age: Duration,
    extent: CollectionLimit,
) -> Result<CollectionReport> {
    let unnamed = find_orphaned(context, min_age)?;
    let deleted = context.blobs.empty_trash(&oldest_day(context)) as u64;
    context.blobs.remove_leftovers(min_age)?;
    let mut unreadable_folders = unnamed.unreadable_folders.clone();
    unreadable_folders.extend(context.blobs.trashed().unreadable);
    let mut collected =
        CollectionReport { deleted, unreadable_folders, ..CollectionReport::default() };
    if extent == CollectionLimit::Tenth && unnamed.are_suspicious() {
        collected.held_back = unnamed.blobs.len() as u64;
    } else {
        let day = day(context, Duration::ZERO);
        let unmoved = &mut collected.unmoved;
        let handled = for_each_unnamed(context, &unnamed.blobs, |guard, blob| {
            if let Err(error) = guard.trash(blob, &day) {
                unmoved.push(PathError::new(&context.blobs.path(blob), error));
            }
            Ok(())
        })?;
        collected.trashed = handled - unmoved.len() as u64;
    }
    record_held_back(context, collected.held_back as usize);
    Ok(collected)
}

/// Stores the number of files held back, for the dashboard and the metrics. A failure is only logged.
fn record_held_back(context: &Context, files: usize) {
    if let Err(error) = store_held_back(context, u32::try_from(files).unwrap_or(u32::MAX)) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, files, "failed to store the number of unreferenced files");
    }
}

fn store_held_back(context: &Context, files: u32) -> Result<()> {
    if context.read()?.held_back_files()? == files {
        return Ok(());
    }
    context.write(|tx| Ok(tx.put_held_back_files(files)?))
}

/// Deletes those of the files that are no longer referenced.
pub(in crate::services) fn remove_unnamed(context: &Context, blobs: &[BlobHash]) -> Result<()> {
    for_each_unnamed(context, blobs, DeleteGuard::remove).map(drop)
}

/// Deletes files whose deletion was deferred by a snapshot, if they are still unreferenced. A failure is only logged and leaves
/// them to the next garbage collection.
pub(in crate::services) fn remove_deferred(context: &Context, blobs: &[BlobHash]) {
    if let Err(error) = remove_unnamed(context, blobs) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "failed to delete removed files, leaving them to garbage collection");
    }
}

/// Calls `act` for each file that is still unreferenced, under the delete guard, which keeps new files out. Works in batches, so
/// that others get their turn on slow disks.
fn for_each_unnamed<'a>(
    context: &'a Context,
    blobs: &[BlobHash],
    mut act: impl FnMut(&DeleteGuard<'a>, BlobHash) -> std::io::Result<()>,
) -> Result<u64> {
    let mut count = 0;
    for batch in blobs.chunks(BATCH) {
        let guard = context.blobs.delete_guard();
        let tx = context.read()?;
        let of_books: HashSet<_> = blob_references::of_books(&tx)?.collect();
        for blob in batch {
            if !of_books.contains(blob) && !blob_references::is_shown(&tx, *blob)? {
                act(&guard, *blob)?;
                count += 1;
            }
        }
    }
    Ok(count)
}

/// Lists the trash, the oldest files first.
pub fn list(context: &Context, actor: &Actor) -> Result<Listing<TrashedFile>> {
    policy::may_administrate(actor)?;
    Ok(context.blobs.trashed())
}

/// Collects garbage for an admin. A collection of `CollectionLimit::All`, which only an admin may request, is audited.
pub fn sweep(
    context: &Context,
    actor: &Actor,
    extent: CollectionLimit,
) -> Result<CollectionReport> {
    policy::may_administrate(actor)?;
    let collected = collect(context, GRACE_PERIOD, extent)?;
    if extent == CollectionLimit::All {
        audit::record_files(context, actor, AuditAction::SweepTrash, collected.trashed as usize);
    }
    Ok(collected)
}

/// Result of a restore from the trash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct RestoredFiles {
    pub restored: Vec<String>,
    /// Files whose content does not match; they stay in the trash.
    pub damaged: Vec<String>,
    /// Locations to which a file could not be restored; it stays in the trash.
    pub errors: Vec<PathError>,
}

/// Moves files back out of the trash: the named ones, or all that the database references.
pub fn restore(context: &Context, actor: &Actor, wanted: &[BlobHash]) -> Result<RestoredFiles> {
    policy::may_administrate(actor)?;
    let trashed = context.blobs.trashed().files;
    let is_unknown = |blob: &&BlobHash| trashed.iter().all(|file| file.blob != **blob);
    if let Some(unknown) = wanted.iter().find(is_unknown) {
        let hint = "`inkfold trash list` lists them".to_owned();
        return Err(Error::Unknown { item: Item::TrashedFile, name: unknown.to_string(), hint });
    }
    let wanted: HashSet<BlobHash> = if wanted.is_empty() {
        blob_references::all(&*context.read()?)?
    } else {
        wanted.iter().copied().collect()
    };
    let mut restored = RestoredFiles::default();
    for file in trashed.iter().filter(|file| wanted.contains(&file.blob)) {
        match context.blobs.write_guard().restore(file) {
            Ok(Some(_)) => restored.restored.push(file.blob.to_string()),
            Ok(None) => restored.damaged.push(file.blob.to_string()),
            Err(error) => {
                restored.errors.push(PathError::new(&context.blobs.path(file.blob), error));
            }
        }
    }
    audit::record_files(context, actor, AuditAction::RestoreTrash, restored.restored.len());
    Ok(restored)
}

/// Oldest day whose trash is kept.
fn oldest_day(context: &Context) -> String {
    day(context, Duration::from_hours(24 * u64::from(context.config().backup.trash_days)))
}

/// Day that was `ago` before now, in UTC, such as `2026-11-24`.
fn day(context: &Context, ago: Duration) -> String {
    let mut day = (context.now() - ago).to_rfc3339();
    day.truncate("2026-11-24".len());
    day
}
