//! Sending a backup to a copy.

use std::collections::HashSet;
use std::path::Path;

use crate::backup::remote::Remote;
use crate::backup::{self, Archive, Manifest, PoolName, StoredFile};
use crate::context::Context;
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::{Error, Result};

use super::RereadSelection;
use super::inventory::{Inventory, ReferencedFiles};
use super::verifying::verify_remote_file;

/// Period in days within which every file of a copy is read again: a share with the first backup of each day.
const READ_AGAIN_DAYS: i64 = 30;
const DAY_SECONDS: i64 = 24 * 60 * 60;

/// Transfer of a backup to a copy.
pub(super) struct Upload<'a> {
    pub(super) context: &'a Context,
    pub(super) remote: &'a dyn Remote,
    pub(super) inventory: &'a mut Inventory,
    /// Files that were verified in earlier, interrupted transfers.
    pub(super) verified: &'a mut HashSet<String>,
}

impl Upload<'_> {
    /// Sends the files that the copy lacks, and reads them back. Files that exist there and were never verified are read as
    /// well.
    ///
    /// # Errors
    /// When the copy cannot be reached or has no room, or when a file that is read back differs from the one that was
    /// sent. Files that have arrived stay.
    pub(super) fn send(
        mut self,
        archive: &Archive,
        reread: RereadSelection,
        on_progress: ProgressFn<'_>,
    ) -> Result<()> {
        let name = archive.name();
        let turns = self.reread_shares(archive);
        let whole = self.inventory.backups.get(&name);
        let is_whole = whole.is_some_and(|one| one.manifest == archive.manifest);
        if !is_whole && self.inventory.backups.remove(&name).is_some() {
            // Another backup of the same second, perhaps of a machine that this one has taken over from.
            self.remove(&format!("{name}/{}", Manifest::FILE))?;
        }
        let (named, files) = (self.inventory.named(), archive.stored_files()?);
        let of = files.len() as u64;
        for (done, file) in (1..).zip(&files) {
            if !self.context.copy_wakeup.is_open() {
                return Err(Error::Busy);
            }
            let is_there = self.inventory.files.get(&file.name) == Some(&file.bytes);
            let is_trusted = reread != RereadSelection::All
                && (is_whole
                    || self.verified.contains(&file.name)
                    || self.is_verified(&named, file, &turns));
            if !is_there || !is_trusted {
                self.send_file(file, is_there)?;
            }
            on_progress(Progress { done, of });
        }
        self.inventory.add(name, archive.manifest.clone(), archive.names()?);
        Ok(())
    }

    /// Shares of the files that are read again with this backup: one for each day since the youngest in the copy.
    fn reread_shares(&self, archive: &Archive) -> HashSet<i64> {
        let day = |seconds: i64| seconds.div_euclid(DAY_SECONDS);
        let whole = self.inventory.backups.values();
        let last = whole.map(|whole| day(whole.manifest.made_at.seconds)).max();
        let today = day(archive.manifest.made_at.seconds);
        let first = last.unwrap_or(today).max(today - READ_AGAIN_DAYS);
        (first..today).map(|day| day.rem_euclid(READ_AGAIN_DAYS)).collect()
    }

    /// Whether a file of the pool was verified when it was sent, and is not due to be read again.
    fn is_verified(
        &self,
        named: &ReferencedFiles,
        file: &StoredFile,
        turns: &HashSet<i64>,
    ) -> bool {
        let Some(name) = PoolName::parse(&file.name) else { return false };
        let [first, second, ..] = *name.name.as_bytes();
        let turn = i64::from(u16::from_be_bytes([first, second])) % READ_AGAIN_DAYS;
        named.has(&name) && !turns.contains(&turn) && self.others_of_name(file).is_empty()
    }

    /// Ensures that the copy has a file as it was written: sends it if it is missing or different, and removes outdated files of
    /// its name.
    fn send_file(&mut self, file: &StoredFile, seems_to_be_there: bool) -> Result<()> {
        let is_as_written =
            || verify_remote_file(self.remote, &file.name, file.bytes, Some(file.hash));
        if !seems_to_be_there || !is_as_written()? {
            self.remote.put(&file.name, &file.path)?;
            if !is_as_written()? {
                self.remote.remove(&file.name)?;
                let what = format!("{} was read back and is not what it should be", file.name);
                return Err(
                    backup::Error::Damaged { path: Path::new("the copy").into(), what }.into()
                );
            }
        }
        for other in self.others_of_name(file) {
            self.remove(&other)?;
        }
        self.inventory.files.insert(file.name.clone(), file.bytes);
        self.verified.insert(file.name.clone());
        Ok(())
    }

    /// Lists other files of the copy with the same content hash that were encrypted another time, such as before the file was
    /// damaged here.
    fn others_of_name(&self, file: &StoredFile) -> Vec<String> {
        let Some((of_name, _)) = PoolName::parse(&file.name).and(file.name.rsplit_once('-')) else {
            return Vec::new();
        };
        let with_name = self.inventory.files.range(format!("{of_name}-")..);
        let with_name = with_name.take_while(|(other, _)| other.starts_with(of_name));
        with_name.map(|(other, _)| other.clone()).filter(|other| *other != file.name).collect()
    }

    fn remove(&mut self, name: &str) -> Result<()> {
        self.remote.remove(name)?;
        self.inventory.files.remove(name);
        Ok(())
    }
}
