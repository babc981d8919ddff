//! Integrity check and statistics of the database and its files.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::backup::DATABASE;
use crate::blobs::Blobs;
use crate::context::Context;
use crate::data_dir;
use crate::domain::damage::{DamagedFile, PathError};
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::Result;
use crate::store::check::{self, Flaw, TableSize};
use crate::store::{Snapshot, Store};

use super::backups::{self, restore};
use super::blob_references;

/// Maximum number of damaged files that are described.
const MAX_DESCRIBED: usize = 1_000;

/// Result of a check of the database and its files.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DatabaseCheck {
    pub flaws: Vec<Flaw>,
    /// Files that the database references, all of which were read.
    pub files: u64,
    /// Number of those that are missing, damaged or unreadable.
    pub damaged: u64,
    /// Descriptions of damaged files, at most `MAX_DESCRIBED`.
    pub damaged_files: Vec<DamagedFile>,
    /// Unreferenced files, which the next garbage collection moves to the trash; no damage by themselves.
    pub unnamed_files: u64,
    /// Files in the trash.
    pub trashed_files: u64,
    /// Folders of files, in the trash or out of it, that cannot be read.
    pub unreadable_folders: Vec<PathError>,
}

impl DatabaseCheck {
    pub fn is_healthy(&self) -> bool {
        self.flaws.is_empty() && self.damaged == 0 && self.unreadable_folders.is_empty()
    }
}

/// Sizes of the database and its files.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Size of the database file.
    pub database_bytes: u64,
    /// Size of its records; the rest is the database's own indexes and reclaimable space.
    pub used_bytes: u64,
    pub files: u64,
    pub file_bytes: u64,
    /// Largest first.
    pub tables: Vec<TableSize>,
}

/// Checks the whole database and all files while the server runs.
pub fn check(
    context: &Context,
    actor: &Actor,
    on_progress: ProgressFn<'_>,
) -> Result<DatabaseCheck> {
    policy::may_administrate(actor)?;
    data_dir::require_database(&context.config().data_dir)?;
    // Defers deletion of files, which would otherwise count as missing.
    let snapshot = context.blobs.begin_snapshot().ok_or(backups::ALREADY_RUNNING)?;
    let checked = context.store.check_pages().map_err(Into::into);
    let checked =
        checked.and_then(|view| inspect(&context.store, view, &context.blobs, on_progress));
    crate::services::operations::garbage_collection::remove_deferred(context, &snapshot.end());
    checked
}

/// Checks a data folder that no server uses. Writes nothing to it.
pub fn check_offline(data_dir: &Path, on_progress: ProgressFn<'_>) -> Result<DatabaseCheck> {
    restore::require_finished(data_dir)?;
    data_dir::require_database(data_dir)?;
    let store = Store::inspect(&data_dir.join(DATABASE))?;
    inspect(&store, store.read()?, &Blobs::at(&data_dir.join(data_dir::BLOBS)), on_progress)
}

fn inspect(
    store: &Store,
    view: Snapshot,
    blobs: &Blobs,
    on_progress: ProgressFn<'_>,
) -> Result<DatabaseCheck> {
    let flaws = check::find_flaws(&view)?;
    let mut checked = DatabaseCheck { flaws, ..DatabaseCheck::default() };
    if checked.flaws.iter().any(|flaw| flaw.wrong == check::FlawKind::Unreadable) {
        return Ok(checked);
    }
    let named = blob_references::all(&view)?;
    // Reading all files takes long, so the snapshot is released first.
    drop(view);
    let of = named.len() as u64;
    for blob in &named {
        checked.files += 1;
        if let Err(problem) = blobs.inspect(*blob) {
            checked.damaged += 1;
            if checked.damaged_files.len() < MAX_DESCRIBED {
                checked.damaged_files.push(blob_references::describe(
                    &*store.read()?,
                    *blob,
                    problem,
                )?);
            }
        }
        on_progress(Progress { done: checked.files, of });
    }
    let (stored, trashed) = (blobs.list(), blobs.trashed());
    let unnamed = stored.files.iter().filter(|file| !named.contains(&file.blob));
    checked.unnamed_files = unnamed.count() as u64;
    checked.trashed_files = trashed.files.len() as u64;
    checked.unreadable_folders = [stored.unreadable, trashed.unreadable].concat();
    Ok(checked)
}

/// Counts records, files and their sizes.
pub fn stats(context: &Context, actor: &Actor) -> Result<Stats> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut tables = check::sizes(&tx)?;
    tables.sort_by_key(|table| std::cmp::Reverse(table.bytes));
    let mut stats = Stats {
        database_bytes: fs::metadata(context.database())?.len(),
        used_bytes: tables.iter().map(|table| table.bytes).sum(),
        files: 0,
        file_bytes: 0,
        tables,
    };
    for blob in blob_references::all(&tx)? {
        stats.files += 1;
        stats.file_bytes += fs::metadata(context.blobs.path(blob)).map_or(0, |file| file.len());
    }
    Ok(stats)
}
