//! File system helpers: durable folders, safe opening of files, and moving aside what is in the place of another.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;

/// Mark that editors on Windows put before a text in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Creates a folder and its missing parents, and syncs the folder above each: after a power cut they are there.
pub fn create_folder(path: &Path) -> io::Result<()> {
    create_with_mode(path, 0o777)
}

/// Creates a folder and its missing parents like [`create_folder`], but with mode 0700, so that no other user of the machine can
/// read what users write.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    create_with_mode(path, 0o700)
}

fn create_with_mode(path: &Path, mode: u32) -> io::Result<()> {
    if path.is_dir() {
        return Ok(());
    }
    let parent = parent_of(path);
    create_with_mode(parent, mode)?;
    match DirBuilder::new().mode(mode).create(path) {
        // Another process may have created the folder meanwhile.
        Err(error) if !path.is_dir() => Err(error),
        _ => sync_folder(parent),
    }
}

/// Removes a file, if it exists.
pub fn remove_file_if_exists(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Syncs the names in a folder: a file that was renamed into it has its name after a power cut.
pub fn sync_folder(path: &Path) -> io::Result<()> {
    File::open(path)?.sync_all()
}

/// Syncs the whole file system that a folder is on: for many new files, faster than a sync of each.
pub fn sync_all_files(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}

/// Opens a regular file for reading. Symbolic links are not followed: they may lead to any file of the machine.
pub fn open_regular(path: &Path) -> io::Result<File> {
    // `NONBLOCK`, so that opening a named pipe does not wait for a writer.
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits().cast_signed();
    let file = File::options().read(true).custom_flags(flags).open(path)?;
    if file.metadata()?.is_file() {
        Ok(file)
    } else {
        Err(io::Error::new(io::ErrorKind::InvalidData, "it is no regular file"))
    }
}

/// Reads a file that people may have edited: without a byte order mark.
pub fn read_edited(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = fs::read(path)?;
    if bytes.starts_with(BYTE_ORDER_MARK) {
        bytes.drain(..BYTE_ORDER_MARK.len());
    }
    Ok(bytes)
}

/// Moves aside what is in the place of a regular file but is not one. Returns the new path, if anything was moved.
pub fn clear_for_file(path: &Path) -> io::Result<Option<PathBuf>> {
    move_aside_unless(path, fs::Metadata::is_file)
}

/// Moves aside what is in the place of a folder but is not one. Returns the new path, if anything was moved.
pub fn clear_for_folder(path: &Path) -> io::Result<Option<PathBuf>> {
    // A symbolic link to a folder is accepted.
    move_aside_unless(path, |_| path.is_dir())
}

fn move_aside_unless(
    path: &Path,
    is_right: impl FnOnce(&fs::Metadata) -> bool,
) -> io::Result<Option<PathBuf>> {
    match fs::symlink_metadata(path) {
        Ok(found) if is_right(&found) => Ok(None),
        Ok(_) => move_aside(path).map(Some),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Renames a file or folder within its parent folder, and returns the new path.
fn move_aside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let names = (1..).map(|n| match n {
        1 => format!("{name}.aside"),
        n => format!("{name}.aside-{n}"),
    });
    let is_free = |aside: &PathBuf| fs::symlink_metadata(aside).is_err();
    let aside = names.map(|name| path.with_file_name(name)).find(is_free);
    let aside = aside.ok_or(io::ErrorKind::AlreadyExists)?;
    fs::rename(path, &aside)?;
    sync_folder(parent_of(path))?;
    tracing::warn!(
        path = %path.display(),
        moved_to = %aside.display(),
        "file or folder of another kind in the way, moved aside"
    );
    Ok(aside)
}

/// Folder that a file or folder is in; `.` for a bare name.
pub fn parent_of(path: &Path) -> &Path {
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
    fn obstacles_are_moved_aside_under_free_names() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("ab");
        assert_eq!(clear_for_file(&path).unwrap(), None);
        for aside in ["ab.aside", "ab.aside-2"] {
            fs::create_dir(&path).unwrap();
            assert_eq!(clear_for_folder(&path).unwrap(), None);
            assert_eq!(clear_for_file(&path).unwrap(), Some(root.path().join(aside)));
        }
        File::create(&path).unwrap();
        assert_eq!(clear_for_file(&path).unwrap(), None);
        assert_eq!(clear_for_folder(&path).unwrap(), Some(root.path().join("ab.aside-3")));
        std::os::unix::fs::symlink(root.path().join("ab.aside"), &path).unwrap();
        assert_eq!(clear_for_folder(&path).unwrap(), None);
        assert_eq!(clear_for_file(&path).unwrap(), Some(root.path().join("ab.aside-4")));
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
