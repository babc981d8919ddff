//! Room on a disk, asked for before work that would fill it.

use std::path::Path;

use crate::disk::Disk;

use super::{Error, Result, WithContext};

/// What is left free, in bytes: a disk that is quite full serves nobody.
const SPARE: u64 = 32 << 20;

/// Refuses work that needs more than there is.
pub fn make_sure(folder: &Path, bytes: u64) -> Result<()> {
    let disk =
        Disk::of(folder).with_context(|| format!("looking at the disk of {}", folder.display()))?;
    let (needed, free) = (bytes.saturating_add(SPARE), disk.bytes);
    if needed <= free {
        return Ok(());
    }
    let megabytes = |bytes: u64| bytes.div_ceil(1_000_000);
    Err(Error::QuotaExceeded {
        folder: folder.to_owned(),
        needed: megabytes(needed),
        free: free / 1_000_000,
    })
}
