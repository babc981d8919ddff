//! Check of the free disk space before work that would fill the disk.

use std::path::Path;

use crate::platform::disk_space::DiskSpace;

use super::{Error, Result, WithContext};

/// Reserve in bytes that stays free: a full disk stops other programs, too.
const RESERVE: u64 = 32 << 20;

/// Checks that the disk of `folder` has space for `bytes` and the reserve.
///
/// # Errors
/// [`Error::InsufficientSpace`] with the needed and the free megabytes.
pub fn ensure_free_space(folder: &Path, bytes: u64) -> Result<()> {
    let disk = DiskSpace::of(folder)
        .with_context(|| format!("looking at the disk of {}", folder.display()))?;
    let (needed, free) = (bytes.saturating_add(RESERVE), disk.bytes);
    if needed <= free {
        return Ok(());
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
    Err(Error::InsufficientSpace {
        folder: folder.to_owned(),
        needed: megabytes(needed),
        free: free / 1_000_000,
    })
}
