//! Pool of the files that unencrypted archives share, named by their content.

use std::collections::HashSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use rustix::fs::{Advice, fadvise};

use crate::domain::blob::BlobHash;
use crate::domain::damage::DamageKind;
use crate::platform::file_system::{self, open_regular};

use super::{BLOBS, Result, WithContext, make_folder};

/// Buffer size in bytes of a copy.
const CHUNK: usize = 128 << 10;

/// Folder of immutable files, named by the hash of their content.
pub struct BlobPool {
    root: PathBuf,
}

impl BlobPool {
    pub(super) fn of(folder: &Path) -> Self {
        Self { root: folder.join(BLOBS) }
    }

    /// Writes the bytes of a file to `to` without verifying them against its hash.
    pub fn write(&self, blob: BlobHash, to: &mut impl Write) -> Result<()> {
        let from = self.path(blob);
        let reading = || format!("reading {}", from.display());
        let mut file = open_regular(&from).with_context(reading)?;
        io::copy(&mut file, to).map(drop).with_context(reading)
    }

    pub(super) fn path(&self, blob: BlobHash) -> PathBuf {
        let name = blob.to_string();
        self.root.join(&name[..2]).join(name)
    }

    /// Whether the pool has the file with the length of `from`, as a file of its own: a hard link to `from` would be damaged with it.
    pub(super) fn seems_to_have(&self, blob: BlobHash, from: &Path) -> bool {
        let [own, live] = [&*self.path(blob), from].map(|path| fs::symlink_metadata(path).ok());
        let copies = own.zip(live);
        copies.is_some_and(|(own, live)| {
            own.is_file() && own.len() == live.len() && !is_same_file(&own, &live)
        })
    }

    /// Verifies the file against its hash. Removes it if it is damaged, or a hard link to `from`; a folder in its place stays. `from`
    /// itself is not followed: a symbolic link there may lead into the pool, whose file is then the only copy.
    pub(super) fn verify(&self, blob: BlobHash, from: &Path) -> io::Result<bool> {
        let path = self.path(blob);
        let Ok(own) = fs::symlink_metadata(&path) else { return Ok(false) };
        let is_shared = fs::symlink_metadata(from).is_ok_and(|live| is_same_file(&own, &live));
        if own.is_file() && !is_shared && is_as_written(&path, blob)? {
            return Ok(true);
        }
        if !own.is_dir() {
            file_system::remove_file_if_exists(&path)?;
        }
        Ok(false)
    }

    /// Copies a file into the pool, as a reflink where the file system supports that. Returns the paths to which folders or files in
    /// its place were moved.
    pub(super) fn put(&self, blob: BlobHash, from: &Path) -> io::Result<Vec<PathBuf>> {
        let to = self.path(blob);
        let mut aside = make_pool_folders(&self.root, &to)?;
        aside.extend(file_system::clear_for_file(&to)?);
        copy_aside(from, &to)?;
        Ok(aside)
    }

    /// Removes all files that are not `wanted`.
    pub(super) fn retain(&self, wanted: &HashSet<BlobHash>) -> Result<()> {
        retain(&self.root, |file| file.parse().is_ok_and(|blob| wanted.contains(&blob)))
    }
}

/// Creates the folders of a file from the pool's `root` on. Returns the paths to which files and dangling links in their places were
/// moved.
pub(super) fn make_pool_folders(root: &Path, file: &Path) -> io::Result<Vec<PathBuf>> {
    let mut folders: Vec<&Path> =
        file.ancestors().skip(1).take_while(|folder| folder.starts_with(root)).collect();
    folders.reverse();
    let mut aside = Vec::new();
    for folder in &folders {
        aside.extend(file_system::clear_for_folder(folder)?);
    }
    folders.last().map_or(Ok(()), |folder| make_folder(folder))?;
    Ok(aside)
}

