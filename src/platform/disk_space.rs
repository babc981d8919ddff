//! Free space of a disk, and the errors of a full one.

use std::fs;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::Path;

/// Free space of a disk.
#[derive(Clone, Copy, Debug)]
pub struct DiskSpace {
    pub bytes: u64,
    /// Number of files that can still be created; `None` on a file system without such a limit.
    pub files: Option<u64>,
}

impl DiskSpace {
    /// Free space of the disk that a file or folder is on.
    pub fn of(place: &Path) -> io::Result<Self> {
        let disk = rustix::fs::statvfs(place)?;
        Ok(Self {
            bytes: disk.f_bavail.saturating_mul(disk.f_frsize),
            files: (disk.f_files > 0).then_some(disk.f_favail),
        })
    }
}

/// Whether two folders are on the same disk; `None` when one of them is not there.
pub fn is_same_disk(one: &Path, other: &Path) -> Option<bool> {
    Some(fs::metadata(one).ok()?.dev() == fs::metadata(other).ok()?.dev())
}

/// Whether an operation failed because the disk or the user's quota is full.
pub fn is_full(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_is_on_a_disk_with_free_space() {
        let folder = tempfile::tempdir().unwrap();
        assert!(DiskSpace::of(folder.path()).unwrap().bytes > 0);
        assert!(DiskSpace::of(&folder.path().join("missing")).is_err());
    }

    #[test]
    fn same_disk_is_recognised_for_folders() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("inner");
        fs::create_dir(&inner).unwrap();
        assert_eq!(is_same_disk(folder.path(), &inner), Some(true));
        assert_eq!(is_same_disk(folder.path(), Path::new("/proc")), Some(false));
        assert_eq!(is_same_disk(folder.path(), &folder.path().join("missing")), None);
    }

    #[test]
    fn full_disk_is_recognised_by_error_kind() {
        for (kind, expected) in [
            (io::ErrorKind::StorageFull, true),
            (io::ErrorKind::QuotaExceeded, true),
            (io::ErrorKind::PermissionDenied, false),
        ] {
            assert_eq!(is_full(&kind.into()), expected, "{kind}");
        }
    }
}
