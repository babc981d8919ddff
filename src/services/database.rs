//! The store and its files as a whole: whether they agree, how much they hold.

use std::fs;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::archive::DATABASE;
use crate::blobs::Blobs;
use crate::context::Context;
use crate::data_dir;
use crate::domain::damage::{DamagedFile, PathError};
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Step, Tell};
use crate::error::Result;
use crate::services::backups::{self, restore};
use crate::services::blob_references;
use crate::store::check::{self, Flaw, TableSize};
use crate::store::{Snapshot, Store};

/// So many damaged files are described.
const MAX_DESCRIBED: usize = 1_000;

/// Outcome of a check of the database and its files.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    pub flaws: Vec<Flaw>,
    /// Files that the database names, all of which were read.
    pub files: u64,
    /// Number of those that are missing, damaged or unreadable.
    pub damaged: u64,
    /// The same, described; of very many, the first.
    pub damaged_files: Vec<DamagedFile>,
    /// Files that nothing names, and that the next sweep moves to the trash. They are no damage by themselves.
    pub unnamed_files: u64,
    /// Files in the trash.
    pub trashed_files: u64,
    /// Folders of files, in the trash or out of it, that cannot be read.
    pub unreadable_folders: Vec<PathError>,
}

impl Checked {
    pub fn is_sound(&self) -> bool {
        self.flaws.is_empty() && self.damaged == 0 && self.unreadable_folders.is_empty()
    }
}

/// How much there is.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Stats {
    /// Of the database on the disk.
    pub database_bytes: u64,
    /// Of what stands in it; the rest is indexes of its own and room that can be given back.
    pub used_bytes: u64,
    pub files: u64,
    pub file_bytes: u64,
    /// The largest first.
    pub tables: Vec<TableSize>,
}

/// Reads everything, in the database and on the disk, while the community is served.
pub fn check(context: &Context, actor: &Actor, tell: Tell<'_>) -> Result<Checked> {
    policy::may_administrate(actor)?;
    // What is removed meanwhile is not missing.
    let still = context.blobs.begin_snapshot().ok_or(backups::ONE_IS_MADE)?;
    let checked = context.store.check_pages().map_err(Into::into);
    let checked = checked.and_then(|view| inspect(&context.store, view, &context.blobs, tell));
    super::garbage::remove_deferred(context, &still.end());
    checked
}

/// The same for a data folder that nobody serves. Nothing is written to it.
pub fn check_offline(data_dir: &Path, tell: Tell<'_>) -> Result<Checked> {
    restore::require_finished(data_dir)?;
    data_dir::require_database(data_dir)?;
    let store = Store::inspect(&data_dir.join(DATABASE))?;
    inspect(&store, store.read()?, &Blobs::at(&data_dir.join(data_dir::BLOBS)), tell)
}

fn inspect(store: &Store, view: Snapshot, blobs: &Blobs, tell: Tell<'_>) -> Result<Checked> {
    let flaws = check::flaws(&view)?;
    let mut checked = Checked { flaws, ..Checked::default() };
    if checked.flaws.iter().any(|flaw| flaw.wrong == check::FlawKind::Unreadable) {
        return Ok(checked);
    }
    let named = blob_references::all(&view)?;
    // Reading all files takes long, and no view is held over that.
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
        tell(Step { done: checked.files, of });
    }
    let (stored, trashed) = (blobs.list(), blobs.trashed());
    let unnamed = stored.files.iter().filter(|file| !named.contains(&file.blob));
    checked.unnamed_files = unnamed.count() as u64;
    checked.trashed_files = trashed.files.len() as u64;
    checked.unreadable_folders = [stored.unreadable, trashed.unreadable].concat();
    Ok(checked)
}

/// Counts everything.
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
