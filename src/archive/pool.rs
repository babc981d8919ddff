//! The files that archives share, named by their content.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use rustix::fs::{Advice, fadvise};

use super::{BLOBS, Doing, Result, make_folder};
use crate::domain::blob::BlobHash;

/// Read and written at once.
const CHUNK: usize = 128 << 10;

/// A folder of files that never change.
pub struct Pool {
    root: PathBuf,
}

impl Pool {
    pub(super) fn of(folder: &Path) -> Self {
        Self { root: folder.join(BLOBS) }
    }

    pub(super) fn path(&self, blob: BlobHash) -> PathBuf {
        let name = blob.to_string();
        self.root.join(&name[..2]).join(name)
    }

    /// How long the file is, if it is there.
    pub(super) fn length(&self, blob: BlobHash) -> Option<u64> {
        fs::metadata(self.path(blob)).ok().map(|file| file.len())
    }

    /// Puts a file into the pool: by a second name for it where the disk is the same, which costs no room.
    pub(super) fn take(&self, blob: BlobHash, from: &Path) -> io::Result<()> {
        let to = self.path(blob);
        if let Some(folder) = to.parent() {
            make_folder(folder)?;
        }
        remove_if_there(&to)?;
        match fs::hard_link(from, &to) {
            // Another disk, or one that has no second names.
            Err(error) if error.kind() != io::ErrorKind::NotFound => copy_aside(from, &to),
            linked_or_lost => linked_or_lost,
        }
    }

    /// Removes every other file.
    pub(super) fn keep_only(&self, wanted: &HashSet<BlobHash>) -> Result<()> {
        keep(&self.root, |file| file.parse().is_ok_and(|blob| wanted.contains(&blob)))
    }
}

/// Removes every file in the folders of a pool that is not wanted by its name.
pub(super) fn keep(root: &Path, is_wanted: impl Fn(&str) -> bool) -> Result<()> {
    let tidying = || format!("removing old files from {}", root.display());
    if !root.is_dir() {
        return Ok(());
    }
    for folder in fs::read_dir(root).doing(tidying)? {
        let folder = folder.doing(tidying)?.path();
        if !folder.is_dir() {
            continue;
        }
        for file in fs::read_dir(folder).doing(tidying)? {
            let file = file.doing(tidying)?;
            if !file.file_name().to_str().is_some_and(&is_wanted) {
                fs::remove_file(file.path()).doing(tidying)?;
            }
        }
    }
    Ok(())
}

pub(super) fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// What has its name is whole, also when the copying is cut off.
fn copy_aside(from: &Path, to: &Path) -> io::Result<()> {
    let partial = to.with_extension("partial");
    remove_if_there(&partial)?;
    // One that could not be written whole only takes room, which may be what was lacking.
    copy(from, &partial).inspect_err(|_| drop(fs::remove_file(&partial)))?;
    fs::rename(partial, to)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    let (mut from, mut to) = (File::open(from)?, File::create_new(to)?);
    let mut chunk = vec![0; CHUNK];
    loop {
        match from.read(&mut chunk)? {
            0 => return Ok(()),
            read => to.write_all(&chunk[..read])?,
        }
    }
}

/// Whether the disk, and not only its cache, has what the name says.
pub(super) fn is_as_written(path: &Path, blob: BlobHash) -> io::Result<bool> {
    let file = File::open(path)?;
    // What is remembered of it is forgotten; where that cannot be, what is remembered is looked at.
    let _ = fadvise(&file, 0, None, Advice::DontNeed);
    Ok(BlobHash::of_reader(file)? == blob)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_its_name_only_when_it_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("from"), folder.path().join("abcd"));
        let partial = folder.path().join("abcd.partial");
        // What was cut off before, and what is no file, of which nothing can be read.
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
    fn what_cannot_be_read_is_not_told_as_changed() {
        let folder = tempfile::tempdir().unwrap();
        let blob = BlobHash::of(b"ink");
        assert!(is_as_written(folder.path(), blob).is_err(), "a folder cannot be read");
        let path = folder.path().join("file");
        File::create(&path).unwrap().write_all(b"ink").unwrap();
        assert!(is_as_written(&path, blob).unwrap());
        assert!(!is_as_written(&path, BlobHash::of(b"blot")).unwrap());
    }
}
