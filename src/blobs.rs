//! Files that never change, in a folder, named by their content.
//!
//! A file is written aside, synced and renamed, then its folder is synced: after a power cut it is whole or absent. So a
//! transaction that names a blob is committed after the blob is put, and a blob that no transaction names is swept. Whoever
//! puts one holds the folder until that commit, so that nobody removes it in between.

mod listing;
mod locks;
mod snapshot;
mod temp_blob;
mod trash;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use parking_lot::RwLock;

use crate::disk;
use crate::domain::blob::BlobHash;
use crate::domain::damage::Problem;

pub use listing::{Listing, StoredFile, has_files};
pub use locks::{DeleteGuard, WriteGuard};
use snapshot::DeferredDeletes;
pub use snapshot::SnapshotGuard;
pub use temp_blob::TempBlob;
pub use trash::TrashedFile;

/// What is being written, beside the folders of files.
const TMP: &str = "tmp";

/// A folder of content-addressed files.
pub struct Blobs {
    root: PathBuf,
    /// Shared by those whose files are on their way into a transaction.
    on_their_way: RwLock<()>,
    deferred_deletes: DeferredDeletes,
}

impl Blobs {
    /// Opens the folder, or makes it. What is in the place of the folder for what is being written is moved aside.
    pub fn open(root: &Path) -> io::Result<Self> {
        let tmp = root.join(TMP);
        disk::clear_for_folder(&tmp)?;
        disk::create_folder(&tmp)?;
        Ok(Self::at(root))
    }

