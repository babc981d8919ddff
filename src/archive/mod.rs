//! Backups on a disk: a folder of archives, and beside them one pool of the files that they name, which all of them share.
//!
//! ```text
//! backups/
//!   2026-11-22T21-04-05Z/   manifest.json  inkfold.redb  blobs.txt  templates/
//!   blobs/ab/abcd…
//! ```
//!
//! An archive is written aside and renamed, so that one with its name is whole. No name has a sign in it that a stick formatted
//! for other systems refuses. A file goes into the pool once: the next archive costs its database and what is new.

mod draft;
mod manifest;
mod pool;
mod room;
mod verify;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::domain::blob::{BlobHash, NotAHash};
use crate::domain::time::Time;

pub use draft::Draft;
pub use manifest::{Contents, Manifest};
pub use pool::Pool;
pub use room::{free_bytes, make_sure};
pub use verify::Verified;

pub const DATABASE: &str = "inkfold.redb";
pub const TEMPLATES: &str = "templates";
pub const BLOBS: &str = "blobs";
const LIST: &str = "blobs.txt";

/// Why a backup cannot be made or used. Words for whoever runs the server.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no folder {}: is the disk or stick that it is on connected?", .0.display())]
    NoFolder(PathBuf),
    #[error("{} is not a backup: it has no manifest.json that says so", .0.display())]
    NotAnArchive(PathBuf),
    #[error("the backup {} was written by a newer Inkfold ({program}): use that one", .path.display())]
    Newer { path: PathBuf, program: String },
    #[error("the backup {} is damaged: {what}", .path.display())]
    Damaged { path: PathBuf, what: String },
    #[error("{} has room for {free} MB more, and {needed} MB are needed", .folder.display())]
    NoRoom { folder: PathBuf, needed: u64, free: u64 },
    #[error("{doing} failed")]
    Io { doing: String, source: io::Error },
}

/// The answer of what is done with backups.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Says what was being done when the system failed.
trait Doing<T> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T>;
}

impl<T> Doing<T> for io::Result<T> {
    fn doing(self, what: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|source| Error::Io { doing: what(), source })
    }
}

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
        make_folder(root).doing(|| format!("making the folder {}", root.display()))?;
        Self::open(root)
    }

    /// The archives, the oldest first; what cannot be read is none.
    pub fn archives(&self) -> Result<Vec<Archive>> {
        let reading = || format!("reading the folder {}", self.root.display());
        let mut archives = Vec::new();
        for entry in fs::read_dir(&self.root).doing(reading)? {
            let path = entry.doing(reading)?.path();
            let is_named = path.extension().is_none() && path.join(Manifest::FILE).is_file();
            archives
                .extend(Some(path).filter(|_| is_named).and_then(|path| Archive::open(&path).ok()));
        }
        archives.sort_by_key(|archive| archive.manifest.made_at);
        Ok(archives)
    }

    /// The beginning of a new archive.
    pub fn draft(&self, made_at: Time) -> Result<Draft> {
        Draft::begin(&self.root, made_at)
    }

    /// Removes archives, and then the files in the pool that no other names.
    pub fn remove(&self, archives: &[Archive]) -> Result<()> {
        for archive in archives {
            // Without its manifest it is none any more, whatever happens to the rest.
            let manifest = archive.path.join(Manifest::FILE);
            fs::remove_file(manifest)
                .and_then(|()| fs::remove_dir_all(&archive.path))
                .doing(|| format!("removing the backup {}", archive.path.display()))?;
        }
        let mut wanted = std::collections::HashSet::new();
        for archive in self.archives()? {
            wanted.extend(archive.blobs()?);
        }
        self.pool().keep_only(&wanted)
    }

    pub fn path(&self) -> &Path {
        &self.root
    }

    fn pool(&self) -> Pool {
        Pool::of(&self.root)
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

    pub fn database(&self) -> PathBuf {
        self.path.join(DATABASE)
    }

    pub fn templates(&self) -> PathBuf {
        self.path.join(TEMPLATES)
    }

    /// The files that its database names.
    pub fn blobs(&self) -> Result<Vec<BlobHash>> {
        let list = self.path.join(LIST);
        let text = fs::read_to_string(&list).doing(|| format!("reading {}", list.display()))?;
        let blobs: Result<_, NotAHash> = text.lines().map(str::parse).collect();
        blobs.map_err(|_| self.damaged("its list of files cannot be read"))
    }

    /// Where a file of its pool lies.
    pub fn blob(&self, blob: BlobHash) -> PathBuf {
        self.pool().path(blob)
    }

    fn pool(&self) -> Pool {
        Pool::of(self.path.parent().unwrap_or(Path::new(".")))
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
