//! Trash: unreferenced files, in a folder per day, until they are deleted for good.
//!
//! ```text
//! blobs/trash/2026-11-24/abcd…
//! ```

use std::fs;
use std::io;
use std::iter;
use std::path::{Path, PathBuf};

use super::listing::subfolders;
use super::{Blobs, DeleteGuard, Listing, WriteGuard};
use crate::domain::blob::BlobHash;
use crate::domain::damage::PathError;
use crate::platform::file_system;

/// Name of the folder, beside the folders of files.
pub(super) const TRASH: &str = "trash";

/// File in the trash.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TrashedFile {
    /// Day on which it was moved there, such as `2026-11-24`.
    pub day: String,
    pub blob: BlobHash,
    pub bytes: u64,
}

impl Blobs {
    /// Lists files in the trash, oldest first.
    pub fn trashed(&self) -> Listing<TrashedFile> {
        let mut listing = Listing::new();
        match self.days() {
            Ok(days) => {
                for (day, folder) in days {
                    listing.add(&folder, list_day(&day, &folder));
                }
            }
            Err(error) => listing.unreadable.push(PathError::new(&self.trash(), error)),
        }
        listing.files.sort_unstable();
        listing
    }

    /// Deletes the trash of the days before `before` for good. Returns the number of files. A day that cannot be deleted stays.
    pub fn empty_trash(&self, before: &str) -> usize {
        let days = self.days().unwrap_or_default().into_iter();
        days.filter(|(day, _)| **day < *before).map(|(_, folder)| delete_day(&folder)).sum()
    }

    /// Path of a file in the trash.
    pub(super) fn trash_path(&self, day: &str, blob: BlobHash) -> PathBuf {
        self.trash().join(day).join(blob.to_string())
    }

    /// Folder of the trash, and those of its days.
    pub(super) fn trash_folders(&self) -> Vec<PathBuf> {
        let days = self.days().unwrap_or_default().into_iter().map(|(_, folder)| folder);
        iter::once(self.trash()).chain(days).collect()
    }

    fn trash(&self) -> PathBuf {
        self.root.join(TRASH)
    }

    fn days(&self) -> io::Result<Vec<(String, PathBuf)>> {
        subfolders(&self.trash(), is_day)
    }
}

fn list_day(day: &str, folder: &Path) -> io::Result<Vec<TrashedFile>> {
    let mut files = Vec::new();
    for file in fs::read_dir(folder)? {
        let file = file?;
        if let Some(blob) = file.file_name().to_str().and_then(|name| name.parse().ok()) {
            files.push(TrashedFile { day: day.to_owned(), blob, bytes: file.metadata()?.len() });
        }
    }
    Ok(files)
}

/// Deletes the trash of a day. Returns the number of its files.
fn delete_day(folder: &Path) -> usize {
    let deleted = fs::read_dir(folder).map(Iterator::count);
    match deleted.and_then(|files| fs::remove_dir_all(folder).map(|()| files)) {
        Ok(files) => files,
        Err(error) => {
            let error = &error as &dyn std::error::Error;
            tracing::warn!(error, folder = %folder.display(), "failed to delete a day's trash");
            0
        }
    }
}

impl DeleteGuard<'_> {
    /// Moves a file to the trash, if it exists. During a snapshot it is left to the next garbage collection.
    pub fn trash(&self, blob: BlobHash, day: &str) -> io::Result<()> {
        let blobs = self.blobs();
        if blobs.is_being_copied() {
            return Ok(());
        }
        let to = blobs.trash_path(day, blob);
        file_system::create_folder(to.parent().unwrap_or(Path::new(".")))?;
        match fs::rename(blobs.path(blob), to) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(()),
        }
    }
}

impl WriteGuard<'_> {
    /// Moves a file back out of the trash. Returns the new paths of what was moved out of its place; `None` if its
    /// content does not match, and it stays in the trash.
    pub fn restore(&self, file: &TrashedFile) -> io::Result<Option<Vec<PathBuf>>> {
        let blobs = self.blobs();
        let from = blobs.trash_path(&file.day, file.blob);
        let Ok(opened) = file_system::open_regular(&from) else { return Ok(None) };
        if !BlobHash::of_reader(&opened).is_ok_and(|found| found == file.blob) {
            return Ok(None);
        }
        // A new time protects the file from garbage collection until it is referenced.
        opened.set_modified(super::now())?;
        let aside = blobs.clear_place(file.blob)?;
        fs::rename(from, blobs.path(file.blob))?;
        file_system::sync_folder(&blobs.folder(file.blob))?;
        Ok(Some(aside))
    }
}

/// Whether a folder's name is a date, such as `2026-11-24`.
fn is_day(name: &str) -> bool {
    name.parse::<jiff::civil::Date>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trashed_file_is_restored_or_deleted_by_day() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let [ink, blot] =
            [&b"ink"[..], b"blot"].map(|bytes| blobs.write_guard().put(bytes).unwrap());
        blobs.delete_guard().trash(ink, "2026-11-23").unwrap();
        blobs.delete_guard().trash(blot, "2026-11-24").unwrap();
        assert!(blobs.list().files.is_empty());
        let trashed = blobs.trashed().files;
        assert_eq!(trashed.iter().map(|file| file.blob).collect::<Vec<_>>(), [ink, blot]);

        assert_eq!(blobs.write_guard().restore(&trashed[0]).unwrap(), Some(Vec::new()));
        assert_eq!(blobs.get(ink).unwrap().as_deref(), Some(&b"ink"[..]));
        assert_eq!(blobs.empty_trash("2026-11-24"), 0);
        assert_eq!(blobs.trashed().files.len(), 1);
        assert_eq!(blobs.empty_trash("2026-11-25"), 1);
        assert!(blobs.trashed().files.is_empty());
    }

    #[test]
    fn damaged_file_stays_in_the_trash() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let ink = blobs.write_guard().put(b"ink").unwrap();
        blobs.delete_guard().trash(ink, "2026-11-24").unwrap();
        fs::File::create(blobs.trash_path("2026-11-24", ink)).unwrap();
        assert_eq!(blobs.write_guard().restore(&blobs.trashed().files[0]).unwrap(), None);
        assert_eq!((blobs.trashed().files.len(), blobs.get(ink).unwrap()), (1, None));
    }

    #[test]
    fn blob_is_not_trashed_during_snapshot() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let ink = blobs.write_guard().put(b"ink").unwrap();
        let snapshot = blobs.begin_snapshot().unwrap();
        blobs.delete_guard().trash(ink, "2026-11-24").unwrap();
        drop(snapshot);
        assert!(blobs.get(ink).unwrap().is_some());
    }
}
