//! Warm standby: a data folder on another machine that is replaced by every new backup in a copy, until an admin takes over.
//!
//! A marker file in the data folder identifies it. No server opens such a folder, because the next backup would replace what it
//! writes.

use std::fs::{self, File};
use std::io::{self, Read, Seek, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::backup::{FetchedArchive, Folder, Key};
use crate::config::Config;
use crate::data_dir::{self, ASIDE_PREFIX, STANDBY};
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::progress::ProgressFn;
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};

use super::restore::{self, Damage, Plan};
use super::{copies, own_folder};

/// Error for a second process on the same folder.
const RUNNING: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "standby-running",
        "`inkfold restore --follow` runs on this data folder. Stop it first.",
    ),
};

/// Backup that a standby holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StandbyBackup {
    pub backup: String,
    /// Creation time, in seconds since 1970.
    pub made_at: i64,
    /// Name of the community.
    pub community: String,
    /// Number of files that the backup or the copy lacks or has damaged, and that are missing here.
    pub lacking: usize,
}

impl StandbyBackup {
    pub fn made_at(&self) -> Timestamp {
        Timestamp { seconds: self.made_at, nanoseconds: 0 }
    }
}

/// Outcome of an update from the copies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Update {
    /// A younger backup was put in place.
    New,
    /// The held backup is still the youngest.
    Same,
    /// No backup in the copies.
    NoBackup,
}

/// Data folder of a standby, locked by one process at a time.
pub struct Standby {
    data_dir: PathBuf,
    marker: File,
    held: Option<StandbyBackup>,
}

impl Standby {
    /// Turns a folder without a community into a standby, or reopens one.
    ///
    /// # Errors
    /// [`data_dir::Error::OwnCommunity`] if the folder has a community; [`Error::Conflict`] while another process has
    /// it open.
    pub fn open(data_dir: &Path) -> Result<Self> {
        if !data_dir.join(STANDBY).exists() {
            data_dir::require_empty(data_dir)?;
        }
        fs::DirBuilder::new().recursive(true).mode(0o700).create(data_dir)?;
        Self::open_marker(data_dir, true)
    }

    /// Opens an existing standby that no process updates any more.
    ///
    /// # Errors
    /// [`data_dir::Error::NotAStandby`] if the folder is none; [`Error::Conflict`] while another process has it open.
    pub fn open_stopped(data_dir: &Path) -> Result<Self> {
        Self::open_marker(data_dir, false)
    }

    fn open_marker(data_dir: &Path, may_be_made: bool) -> Result<Self> {
        let mut options = File::options();
        options.read(true).write(true).create(may_be_made).mode(0o600);
        let mut marker = match options.open(data_dir.join(STANDBY)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(data_dir::Error::NotAStandby(data_dir.to_owned()).into());
            }
            opened => opened?,
        };
        match marker.try_lock() {
            Err(fs::TryLockError::WouldBlock) => return Err(RUNNING),
            Err(fs::TryLockError::Error(error)) => return Err(error.into()),
            Ok(()) => {}
        }
        let mut text = String::new();
        marker.read_to_string(&mut text)?;
        let held = serde_json::Deserializer::from_str(&text).into_iter().next();
        let held = held.and_then(std::result::Result::ok);
        let standby = Self { data_dir: data_dir.to_owned(), marker, held };
        standby.finish()?;
        Ok(standby)
    }

    /// Backup that the standby holds; `None` before the first update.
    pub fn held(&self) -> Option<&StandbyBackup> {
        self.held.as_ref()
    }

    /// Fetches the youngest backup in the copies, or in the one with this number, if it is younger than the held one, and
    /// replaces that. Every file is verified first; on an error the held backup stays. Fetched backups are stored in the data
    /// folder, whatever the settings say.
    pub fn update(
        &mut self,
        config: &Config,
        number: Option<usize>,
        key: &Key,
        now: Timestamp,
        on_progress: ProgressFn<'_>,
    ) -> Result<Update> {
        // The configured folder may belong to another machine and contain its backups.
        let mut config = config.clone();
        config.backup.folder = PathBuf::new();
        let Some((name, made_at)) = youngest(&config, number, now)? else {
            return Ok(Update::NoBackup);
        };
        // Backups of the same second are numbered.
        if self.held.as_ref().is_some_and(|held| (held.made_at(), &held.backup) >= (made_at, &name))
        {
            return Ok(Update::Same);
        }
        let (_, FetchedArchive { archive, .. }) =
            copies::fetch(&config, &name, number, on_progress)?;
        let plan = Plan { damage: Damage::LeaveOut, reuses_files: true };
        let verified = restore::begin(&self.data_dir, &archive, Some(key), plan, now, &mut |_| {})?;
        let manifest = &archive.manifest;
        let lacking = verified.damaged.len() + manifest.contents.files_lacking();
        let community = manifest.community.clone();
        // Marked before the last step, which is finished when the folder is opened next.
        self.mark(StandbyBackup {
            backup: name.clone(),
            made_at: made_at.seconds,
            community,
            lacking,
        })?;
        self.finish()?;
        remove_others(&own_folder(&config)?, &name)?;
        Ok(Update::New)
    }

    /// Finishes an update, and removes the previous data, which was a backup, too.
    fn finish(&self) -> Result<()> {
        restore::finish(&self.data_dir)?;
        for entry in fs::read_dir(&self.data_dir)? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if name.starts_with(ASIDE_PREFIX) {
                fs::remove_dir_all(path)?;
            }
        }
        Ok(())
    }

    fn mark(&mut self, held: StandbyBackup) -> Result<()> {
        let text = serde_json::to_vec(&held).map_err(io::Error::other)?;
        // An interrupted write still begins with one or the other state.
        self.marker.rewind()?;
        self.marker.write_all(&text)?;
        self.marker.set_len(text.len() as u64)?;
        self.marker.sync_all()?;
        self.held = Some(held);
        Ok(())
    }

    /// Ends the standby: from now on a server may open the folder.
    ///
    /// # Errors
    /// [`Error::NotFound`] when the standby holds no backup yet.
    pub fn take_over(self) -> Result<StandbyBackup> {
        let held = self.held.required(Item::BackupInStandby)?;
        data_dir::require_database(&self.data_dir)?;
        fs::remove_file(self.data_dir.join(STANDBY))?;
        File::open(&self.data_dir)?.sync_all()?;
        Ok(held)
    }
}

/// Finds the youngest backup in the copies, or in the one with this number. A copy that cannot be reached is an error only if no
/// other has a backup.
fn youngest(
    config: &Config,
    number: Option<usize>,
    now: Timestamp,
) -> Result<Option<(String, Timestamp)>> {
    let (mut found, mut failure) = (Vec::new(), None);
    for (url, secret) in copies::select_copies(config, number)? {
        match copies::list(&url, &secret) {
            Ok(backups) => found.extend(backups),
            Err(error) => failure = Some(error),
        }
    }
    found.retain(|backup| backup.manifest.made_at <= now);
    let youngest =
        found.into_iter().max_by_key(|backup| (backup.manifest.made_at, backup.name.clone()));
    match (youngest, failure) {
        (None, Some(error)) => Err(error),
        (youngest, _) => Ok(youngest.map(|backup| (backup.name, backup.manifest.made_at))),
    }
}

/// Removes backups that were fetched before: the copies keep old backups.
fn remove_others(folder: &Folder, name: &str) -> Result<()> {
    let mut archives = folder.archives()?;
    archives.retain(|archive| archive.name() != name);
    Ok(folder.remove(&archives)?)
}
