//! Backups on a disk: a folder of archives, and beside them one pool of the files that they name, which all of them share.
//!
//! ```text
//! backups/
//!   2026-11-22T21-04-05Z/   manifest.json  inkfold.redb  blobs.txt  templates/
//!   blobs/ab/abcd…
//!   2026-11-23T21-04-05Z/   manifest.json  inkfold.redb.age  blobs.txt.age  files.txt  templates/
//!   encrypted/0f1e…/ab/abcd…-cdef….age
//! ```
//!
//! An archive is written aside and renamed, so that one with its name is whole. No name has a sign in it that a stick formatted
//! for other systems refuses. A file goes into the pool once: the next archive costs its database and what is new.
//!
//! With recipients, all of it is encrypted but the manifest and a list of names that say nothing: those are read without a key by
//! whoever tidies up, or looks whether all is as it was written. Other recipients have a pool of their own.

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
mod sink;
mod templates;
mod verify;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::domain::blob::{BlobHash, ParseHashError};
use crate::domain::time::Time;

pub use blob_pool::BlobPool;
pub use builder::ArchiveBuilder;
pub use encryptor::Encryptor;
pub use error::{Error, Result};
pub use free_space::make_sure;
pub use incoming::{Place, Places, Received, Source, read_manifest, read_names, read_pool};
pub use key::Key;
pub use manifest::{Contents, Encryption, LeftOut, Manifest};
pub use names::is_moment;
pub use outgoing::{PoolName, StoredFile};
pub use reader::ArchiveReader;
pub use verify::{DamagedPart, PoolFile, Verified};

use error::WithContext;
use names::is_like_one;

pub const DATABASE: &str = "inkfold.redb";
pub const TEMPLATES: &str = "templates";
pub const BLOBS: &str = "blobs";
const LIST: &str = "blobs.txt";
const ENCRYPTED: &str = "encrypted";
/// What the files of an encrypted archive are called in the pool.
const FILES: &str = "files.txt";
/// How the name of an encrypted file ends.
const SEALED: &str = ".age";

/// Where backups lie.
pub struct Folder {
    root: PathBuf,
}

impl Folder {
    /// A folder that must be there: one that is made where a stick should be would fill the disk that is to be backed up.
    pub fn open(root: &Path) -> Result<Self> {
        if root.is_dir() {
            Ok(Self { root: root.to_owned() })
        } else {
            Err(Error::NoFolder(root.to_owned()))
        }
    }

    /// A folder that is made when it is not there.
    pub fn make(root: &Path) -> Result<Self> {
        make_folder(root).with_context(|| format!("making the folder {}", root.display()))?;
        Self::open(root)
    }

    /// The archives, the oldest first; what cannot be read is none.
    pub fn archives(&self) -> Result<Vec<Archive>> {
        let mut archives: Vec<_> =
            self.manifests()?.iter().filter_map(|path| Archive::open(path).ok()).collect();
        // Those of one second are numbered.
        archives.sort_by_cached_key(|archive| (archive.manifest.made_at, archive.name()));
        Ok(archives)
    }

    /// Archives that cannot be read, and why.
    pub fn unreadable(&self) -> Result<Vec<(PathBuf, Error)>> {
        let opened = self.manifests()?.into_iter().map(|path| {
            let opened = Archive::open(&path);
            (path, opened)
        });
        let failed = opened.filter_map(|(path, opened)| Some((path, opened.err()?)));
        // Others call a file of theirs so, too.
        let is_one =
            |path: &Path, error: &Error| matches!(error, Error::Newer { .. }) || is_like_one(path);
        Ok(failed.filter(|(path, error)| is_one(path, error)).collect())
    }

    /// The files of its archives that are not encrypted.
    pub fn pool(&self) -> BlobPool {
        BlobPool::of(&self.root)
    }

    /// The folders with a manifest, whether or not it can be read.
    fn manifests(&self) -> Result<Vec<PathBuf>> {
        let reading = || format!("reading the folder {}", self.root.display());
        let mut found = Vec::new();
        for entry in fs::read_dir(&self.root).with_context(reading)? {
            let path = entry.with_context(reading)?.path();
            let is_one = path.extension().is_none() && Manifest::may_be_in(&path);
            found.extend(is_one.then_some(path));
        }
        Ok(found)
    }

    /// The beginning of a new archive, encrypted where there is a seal.
    pub fn builder(&self, made_at: Time, encryptor: Option<Encryptor>) -> Result<ArchiveBuilder> {
        ArchiveBuilder::begin(&self.root, made_at, encryptor)
    }

    pub fn path(&self) -> &Path {
        &self.root
    }
}

/// One backup.
#[derive(Clone, Debug)]
pub struct Archive {
    path: PathBuf,
    pub manifest: Manifest,
}

impl Archive {
    /// Reads what an archive says of itself.
    pub fn open(path: &Path) -> Result<Self> {
        Ok(Self { path: path.to_owned(), manifest: Manifest::read(path)? })
    }

    /// Its name among the others: when it was made.
    pub fn name(&self) -> String {
        self.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Its database, if anybody can read it.
    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    /// Where one of its files lies that is not in the pool.
    fn file(&self, name: &str) -> PathBuf {
        let path = self.path.join(name);
        if self.manifest.is_encrypted() { sink::sealed(&path) } else { path }
    }

    /// Names of its files in the pool.
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

/// What is written is on its way to the disk only when that is synced as a whole.
fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    use std::io::Write;
    fs::File::create_new(path)?.write_all(bytes)
}

/// Nobody else on the machine reads what members wrote.
fn make_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().recursive(true).mode(0o700).create(path)
}