    /// A folder that is only read, and that need not be there.
    pub fn at(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            on_their_way: RwLock::default(),
            deferred_deletes: DeferredDeletes::default(),
        }
    }

    /// Waits while somebody removes files, which is short. Whoever holds the folder already must not ask again.
    pub fn write_guard(&self) -> WriteGuard<'_> {
        WriteGuard::of(self, self.on_their_way.read())
    }

    /// Waits until everybody who holds the folder has committed.
    pub fn delete_guard(&self) -> DeleteGuard<'_> {
        DeleteGuard::of(self, self.on_their_way.write())
    }

    /// An empty file without a name, for what need not be in memory: gone when it is closed, however that happens.
    pub fn temp_file(&self) -> io::Result<File> {
        let path = self.temp_path()?;
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        fs::remove_file(path)?;
        Ok(file)
    }

    /// An empty file that may be kept when it is whole.
    pub fn temp_blob(&self) -> io::Result<TempBlob> {
        TempBlob::at(self.temp_path()?)
    }

    /// A new path for a file that is not whole yet.
    fn temp_path(&self) -> io::Result<PathBuf> {
        let mut name = [0; 16];
        getrandom::fill(&mut name).map_err(io::Error::other)?;
        Ok(self.root.join(TMP).join(format!("{:032x}", u128::from_be_bytes(name))))
    }

    fn put(&self, bytes: &[u8]) -> io::Result<BlobHash> {
        let hash = BlobHash::of(bytes);
        if !self.is_renewed(hash)? {
            let mut draft = self.temp_blob()?;
            draft.write_all(bytes)?;
            self.persist(&draft, hash)?;
        }
        Ok(hash)
    }

    /// Whether the file is there already, and not damaged; a fresh time keeps the sweep away until the caller's transaction names it.
    fn is_renewed(&self, hash: BlobHash) -> io::Result<bool> {
        if self.inspect(hash).is_err() {
            return Ok(false);
        }
        match File::options().append(true).open(self.path(hash)) {
            Ok(file) => file.set_modified(now()).map(|()| true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Returns where things are kept that were in its place.
    fn persist(&self, draft: &TempBlob, hash: BlobHash) -> io::Result<Vec<PathBuf>> {
        let aside = self.clear_place(hash)?;
        draft.persist(&self.path(hash))?;
        disk::sync_folder(&self.folder(hash))?;
        Ok(aside)
    }

    /// Makes the folder of a file, if it is not there, so that a power cut does not take it away again. What is in the place of
    /// either and does not belong there is moved aside; returns where it is kept.
    fn clear_place(&self, hash: BlobHash) -> io::Result<Vec<PathBuf>> {
        let folder = self.folder(hash);
        let from_folder = disk::clear_for_folder(&folder)?;
        disk::create_folder(&folder)?;
        let from_file = disk::clear_for_file(&self.path(hash))?;
        Ok(from_folder.into_iter().chain(from_file).collect())
    }

    /// The bytes under a name; `None` when there are none.
    pub fn get(&self, hash: BlobHash) -> io::Result<Option<Vec<u8>>> {
        let Some(mut file) = self.open_file(hash)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// The file under a name, at its beginning; `None` when there is none.
    pub fn open_file(&self, hash: BlobHash) -> io::Result<Option<File>> {
        match File::open(self.path(hash)) {
            Ok(file) => Ok(Some(file)),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads a file from beginning to end and holds it against its name. A link is no file, wherever it leads: a copy of the folder
    /// would not have what it stands for.
    pub fn inspect(&self, hash: BlobHash) -> Result<(), Problem> {
        let file = match disk::open_regular(&self.path(hash)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Err(Problem::Missing),
            Err(_) => return Err(Problem::Unreadable),
        };
        match BlobHash::of_reader(file) {
            Ok(found) if found == hash => Ok(()),
            Ok(_) => Err(Problem::Damaged),
            Err(_) => Err(Problem::Unreadable),
        }
    }

    /// Length of the file; 0 when there is none, or the disk does not say.
    pub fn bytes(&self, hash: BlobHash) -> u64 {
        fs::metadata(self.path(hash)).map_or(0, |file| file.len())
    }

    /// Where the file lies, for a reader on the same machine.
    pub fn path(&self, hash: BlobHash) -> PathBuf {
        self.folder(hash).join(hash.to_string())
    }

    /// By the first letters of the name, so that no folder grows too long.
    fn folder(&self, hash: BlobHash) -> PathBuf {
        self.root.join(&hash.to_string()[..2])
    }
}

/// Whether there is no such file: also where another is in the place of its folder.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[expect(clippy::disallowed_methods, reason = "file times are the system's, not the app's")]
fn now() -> SystemTime {
    SystemTime::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_bytes_are_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let guard = blobs.write_guard();
        assert_eq!(guard.put(b"ink").unwrap(), guard.put(b"ink").unwrap());
    }

    #[test]
    fn temp_blob_persists_or_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let draft = |words: &[u8]| {
            let mut draft = blobs.temp_blob().unwrap();
            draft.write_all(words).unwrap();
            draft
        };
        drop(draft(b"thrown away"));
        let ink = blobs.write_guard().keep(draft(b"ink")).unwrap();
        assert_eq!(ink, blobs.write_guard().put(b"ink").unwrap());
        assert_eq!(ink, blobs.write_guard().keep(draft(b"ink")).unwrap());
        assert_eq!(blobs.get(ink).unwrap().as_deref(), Some(&b"ink"[..]));
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
    }

    #[test]
    fn blob_is_not_removed_during_upload() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let guard = blobs.write_guard();
        let ink = guard.put(b"ink").unwrap();
        assert!(blobs.on_their_way.try_write().is_none());
        drop(guard);

        let alone = blobs.delete_guard();
        alone.remove(ink).unwrap();
        alone.remove(ink).unwrap();
        assert_eq!(blobs.get(ink).unwrap(), None);
    }

    #[test]
    fn file_in_place_of_tmp_is_moved_aside() {
        let folder = tempfile::tempdir().unwrap();
        File::create(folder.path().join("tmp")).unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        assert!(blobs.temp_file().is_ok() && folder.path().join("tmp.aside").is_file());
    }

    #[test]
    fn a_scratch_file_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let mut temp_file = blobs.temp_file().unwrap();
        temp_file.write_all(b"draft").unwrap();
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
    }
}