/// Removes all files in the folders of a pool whose names are not wanted. Folders within them are not Inkfold's and stay.
pub(super) fn retain(root: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<()> {
    let removing = || format!("removing old files from {}", root.display());
    for folder in folders(root).with_context(removing)? {
        for file in fs::read_dir(folder).with_context(removing)? {
            let file = file.with_context(removing)?;
            let is_folder = file.file_type().with_context(removing)?.is_dir();
            if !is_folder && !file.file_name().to_str().is_some_and(&is_wanted) {
                fs::remove_file(file.path()).with_context(removing)?;
            }
        }
    }
    Ok(())
}

/// Lists the folders in a folder; none if it is missing. Symbolic links are not followed: they may lead out of the backups.
pub(super) fn folders(root: &Path) -> io::Result<Vec<PathBuf>> {
    let Ok(found) = fs::symlink_metadata(root) else { return Ok(Vec::new()) };
    if !found.is_dir() {
        tracing::warn!(path = %root.display(), "not a folder, old backup files not pruned");
        return Ok(Vec::new());
    }
    let mut folders = Vec::new();
    for entry in fs::read_dir(root)? {
        let entry = entry?;
        if entry.file_type()?.is_dir() {
            folders.push(entry.path());
        }
    }
    Ok(folders)
}

/// Writes a partial file, which the caller renames when it is whole. Removes it if `write` fails.
pub(super) fn write_partial<T>(
    partial: &Path,
    write: impl FnOnce(&Path) -> io::Result<T>,
) -> io::Result<T> {
    clear_partial(partial)?;
    // An incomplete file only takes space, which may be what was lacking.
    write(partial).inspect_err(|_| drop(fs::remove_file(partial)))
}

/// Clears the path of a partial file: removes an interrupted one, moves a folder aside.
fn clear_partial(path: &Path) -> io::Result<()> {
    if fs::symlink_metadata(path).is_ok_and(|found| found.is_dir()) {
        file_system::clear_for_file(path).map(drop)
    } else {
        file_system::remove_file_if_exists(path)
    }
}

/// Whether two paths are of one file (device and inode), so that a change of either changes both.
fn is_same_file(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Copies a file atomically: writes beside the target and renames, so that `to` is whole or absent.
fn copy_aside(from: &Path, to: &Path) -> io::Result<()> {
    let partial = to.with_extension("partial");
    write_partial(&partial, |partial| copy(from, partial))?;
    fs::rename(partial, to)
}

/// Copies a regular file into a new one, as a reflink where the file system supports that. Symbolic links are not followed.
pub(super) fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut to) = (open_regular(from)?, File::create_new(to)?);
    if rustix::fs::ioctl_ficlone(&to, &from).is_ok() {
        return Ok(());
    }
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk)? {
            0 => return Ok(()),
            read => to.write_all(&chunk[..read])?,
        }
    }
}

/// Reads a stored file and verifies it against its hash.
pub(super) fn inspect(path: &Path, blob: BlobHash) -> Result<(), DamageKind> {
    match is_as_written(path, blob) {
        Ok(true) => Ok(()),
        Ok(false) => Err(DamageKind::Damaged),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Err(DamageKind::Missing),
        Err(_) => Err(DamageKind::Unreadable),
    }
}

/// Whether the file on the disk, not only its cached pages, matches its hash.
pub(super) fn is_as_written(path: &Path, blob: BlobHash) -> io::Result<bool> {
    let file = open_regular(path)?;
    // Drops the cached pages; if that fails, the cached pages are verified.
    let _ = fadvise(&file, 0, None, Advice::DontNeed);
    Ok(BlobHash::of_reader(file)? == blob)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interrupted_copy_leaves_no_file_under_final_name() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("abcd"));
        let partial = folder.path().join("abcd.partial");
        // The partial file of an interrupted copy is replaced, and a source that is not a file cannot be read.
        File::create(&partial).unwrap().write_all(b"half of an older one").unwrap();
        fs::create_dir(&from).unwrap();
        assert!(copy_aside(&from, &to).is_err());
        assert!(!to.exists() && !partial.exists());

        fs::remove_dir(&from).unwrap();
        File::create(&from).unwrap().write_all(b"ink").unwrap();
        copy_aside(&from, &to).unwrap();
        assert_eq!(fs::read(&to).unwrap(), b"ink");
        assert!(!partial.exists());
    }

    #[test]
    fn unreadable_file_is_an_error_not_a_mismatch() {
        let folder = tempfile::tempdir().unwrap();
        let blob = BlobHash::of(b"ink");
        assert!(is_as_written(folder.path(), blob).is_err(), "a folder cannot be read");
        let path = folder.path().join("file");
        File::create(&path).unwrap().write_all(b"ink").unwrap();
        assert!(is_as_written(&path, blob).unwrap());
        assert!(!is_as_written(&path, BlobHash::of(b"blot")).unwrap());
    }
}
