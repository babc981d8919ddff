//! The disks that folders are on: what they still take, and whether two are the same.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
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

/// Creates a folder and its missing parents, and syncs the folder above each: after a power cut they are there.
pub(crate) fn create_folder(path: &Path) -> io::Result<()> {
    create_with_mode(path, 0o777)
}

/// The same with folders that only their owner can open: nobody else on the machine reads what members write.
pub(crate) fn create_private_folder(path: &Path) -> io::Result<()> {
    create_with_mode(path, 0o700)
}

fn create_with_mode(path: &Path, mode: u32) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = parent_of(path);
    create_with_mode(parent, mode)?;
    match DirBuilder::new().mode(mode).create(path) {
        // Somebody else may have created it meanwhile.
        Err(error) if !path.is_dir() => Err(error),
        _ => sync_folder(parent),
    }
}

/// Syncs the names in a folder: a file that was renamed into it has its name after a power cut.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

fn parent_of(path: &Path) -> &Path {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn private_folder_and_missing_parents_have_mode_0700() {
        let root = tempfile::tempdir().unwrap();
        let (shared, private) = (root.path().join("shared"), root.path().join("shared/a/b"));
        create_folder(&shared).unwrap();
        let before = mode(&shared);
        create_private_folder(&private).unwrap();
        create_private_folder(&private).unwrap();
        assert_eq!([mode(&private), mode(&root.path().join("shared/a"))], [0o700; 2]);
        assert_eq!(mode(&shared), before, "a folder that is there keeps its mode");
    }

    #[test]
    fn folder_is_refused_where_a_file_is() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("file");
        File::create(&file).unwrap();
        assert!(create_folder(&file.join("folder")).is_err());
        assert!(create_private_folder(&file).is_err());
    }
}
