//! The disks that folders are on: what they still take, and whether two are the same.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// What a disk takes more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disk {
    pub(crate) bytes: u64,
    /// None where the disk does not count them.
    pub(crate) files: Option<u64>,
}

impl Disk {
    /// The disk of a file or folder.
    pub(crate) fn of(place: &Path) -> io::Result<Self> {
        let disk = rustix::fs::statvfs(place)?;
        Ok(Self {
            bytes: disk.f_bavail.saturating_mul(disk.f_frsize),
            files: (disk.f_files > 0).then_some(disk.f_favail),
        })
    }
}

/// Whether two folders are on the same disk; `None` when one of them is not there.
pub(crate) fn is_shared(one: &Path, other: &Path) -> Option<bool> {
    Some(fs::metadata(one).ok()?.dev() == fs::metadata(other).ok()?.dev())
}

/// Makes a folder and those above it that are not there, and syncs what each of them was made in: after a power cut they are there.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let parent = parent.unwrap_or(Path::new("."));
    create_folder(parent)?;
    match fs::create_dir(path) {
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => Err(error),
        _ => File::open(parent)?.sync_all(),
    }
}
