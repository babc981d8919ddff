//! Room on a disk, asked for before work that would fill it.

use std::path::Path;

use super::{Doing, Error, Result};

/// What is left free, in bytes: a disk that is quite full serves nobody.
const SPARE: u64 = 32 << 20;

/// How many bytes more the disk of a folder takes.
pub fn free_bytes(folder: &Path) -> Result<u64> {
    let disk = rustix::fs::statvfs(folder)
        .map_err(std::io::Error::from)
        .doing(|| format!("looking at the disk of {}", folder.display()))?;
    Ok(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Whether a file of one folder can have a second name in the other.
pub(super) fn on_one_disk(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let disk = |folder: &Path| std::fs::metadata(folder).map(|folder| folder.dev()).ok();
    disk(one).is_some_and(|one| disk(other) == Some(one))
}

/// Refuses work that needs more than there is.
pub fn make_sure(folder: &Path, bytes: u64) -> Result<()> {
    let (needed, free) = (bytes.saturating_add(SPARE), free_bytes(folder)?);
    if needed <= free {
        return Ok(());
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
    Err(Error::NoRoom {
        folder: folder.to_owned(),
        needed: megabytes(needed),
        free: free / 1_000_000,
    })
}
