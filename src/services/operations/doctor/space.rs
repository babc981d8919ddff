//! Check of the free space on the disks of the data and of the backups.

use std::fs;

use crate::backup::DATABASE;
use crate::config::Config;
use crate::domain::check_result::{CheckResult, HealthCheck};
use crate::platform::disk_space::{self, DiskSpace};
use crate::services::operations::quota::MIN_FREE_BYTES;

use super::megabytes;

/// Number of free inodes below which a warning is given.
const FILES: u64 = 10_000;
const MAKE_ROOM: &str = "see what fills the disk with `df -h` and `du -sh *` in the data folder; old files in its folder `mail` can be deleted, and \
     `inkfold db compact` gives room back";

pub(super) fn check(config: &Config) -> Vec<CheckResult> {
    let data = &config.data_dir;
    let mut found = match DiskSpace::of(data) {
        Ok(disk) => vec![data_disk(config, &disk)],
        Err(error) => {
            let words = format!("The disk of {} cannot be checked: {error}.", data.display());
            vec![CheckResult::fail(
                HealthCheck::Space,
                words,
                "check that it is connected and readable",
            )]
        }
    };
    found.extend(backup_disk(config));
    found
}

fn data_disk(config: &Config, disk: &DiskSpace) -> CheckResult {
    let floor = u64::from(config.limits.free_space_mib) << 20;
    let (free, place) = (megabytes(disk.bytes), config.data_dir.display());
    if disk.bytes < floor {
        let words = format!(
            "{free} are free on the disk of {place}, less than `free_space_mib`: uploads are refused."
        );
        return CheckResult::fail(HealthCheck::Space, words, MAKE_ROOM);
    }
    if disk.bytes < MIN_FREE_BYTES {
        let words = format!("The disk of {place} is full: {free} are free.");
        return CheckResult::fail(HealthCheck::Space, words, MAKE_ROOM);
    }
    if disk.files == Some(0) {
        let words = format!("The disk of {place} has free space, but no free inodes for files.");
        return CheckResult::fail(
            HealthCheck::Space,
            words,
            "see `df -i`: many small files use up the inodes",
        );
    }
    // A change of the database may need its size once more, and so does a compaction.
    if disk.bytes < floor.saturating_mul(2).saturating_add(database_bytes(config)) {
        let words = format!("Only {free} are free on the disk of {place}.");
        return CheckResult::warn(HealthCheck::Space, words, MAKE_ROOM);
    }
    if let Some(files) = disk.files.filter(|files| *files < FILES) {
        let words = format!("The disk of {place} has inodes for only {files} more files.");
        return CheckResult::warn(
            HealthCheck::Space,
            words,
            "see `df -i`: many small files use up the inodes",
        );
    }
    CheckResult::ok(HealthCheck::Space, format!("{free} are free on the disk of {place}."))
}

/// Checks that a separate disk of the backups has room for the next one; a folder on the same disk is covered by the data disk.
fn backup_disk(config: &Config) -> Option<CheckResult> {
    let (folder, _) = config.backup.folder_for(&config.data_dir);
    if disk_space::is_same_disk(&folder, &config.data_dir)? {
        return None;
    }
    let free = DiskSpace::of(&folder).ok()?.bytes;
    (free < database_bytes(config).saturating_mul(2)).then(|| {
        let words = format!(
            "{} are free on the disk of the backups, {}: the next one may not fit.",
            megabytes(free),
            folder.display()
        );
        let hint =
            "free some space, or reduce `keep_days`, `keep_weeks` and `keep_months` in [backup]";
        CheckResult::fail(HealthCheck::Space, words, hint)
    })
}

fn database_bytes(config: &Config) -> u64 {
    fs::metadata(config.data_dir.join(DATABASE)).map_or(0, |file| file.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::check_result::Level;

    #[test]
    fn nearly_full_disk_fails_without_configured_minimum() {
        let mut config = Config::default();
        config.limits.free_space_mib = 0;
        let level = |bytes| data_disk(&config, &DiskSpace { bytes, files: None }).level;
        assert_eq!(level(0), Level::Fail);
        assert_eq!(level(15 << 20), Level::Fail);
        assert_eq!(level(16 << 20), Level::Ok);
    }
}
