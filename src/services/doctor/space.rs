//! Room on the disks of the data and of the backups.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use crate::archive::DATABASE;
use crate::config::Config;
use crate::domain::finding::{Check, Finding};

use super::megabytes;

/// So many files more can be made on a disk that has room for files.
const FILES: u64 = 10_000;
const MAKE_ROOM: &str = "look what fills the disk with `df -h` and `du -sh *` in the data folder; old mails in its folder `mail` can go, and \
     `inkfold db compact` gives room back";

/// What a disk takes more.
struct Disk {
    bytes: u64,
    /// None where the disk does not count them.
    files: Option<u64>,
}

impl Disk {
    fn of(folder: &Path) -> io::Result<Self> {
        let disk = rustix::fs::statvfs(folder)?;
        Ok(Self {
            bytes: disk.f_bavail.saturating_mul(disk.f_frsize),
            files: (disk.f_files > 0).then_some(disk.f_favail),
        })
    }
}

pub(super) fn look(config: &Config) -> Vec<Finding> {
    let data = &config.data_dir;
    let mut found = match Disk::of(data) {
        Ok(disk) => vec![data_disk(config, &disk)],
        Err(error) => {
            let words = format!("The disk of {} cannot be looked at: {error}.", data.display());
            vec![Finding::trouble(Check::Space, words, "is it connected, and may you read it?")]
        }
    };
    found.extend(backup_disk(config));
    found
}

fn data_disk(config: &Config, disk: &Disk) -> Finding {
    let floor = u64::from(config.limits.free_space_mib) << 20;
    let (free, place) = (megabytes(disk.bytes), config.data_dir.display());
    if disk.bytes < floor {
        let words = format!(
            "{free} are free on the disk of {place}, less than `free_space_mib`: nothing is taken from members."
        );
        return Finding::trouble(Check::Space, words, MAKE_ROOM);
    }
    if disk.files == Some(0) {
        let words = format!("The disk of {place} takes no more files, though it has room.");
        return Finding::trouble(
            Check::Space,
            words,
            "`df -i` says which disk: many small files fill it",
        );
    }
    // A change of the database may need its room once more, and so does a compaction.
    if disk.bytes < floor.saturating_mul(2).saturating_add(database_bytes(config)) {
        let words = format!("Only {free} are free on the disk of {place}.");
        return Finding::notice(Check::Space, words, MAKE_ROOM);
    }
    if let Some(files) = disk.files.filter(|files| *files < FILES) {
        let words = format!("The disk of {place} takes only {files} files more.");
        return Finding::notice(
            Check::Space,
            words,
            "`df -i` says which disk: many small files fill it",
        );
    }
    Finding::good(Check::Space, format!("{free} are free on the disk of {place}."))
}

/// A stick of its own needs room for the next backup at least; a folder on the same disk was counted already.
fn backup_disk(config: &Config) -> Option<Finding> {
    let (folder, _) = config.backup.place(&config.data_dir);
    if on_one_disk(&folder, &config.data_dir)? {
        return None;
    }
    let free = Disk::of(&folder).ok()?.bytes;
    (free < database_bytes(config).saturating_mul(2)).then(|| {
        let words = format!(
            "{} are free on the disk of the backups, {}: the next one may not fit.",
            megabytes(free),
            folder.display()
        );
        let hint = "remove what else is on it, or set smaller `keep_days`, `keep_weeks` and `keep_months` in [backup]";
        Finding::trouble(Check::Space, words, hint)
    })
}

/// Whether two folders are on the same disk; `None` when one of them is not there.
pub(super) fn on_one_disk(one: &Path, other: &Path) -> Option<bool> {
    Some(fs::metadata(one).ok()?.dev() == fs::metadata(other).ok()?.dev())
}

fn database_bytes(config: &Config) -> u64 {
    fs::metadata(config.data_dir.join(DATABASE)).map_or(0, |file| file.len())
}
