//! Settings of backups.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::domain::recipient::Recipient;
use crate::domain::retention::Retention;

/// Copies of everything, made while the community is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backup {
    /// Whose keys open backups, such as `["age1…"]`; `inkfold backup key` makes one. With any, everything that a backup says of people is encrypted; with none, whoever has a backup can read it. Keep the keys away from this machine, and keep them well: without one, no such backup can be put back.
    pub encrypt_to: Vec<Recipient>,
    /// Where backups lie, such as "/media/stick/inkfold": a folder that is there. Empty for `backups` in the data folder, which outlives mistakes but not the disk.
    pub folder: PathBuf,
    /// How many hours after a backup the next one is made; 0 for none but by hand.
    pub every_hours: u32,
    /// Of each of so many days, the youngest backup is kept.
    pub keep_days: usize,
    /// The same for weeks.
    pub keep_weeks: usize,
    /// The same for months.
    pub keep_months: usize,
    /// How many days a stored file that nothing names any more is kept in the trash, `blobs/trash` in the data folder, before it is deleted. `inkfold trash restore` brings it back.
    pub trash_days: u16,
}

impl Default for Backup {
    fn default() -> Self {
        Self {
            encrypt_to: Vec::new(),
            folder: PathBuf::new(),
            every_hours: 24,
            keep_days: 7,
            keep_weeks: 4,
            keep_months: 12,
            trash_days: 30,
        }
    }
}

impl Backup {
    /// The folder of a community with this data folder, and whether it may be made.
    pub fn place(&self, data_dir: &Path) -> (PathBuf, bool) {
        if self.folder.as_os_str().is_empty() {
            (data_dir.join("backups"), true)
        } else {
            (self.folder.clone(), false)
        }
    }

    /// How long after one the next; never where that is `None`.
    pub fn pause(&self) -> Option<Duration> {
        (self.every_hours > 0).then(|| Duration::from_hours(u64::from(self.every_hours)))
    }

    pub fn retention(&self) -> Retention {
        Retention { days: self.keep_days, weeks: self.keep_weeks, months: self.keep_months }
    }
}
