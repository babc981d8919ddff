//! Settings of backups.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{CopyUrl, Secret};
use crate::domain::recipient::Recipient;
use crate::domain::retention::Retention;

/// Backups, made while the server runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Backup {
    /// Places away from this machine to which encrypted backups are copied: S3-compatible buckets, such as `["s3://KEY_ID@s3.example.org/BUCKET/FOLDER?region=REGION"]`, and folders on WebDAV servers, such as `["https://USER@cloud.example.org/FOLDER"]`. Each backup is copied after it was made, read back, and removed by the same retention as here. `s3+http://` and `http://` are for servers without https. Every community needs a folder of its own, and `encrypt_to` must be set.
    pub copies: Vec<CopyUrl>,
    /// Secret keys or passwords of the places in `copies`, one per line in the same order. A file is safer: see `copies_secret_file`.
    pub copies_secret: Secret,
    /// File with these lines, in place of `copies_secret`; changes need no restart.
    pub copies_secret_file: PathBuf,
    /// Public keys that backups are encrypted to, such as `["age1…"]`; `inkfold backup key` makes a key pair. With any, everything in a backup that is about people is encrypted; with none, anybody who has a backup can read it. Keep the secret keys safe and away from this machine: without one, these backups cannot be restored.
    pub encrypt_to: Vec<Recipient>,
    /// Folder of the backups, such as "/media/stick/inkfold"; it must exist. Empty for `backups` in the data folder, which protects against mistakes, but not against a failure of the disk.
    pub folder: PathBuf,
    /// Hours between backups; 0 for manual backups only.
    pub every_hours: u32,
    /// Number of days for each of which the youngest backup is kept.
    pub keep_days: usize,
    /// Number of weeks for each of which the youngest backup is kept.
    pub keep_weeks: usize,
    /// Number of months for each of which the youngest backup is kept.
    pub keep_months: usize,
    /// Days for which an unreferenced file stays in the trash, `blobs/trash` in the data folder, before it is deleted. `inkfold trash restore` restores it.
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
    /// Folder of backups for a community with this data folder, and whether it may be created.
    pub fn folder_for(&self, data_dir: &Path) -> (PathBuf, bool) {
        if self.folder.as_os_str().is_empty() {
            (data_dir.join("backups"), true)
        } else {
            (self.folder.clone(), false)
        }
    }

    /// Interval between backups; `None` for manual backups only.
    pub fn pause(&self) -> Option<Duration> {
        (self.every_hours > 0).then(|| Duration::from_hours(u64::from(self.every_hours)))
    }

    /// Places of copies, each with its current secret; empty for a place that needs none.
    ///
    /// # Errors
    /// If the file of secrets cannot be read, or the number of its lines is wrong.
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
            // A secret in the wrong line would be sent to another server.
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

    /// Fault that makes copies impossible; `None` if there is none.
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
