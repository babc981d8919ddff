//! Every stored file with its age, and leftovers of interrupted writes.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::{Blobs, TMP, trash};
use crate::domain::blob::BlobHash;

/// One stored file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredFile {
    pub blob: BlobHash,
    /// Time since it was last stored.
    pub age: Duration,
}

/// Whether a folder of files, which need not be there, has any, in the trash or out of it.
pub fn has_files(root: &Path) -> io::Result<bool> {
    match fs::read_dir(root) {
        Ok(folders) => {
            for folder in folders {
                let folder = folder?;
                let name = folder.file_name();
                let is_ours =
                    name.to_str().is_some_and(|name| is_shard(name) || name == trash::TRASH);
                if is_ours && fs::read_dir(folder.path())?.next().is_some() {
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
    /// All files but those in the trash. Other people's are left out: a disk of its own has `lost+found` here.
    pub fn list(&self) -> io::Result<Vec<StoredFile>> {
        let mut files = Vec::new();
        let folders = match fs::read_dir(&self.root) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(files),
            folders => folders?,
        };
        for folder in folders {
            let folder = folder?;
            if !folder.file_name().to_str().is_some_and(is_shard) {
                continue;
            }
            for file in fs::read_dir(folder.path())? {
                let file = file?;
                let blob = file.file_name().to_str().and_then(|name| name.parse().ok());
                if let (Some(blob), Some(age)) = (blob, age(&file.path())?) {
                    files.push(StoredFile { blob, age });
                }
            }
        }
        Ok(files)
    }

    /// Removes leftovers of interrupted writes that are at least this old. Returns their number.
    pub fn remove_leftovers(&self, min_age: Duration) -> io::Result<usize> {
        let mut removed = 0;
        for file in fs::read_dir(self.root.join(TMP))? {
            let path = file?.path();
            if age(&path)?.is_some_and(|age| age >= min_age) {
                match fs::remove_file(path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => removed += 1,
                }
            }
        }
        Ok(removed)
    }
}

/// Whether a folder's name is the beginning of file names.
fn is_shard(folder: &str) -> bool {
    folder.len() == 2 && folder.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Time since a file was changed; `None` where it is gone.
fn age(path: &Path) -> io::Result<Option<Duration>> {
    match fs::metadata(path) {
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
        let listed: Vec<_> = blobs.list().unwrap().into_iter().map(|file| file.blob).collect();
        assert_eq!((listed, has_files(folder.path()).unwrap()), (vec![ink], true));
        assert_eq!(blobs.remove_leftovers(HOUR).unwrap(), 0);
        assert_eq!(blobs.remove_leftovers(Duration::ZERO).unwrap(), 1);
        assert!(!leftover.exists() && lost.join("ab".repeat(32)).exists());
    }
}
