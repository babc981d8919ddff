//! Backups on a disk: a folder of archives, and one pool of the files that all of them share.
//!
//! ```text
//! backups/
//!   2026-11-22T21-04-05Z/   manifest.json  inkfold.redb  blobs.txt  templates/
//!   blobs/ab/abcd…
//!   2026-11-23T21-04-05Z/   manifest.json  inkfold.redb.age  blobs.txt.age  files.txt  templates/
//!   encrypted/0f1e…/ab/abcd…-cdef….age
//! ```
//!
//! An archive is written aside and renamed, so that one with its name is whole. Names have no character that a stick formatted for
//! other systems refuses. A file is added to the pool once: the next archive costs its database and the new files.
//!
//! With recipients, everything is encrypted but the manifest and a list of opaque names: pruning and verification read them
//! without a key. Each set of recipients has a pool of its own.

mod blob_pool;
mod builder;
mod encrypted_blob_pool;
mod encryptor;
mod error;
mod free_space;
mod incoming;
mod key;
mod manifest;
mod names;
mod outgoing;
mod prune;
mod reader;
pub mod remote;
mod sink;
mod templates;
mod verify;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::domain::blob::{BlobHash, ParseHashError};
use crate::domain::time::Timestamp;
use crate::platform::file_system::{parent_of, sync_all_files, sync_folder};

pub use blob_pool::BlobPool;
pub use builder::ArchiveBuilder;
pub use encryptor::Encryptor;
pub use error::{Error, Result};
pub use free_space::ensure_free_space;
pub use incoming::{
    FetchedArchive, PoolLocation, PoolLocations, Source, read_manifest, read_names, read_pool,
};
pub use key::Key;
pub use manifest::{Contents, Encryption, Manifest, OmittedSecrets};
pub use names::is_archive_name;
pub use outgoing::{PoolName, StoredFile};
pub use reader::ArchiveReader;
pub use verify::{DamagedPart, PoolFile, VerificationReport};

use error::WithContext;
use names::{has_lost_manifest, looks_like_archive};

pub const DATABASE: &str = "inkfold.redb";
pub const TEMPLATES: &str = "templates";
pub const BLOBS: &str = "blobs";
const LIST: &str = "blobs.txt";
const ENCRYPTED: &str = "encrypted";
/// File with the names of an encrypted archive's files in the pool.
const FILES: &str = "files.txt";
/// Maximum length of a list of files in bytes, decrypted or fetched: some millions of names.
const MAX_LIST_LENGTH: u64 = 1 << 30;
/// Extension of encrypted files.
const AGE_SUFFIX: &str = ".age";

/// Backup folder.
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// Opens an existing folder. It is not created: in place of an unplugged stick, it would fill the disk that is backed up.
    pub fn open(root: &Path) -> Result<Self> {
        if root.is_dir() {
            Ok(Self { root: root.to_owned() })
        } else {
            Err(Error::NoFolder(root.to_owned()))
        }
    }

    /// Opens the folder, or creates it if it does not exist.
    pub fn create_or_open(root: &Path) -> Result<Self> {
        make_folder(root).with_context(|| format!("making the folder {}", root.display()))?;
        Self::open(root)
    }

    /// Archives in the folder, the oldest first; unreadable ones are skipped.
    pub fn archives(&self) -> Result<Vec<Archive>> {
        let mut archives: Vec<_> =
            self.manifests()?.iter().filter_map(|path| Archive::open(path).ok()).collect();
        // Archives of the same second are numbered.
        archives.sort_by_cached_key(|archive| (archive.manifest.made_at, archive.name()));
        Ok(archives)
    }

    /// Archives that cannot be opened, with the errors.
    pub fn unreadable(&self) -> Result<Vec<(PathBuf, Error)>> {
        let opened = self.manifests()?.into_iter().map(|path| {
            let opened = Archive::open(&path);
            (path, opened)
        });
        let failed = opened.filter_map(|(path, opened)| Some((path, opened.err()?)));
        // Other programs have files named `manifest.json`, too.
        let is_one = |path: &Path, error: &Error| {
            matches!(error, Error::Newer { .. }) || looks_like_archive(path)
        };
        Ok(failed.filter(|(path, error)| is_one(path, error)).collect())
    }

    /// Pool of the files of unencrypted archives.
    pub fn pool(&self) -> BlobPool {
        BlobPool::of(&self.root)
    }

    /// Folders of archives: with a manifest, readable or not, or with what an archive without its manifest has.
    fn manifests(&self) -> Result<Vec<PathBuf>> {
        let reading = || format!("reading the folder {}", self.root.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.root).with_context(reading)? {
            let path = entry.with_context(reading)?.path();
            let is_one = path.extension().is_none()
                && (Manifest::may_be_in(&path) || has_lost_manifest(&path));
            found.extend(is_one.then_some(path));
        }
        Ok(found)
    }

    /// Begins a new archive, encrypted if there is an encryptor.
    pub fn builder(
        &self,
        made_at: Timestamp,
        encryptor: Option<Encryptor>,
    ) -> Result<ArchiveBuilder> {
        ArchiveBuilder::begin(&self.root, made_at, encryptor)
    }

    pub fn path(&self) -> &Path {
        &self.root
    }
}

/// Backup: an archive folder with its manifest.
#[derive(Clone, Debug)]
pub struct Archive {
    path: PathBuf,
    pub manifest: Manifest,
}

impl Archive {
    /// Reads the manifest of an archive.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self { path: path.to_owned(), manifest: Manifest::read(path)? })
    }

    /// Name of the archive: the time when it was made.
    pub fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Path of the database of an unencrypted archive.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Path of a file of the archive outside of the pool, with the extension of encrypted files if the archive is encrypted.
    fn file(&self, name: &str) -> PathBuf {
        let path = self.path.join(name);
        if self.manifest.is_encrypted() { sink::encrypted_path(&path) } else { path }
    }

    /// Names of the archive's files in the pool.
    pub fn names(&self) -> Result<Vec<BlobHash>> {
        let list = self.path.join(if self.manifest.is_encrypted() { FILES } else { LIST });
        let text =
            fs::read_to_string(&list).with_context(|| format!("reading {}", list.display()))?;
        let names: Result<_, ParseHashError> = text.lines().map(str::parse).collect();
        names.map_err(|_| self.damaged("its list of files cannot be read"))
    }

    fn pool(&self) -> BlobPool {
        BlobPool::of(self.folder())
    }

    fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    fn damaged(&self, what: impl Into<String>) -> Error {
        Error::Damaged { path: self.path.clone(), what: what.into() }
    }
}

/// Writes a new file without a sync: the caller syncs the whole disk afterwards.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use std::io::Write;
    fs::File::create_new(path)?.write_all(bytes)
}

/// Gives an archive its final name, after all of it is on the disk: there it is whole or absent.
fn rename_whole(partial: &Path, whole: &Path) -> io::Result<()> {
    let folder = parent_of(whole);
    sync_all_files(folder)?;
    fs::rename(partial, whole)?;
    sync_folder(folder)
}

/// Creates a folder and its parents with mode 0700, so that other users of the machine cannot read what members wrote. Without a
/// sync, like [`write_new`].
fn make_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}
