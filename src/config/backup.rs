//! Settings of backups.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{CopyUrl, Secret};
use crate::domain::recipient::Recipient;
use crate::domain::retention::Retention;

/// Copies of everything, made while the community is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backup {
    /// Where encrypted backups are also kept, away from this machine: buckets that are S3-compatible, such as `["s3://KEY_ID@s3.example.org/BUCKET/FOLDER?region=REGION"]`, and folders on WebDAV servers, such as `["https://USER@cloud.example.org/FOLDER"]`. Each backup is copied there after it was made, read back, and removed by the same rules as here. `s3+http://` and `http://` are for servers without https. Every community has a folder of its own; `encrypt_to` must be set.
    pub copies: Vec<CopyUrl>,
    /// The secret key or password of each place in `copies`: one in a line, in the same order. Better is a file with them: see `copies_secret_file`.
    pub copies_secret: Secret,
    /// A file with these lines, in place of `copies_secret`; new ones in it need no restart.
    pub copies_secret_file: PathBuf,
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
            copies: Vec::new(),
            copies_secret: Secret::default(),
            copies_secret_file: PathBuf::new(),
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

    /// The places of copies, each with its secret as it is now; empty where it needs none.
    ///
    /// # Errors
    /// When the file of the secrets cannot be read, or has not a line for each.
    pub fn copies(&self) -> io::Result<Vec<(CopyUrl, String)>> {
        let text = if self.has_secrets() {
            self.copies_secret.or_in(&self.copies_secret_file)?
        } else {
            String::new()
        };
        let mut secrets: Vec<&str> = text.lines().map(str::trim).collect();
        secrets
            .truncate(secrets.iter().rposition(|line| !line.is_empty()).map_or(0, |last| last + 1));
        let last = self.copies.iter().rposition(CopyUrl::needs_secret).map_or(0, |last| last + 1);
        if !(last..=self.copies.len()).contains(&secrets.len()) {
            // One in the wrong place would be told to another server.
            let words = format!(
                "`copies_secret` has {} lines for {} copies: one line for each is wanted, in the same order",
                secrets.len(),
                self.copies.len()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, words));
        }
        let secrets =
            secrets.into_iter().map(str::to_owned).chain(std::iter::repeat(String::new()));
        Ok(self.copies.iter().cloned().zip(secrets).collect())
    }

    fn has_secrets(&self) -> bool {
        !self.copies_secret.is_empty() || self.copies_secret_file != Path::new("")
    }

    /// Fault by which backups cannot be copied as these settings say; `None` when they can.
    pub(super) fn validate(&self) -> Option<&'static str> {
        if self.copies.is_empty() {
            None
        } else if self.encrypt_to.is_empty() {
            Some(
                "`copies` in [backup] need `encrypt_to`: only encrypted backups leave this machine; `inkfold backup key` makes a key",
            )
        } else if self.copies.iter().any(CopyUrl::needs_secret) && !self.has_secrets() {
            Some(
                "`copies` in [backup] need `copies_secret_file`: a file with the secret key or password of each, one in a line",
            )
        } else {
            None
        }
    }

    pub fn retention(&self) -> Retention {
        Retention { days: self.keep_days, weeks: self.keep_weeks, months: self.keep_months }
    }
}
