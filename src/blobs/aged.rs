//! What has lain there for long: files by their names, and what interrupted writes left.

use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use super::{Blobs, TMP};
use crate::domain::blob::BlobHash;

impl Blobs {
    /// The files that are older than `age`. Nothing else in the folder is looked at: a disk of its own has `lost+found` there.
    pub fn older_than(&self, age: Duration) -> io::Result<Vec<BlobHash>> {
        let mut old = Vec::new();
        for folder in fs::read_dir(&self.root)? {
            let folder = folder?;
            if !folder.file_name().to_str().is_some_and(is_of_blobs) {
                continue;
            }
            for file in fs::read_dir(folder.path())? {
                let file = file?;
                let named = file.file_name().to_str().and_then(|name| name.parse().ok());
                if let Some(blob) = named
                    && is_older(&file.path(), age)?
                {
                    old.push(blob);
                }
            }
        }
        Ok(old)
    }

    /// Removes what interrupted writes left more than `age` ago. Answers how many.
    pub fn remove_halves(&self, age: Duration) -> io::Result<usize> {
        let mut removed = 0;
        for file in fs::read_dir(self.root.join(TMP))? {
            let path = file?.path();
            if is_older(&path, age)? {
                match fs::remove_file(path) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
                    _ => removed += 1,
                }
            }
        }
        Ok(removed)
    }
}

fn is_of_blobs(folder: &str) -> bool {
    folder.len() == 2 && folder.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Whether it is there and that old.
fn is_older(path: &Path, age: Duration) -> io::Result<bool> {
    match fs::metadata(path) {
        Ok(file) => Ok(file.modified()?.elapsed().unwrap_or_default() >= age),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_hours(1);

    #[test]
    fn what_is_young_is_left_and_so_is_what_is_not_ours() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let ink = blobs.hold().put(b"ink").unwrap();
        let (half, lost) = (folder.path().join("tmp/half"), folder.path().join("lost+found"));
        fs::File::create(&half).unwrap();
        fs::create_dir(&lost).unwrap();
        fs::File::create(lost.join(ink.to_string())).unwrap();

        assert_eq!(
            (blobs.older_than(HOUR).unwrap(), blobs.remove_halves(HOUR).unwrap()),
            (vec![], 0)
        );
        assert_eq!(blobs.older_than(Duration::ZERO).unwrap(), [ink]);
        assert_eq!(blobs.remove_halves(Duration::ZERO).unwrap(), 1);
        assert!(!half.exists() && lost.join(ink.to_string()).exists());
    }
}
