//! Content-addressed store of immutable files in a folder.
//!
//! A file is written to a temporary path, synced and renamed, then its folder is synced: after a power cut it is
//! complete or absent. So a transaction that references a blob is committed after the blob is stored, and unreferenced
//! blobs are garbage-collected. A writer holds a [`WriteGuard`] until that commit, so that the blob is not removed in between.

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

use crate::domain::blob::BlobHash;
use crate::domain::damage::DamageKind;
use crate::platform::file_system;

pub use listing::{BlobUsage, Listing, StoredFile, has_files};
pub use locks::{DeleteGuard, WriteGuard};
use snapshot::DeferredDeletes;
pub use snapshot::SnapshotGuard;
pub use temp_blob::TempBlob;
pub use trash::TrashedFile;

/// Folder of files that are being written.
const TMP: &str = "tmp";

/// Folder of content-addressed files.
pub struct Blobs {
    root: PathBuf,
    /// Held shared by writers until their transaction is committed, and exclusively by deleters.
    commit_lock: RwLock<()>,
    deferred_deletes: DeferredDeletes,
}

impl Blobs {
    /// Opens the folder, or creates it. Another file in the place of its folder for temporary files is moved aside.
    pub fn open(root: &Path) -> io::Result<Self> {
        let tmp = root.join(TMP);
        file_system::clear_for_folder(&tmp)?;
        file_system::create_folder(&tmp)?;
        Ok(Self::at(root))
    }

    /// Returns a store for reading only, whose folder need not exist.
    pub fn at(root: &Path) -> Self {
        Self {
            root: root.to_owned(),
            commit_lock: RwLock::default(),
            deferred_deletes: DeferredDeletes::default(),
        }
    }

    /// Waits for deletions, which are short. A thread that holds a write guard already must not acquire another.
    pub fn write_guard(&self) -> WriteGuard<'_> {
        WriteGuard::of(self, self.commit_lock.read())
    }

    /// Waits until all writers have committed.
    pub fn delete_guard(&self) -> DeleteGuard<'_> {
        DeleteGuard::of(self, self.commit_lock.write())
    }

    /// Creates an empty unnamed file for temporary data, which is gone once it is closed.
    pub fn temp_file(&self) -> io::Result<File> {
        let path = self.temp_path()?;
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        fs::remove_file(path)?;
        Ok(file)
    }

    /// Creates an empty file that may be stored when it is complete.
    pub fn temp_blob(&self) -> io::Result<TempBlob> {
        TempBlob::at(self.temp_path()?)
    }

    /// New path for a temporary file.
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

    /// Whether the file exists and is intact. Its time is set to now, which protects it from garbage collection until the caller
    /// has committed.
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

    /// Stores a temporary file under its hash. Returns the new paths of what was moved out of its place.
    fn persist(&self, draft: &TempBlob, hash: BlobHash) -> io::Result<Vec<PathBuf>> {
        let aside = self.clear_place(hash)?;
        draft.persist(&self.path(hash))?;
        file_system::sync_folder(&self.folder(hash))?;
        Ok(aside)
    }

    /// Creates the folder of a file, if needed, durably. Moves aside what is in the place of the folder or the file and does not
    /// belong there; returns the new paths.
    fn clear_place(&self, hash: BlobHash) -> io::Result<Vec<PathBuf>> {
        let folder = self.folder(hash);
        let from_folder = file_system::clear_for_folder(&folder)?;
        file_system::create_folder(&folder)?;
        let from_file = file_system::clear_for_file(&self.path(hash))?;
        Ok(from_folder.into_iter().chain(from_file).collect())
    }

    /// Content of a blob; `None` if it does not exist.
    pub fn get(&self, hash: BlobHash) -> io::Result<Option<Vec<u8>>> {
        let Some(mut file) = self.open_file(hash)? else { return Ok(None) };
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Some(bytes))
    }

    /// Opens a blob, positioned at its start; `None` if it does not exist. Anything but a regular file in its place is an error.
    pub fn open_file(&self, hash: BlobHash) -> io::Result<Option<File>> {
        match file_system::open_regular(&self.path(hash)) {
            Ok(file) => Ok(Some(file)),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Reads a file from beginning to end and compares it with its hash. Symbolic links are rejected, because a copy of
    /// the folder would lack the files that they lead to.
    pub fn inspect(&self, hash: BlobHash) -> Result<(), DamageKind> {
        let file = match file_system::open_regular(&self.path(hash)) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(DamageKind::Missing);
            }
            Err(_) => return Err(DamageKind::Unreadable),
        };
        match BlobHash::of_reader(file) {
            Ok(found) if found == hash => Ok(()),
            Ok(_) => Err(DamageKind::Damaged),
            Err(_) => Err(DamageKind::Unreadable),
        }
    }

    /// Length of the file; 0 if it does not exist or cannot be read.
    pub fn bytes(&self, hash: BlobHash) -> u64 {
        fs::symlink_metadata(self.path(hash)).map_or(0, |file| file.len())
    }

    /// Path of the file, for readers on the same machine.
    pub fn path(&self, hash: BlobHash) -> PathBuf {
        self.folder(hash).join(hash.to_string())
    }

    /// Folder of the file, by the first letters of the hash, so that no folder has too many entries.
    fn folder(&self, hash: BlobHash) -> PathBuf {
        self.root.join(&hash.to_string()[..2])
    }
}

/// Whether an error means that a file does not exist, also because another file is in the place of its folder.
fn is_absence(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

#[expect(clippy::disallowed_methods, reason = "file times are the system's, not the context's")]
fn now() -> SystemTime {
    SystemTime::now()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn same_bytes_get_same_blob_hash() {
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
        let ink = blobs.write_guard().persist(draft(b"ink")).unwrap();
        assert_eq!(ink, blobs.write_guard().put(b"ink").unwrap());
        assert_eq!(ink, blobs.write_guard().persist(draft(b"ink")).unwrap());
        assert_eq!(blobs.get(ink).unwrap().as_deref(), Some(&b"ink"[..]));
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
    }

    #[test]
    fn blob_is_not_removed_during_upload() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let guard = blobs.write_guard();
        let ink = guard.put(b"ink").unwrap();
        assert!(blobs.commit_lock.try_write().is_none());
        drop(guard);

        let guard = blobs.delete_guard();
        guard.remove(ink).unwrap();
        guard.remove(ink).unwrap();
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
    fn link_or_pipe_in_blobs_place_stays_closed() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let (ink, secret) = (blobs.write_guard().put(b"ink").unwrap(), folder.path().join("key"));
        fs::rename(blobs.path(ink), &secret).unwrap();
        std::os::unix::fs::symlink(&secret, blobs.path(ink)).unwrap();
        assert!(blobs.get(ink).is_err() && blobs.open_file(ink).is_err());
        fs::remove_file(blobs.path(ink)).unwrap();
        let (kind, mode) = (rustix::fs::FileType::Fifo, rustix::fs::Mode::RUSR);
        rustix::fs::mknodat(rustix::fs::CWD, blobs.path(ink), kind, mode, 0).unwrap();
        assert!(blobs.get(ink).is_err(), "nobody writes into the pipe");
        fs::remove_file(blobs.path(ink)).unwrap();
        assert_eq!(blobs.get(ink).unwrap(), None);
    }

    #[test]
    fn scratch_file_has_no_directory_entry() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let mut temp_file = blobs.temp_file().unwrap();
        temp_file.write_all(b"draft").unwrap();
        assert_eq!(fs::read_dir(folder.path().join("tmp")).unwrap().count(), 0);
    }
}
