//! Listing of stored files with their ages, and removal of leftovers of interrupted writes.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Blobs, TMP, trash};
use crate::domain::blob::BlobHash;
use crate::domain::damage::PathError;
use crate::platform::file_system;

/// Files that were found, and folders that could not be read, whose files are unknown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listing<T> {
    pub files: Vec<T>,
    pub unreadable: Vec<PathError>,
}

impl<T> Listing<T> {
    pub(super) fn new() -> Self {
        Self { files: Vec::new(), unreadable: Vec::new() }
    }

    /// Adds the files of a folder, or records that it cannot be read. A folder that no longer exists has none.
    pub(super) fn add(&mut self, folder: &Path, files: io::Result<Vec<T>>) {
        match files {
            Ok(files) => self.files.extend(files),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => self.unreadable.push(PathError::new(folder, error)),
        }
    }
}

/// Stored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredFile {
    pub blob: BlobHash,
    /// Time since it was last stored.
    pub age: Duration,
}

/// Number and total size of stored files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BlobUsage {
    pub files: u64,
    pub bytes: u64,
}

/// Whether a folder of files, which need not exist, has any, in the trash or out of it. A folder that cannot be read counts as
/// having some.
pub fn has_files(root: &Path) -> io::Result<bool> {
    match fs::read_dir(root) {
        Ok(folders) => {
            for folder in folders {
                let folder = folder?;
                let name = folder.file_name();
                let is_ours =
                    name.to_str().is_some_and(|name| is_shard(name) || name == trash::TRASH);
                if is_ours
                    && fs::read_dir(folder.path()).map_or(true, |mut files| files.next().is_some())
                {
                    return Ok(true);
                }
            }
            Ok(false)
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

impl Blobs {
    /// Lists all files except those in the trash. Foreign files are left out: a disk of its own has `lost+found` here.
    pub fn list(&self) -> Listing<StoredFile> {
        let mut listing = Listing::new();
        match subfolders(&self.root, is_shard) {
            Ok(shards) => {
                for (_, shard) in shards {
                    listing.add(&shard, list_shard(&shard));
                }
            }
            Err(error) => listing.unreadable.push(PathError::new(&self.root, error)),
        }
        listing
    }

    /// Adds up the sizes of all files except those in the trash. Reads the size of every file; folders that cannot be read are left
    /// out.
    pub fn usage(&self) -> BlobUsage {
        let shards = subfolders(&self.root, is_shard).unwrap_or_default().into_iter();
        let files = shards.filter_map(|(_, shard)| fs::read_dir(shard).ok()).flatten().flatten();
        let sizes = files.filter_map(|file| Some(file.metadata().ok()?.len()));
        sizes.fold(BlobUsage::default(), |BlobUsage { files, bytes }, size| BlobUsage {
            files: files + 1,
            bytes: bytes + size,
        })
    }

    /// Moves aside files in the place of folders, those of the trash among them. Returns their new paths; files that cannot be moved
    /// stay.
    pub fn clear_folders(&self) -> Vec<PathBuf> {
        let shards = subfolders(&self.root, is_shard).unwrap_or_default().into_iter();
        let folders = shards.map(|(_, shard)| shard).chain(self.trash_folders());
        folders.filter_map(|folder| file_system::clear_for_folder(&folder).ok().flatten()).collect()
    }

    /// Removes leftovers of interrupted writes that are at least this old. Returns their number.
    pub fn remove_leftovers(&self, min_age: Duration) -> io::Result<usize> {
        let mut removed = 0;
        for file in fs::read_dir(self.root.join(TMP))? {
            let file = file?;
            let path = file.path();
            // An interrupted write leaves a file, never a folder.
            if file.file_type()?.is_file() && age(&path)?.is_some_and(|age| age >= min_age) {
                file_system::remove_file_if_exists(&path)?;
                removed += 1;
            }
        }
        Ok(removed)
    }
}

/// Whether a folder's name is the beginning of file names.
fn is_shard(folder: &str) -> bool {
    folder.len() == 2 && folder.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Subfolders with names that `is_wanted` accepts, and their paths; empty if the folder does not exist.
pub(super) fn subfolders(
    root: &Path,
    is_wanted: fn(&str) -> bool,
) -> io::Result<Vec<(String, PathBuf)>> {
    let entries = match fs::read_dir(root) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name().to_str().filter(|name| is_wanted(name)).map(str::to_owned);
        found.extend(name.map(|name| (name, entry.path())));
    }
    Ok(found)
}

fn list_shard(shard: &Path) -> io::Result<Vec<StoredFile>> {
    let mut files = Vec::new();
    for file in fs::read_dir(shard)? {
        let file = file?;
        let blob = file.file_name().to_str().and_then(|name| name.parse().ok());
        if let (Some(blob), Some(age)) = (blob, age(&file.path())?) {
            files.push(StoredFile { blob, age });
        }
    }
    Ok(files)
}

/// Time since a file was changed; `None` if it does not exist. Symbolic links are not followed.
fn age(path: &Path) -> io::Result<Option<Duration>> {
    match fs::symlink_metadata(path) {
        Ok(file) => Ok(Some(file.modified()?.elapsed().unwrap_or_default())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn foreign_files_are_neither_listed_nor_removed() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let lost = folder.path().join("lost+found");
        fs::create_dir(&lost).unwrap();
        fs::File::create(lost.join("ab".repeat(32))).unwrap();
        assert!(!has_files(folder.path()).unwrap());

        let ink = blobs.write_guard().put(b"ink").unwrap();
        let leftover = folder.path().join("tmp/leftover");
        fs::File::create(&leftover).unwrap();
        let listed: Vec<_> = blobs.list().files.into_iter().map(|file| file.blob).collect();
        assert_eq!((listed, has_files(folder.path()).unwrap()), (vec![ink], true));
        assert_eq!(blobs.usage(), BlobUsage { files: 1, bytes: 3 });
        assert_eq!(blobs.remove_leftovers(HOUR).unwrap(), 0);
        assert_eq!(blobs.remove_leftovers(Duration::ZERO).unwrap(), 1);
        assert!(!leftover.exists() && lost.join("ab".repeat(32)).exists());
    }
}
