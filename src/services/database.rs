//! The store and its files as a whole: whether they agree, how much they hold.

use std::fs;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::blob::BlobHash;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Step, Tell};
use crate::error::Result;
use crate::services::files;
use crate::store::check::{self, Flaw, TableSize};

/// So many names of files are told.
const TOLD: usize = 20;

/// What a look at everything has found.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Checked {
    pub flaws: Vec<Flaw>,
    /// Files that the database names, all of which were read.
    pub files: u64,
    pub missing: Vec<String>,
    pub damaged: Vec<String>,
}

impl Checked {
    pub fn is_sound(&self) -> bool {
        self.flaws.is_empty() && self.missing.is_empty() && self.damaged.is_empty()
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

/// Reads everything, in the database and on the disk.
pub fn check(app: &App, actor: &Actor, tell: Tell<'_>) -> Result<Checked> {
    policy::may_administrate(actor)?;
    // What is removed meanwhile is not missing.
    let still = app.blobs.stand_still().ok_or(super::backups::ONE_IS_MADE)?;
    let checked = look(app, tell);
    super::sweep::remove_unneeded(app, &still.end())?;
    checked
}

fn look(app: &App, tell: Tell<'_>) -> Result<Checked> {
    let tx = app.read()?;
    let flaws = check::flaws(&*tx)?;
    let mut checked = Checked { flaws, ..Checked::default() };
    if checked.flaws.iter().any(|flaw| flaw.wrong == check::Wrong::Unreadable) {
        return Ok(checked);
    }
    let named = files::all(&*tx)?;
    drop(tx);
    let of = named.len() as u64;
    for blob in named {
        checked.files += 1;
        if let Some(list) = checked.list_for(app, blob)? {
            list.extend((list.len() < TOLD).then(|| blob.to_string()));
        }
        tell(Step { done: checked.files, of });
    }
    Ok(checked)
}

impl Checked {
    /// Where a file is told of that is not as it should be.
    fn list_for(&mut self, app: &App, blob: BlobHash) -> Result<Option<&mut Vec<String>>> {
        let Some(file) = app.blobs.open_file(blob)? else { return Ok(Some(&mut self.missing)) };
        Ok((BlobHash::of_reader(file)? != blob).then_some(&mut self.damaged))
    }
}

/// Counts everything.
pub fn stats(app: &App, actor: &Actor) -> Result<Stats> {
    policy::may_administrate(actor)?;
    let tx = app.read()?;
    let mut tables = check::sizes(&*tx)?;
    tables.sort_by_key(|table| std::cmp::Reverse(table.bytes));
    let mut stats = Stats {
        database_bytes: fs::metadata(app.database())?.len(),
        used_bytes: tables.iter().map(|table| table.bytes).sum(),
        files: 0,
        file_bytes: 0,
        tables,
    };
    for blob in files::all(&*tx)? {
        stats.files += 1;
        stats.file_bytes += fs::metadata(app.blobs.path(blob)).map_or(0, |file| file.len());
    }
    Ok(stats)
}
