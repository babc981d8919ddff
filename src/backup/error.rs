//! Errors of making and using backups.

use std::io;
use std::path::PathBuf;

/// Error of a backup, in words for the operator.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("there is no folder {}: is the disk or stick that it is on connected?", .0.display())]
    NoFolder(PathBuf),
    #[error("there is no backup in {} yet\nhint: `inkfold backup now` makes one", .0.display())]
    NoneYet(PathBuf),
    #[error("there is no backup {name} in {}\nhint: {}", .folder.display(), suggestion(.nearest.as_ref()))]
    NotFound { folder: PathBuf, name: String, nearest: Option<String> },
    #[error("there is no backup {}\nhint: `inkfold backup list` lists those in the folder of the settings", .0.display())]
    NoSuchPath(PathBuf),
    #[error("{} is not a backup: it has no manifest.json that says so", .0.display())]
    NotAnArchive(PathBuf),
    #[error("{} is a folder of backups: name one of those in it, such as {}", .folder.display(), .folder.join(.youngest).display())]
    Several { folder: PathBuf, youngest: String },
    #[error("the backup {} was written by a newer Inkfold ({program}): use that one", .path.display())]
    Newer { path: PathBuf, program: String },
    #[error("the backup {} is damaged: {what}", .path.display())]
    Damaged { path: PathBuf, what: String },
    #[error(
        "files of the backup {} are damaged:{files}\nhint: the next backup replaces those that are intact in the data folder; `inkfold restore --without-damaged` restores all others", .path.display()
    )]
    FilesDamaged { path: PathBuf, files: String },
    #[error(
        "the backup {} is encrypted: name the file of a key that opens it, with --identity. It was encrypted for {recipients}", .path.display()
    )]
    Locked { path: PathBuf, recipients: String },
    #[error(
        "the key in {} does not open the backup {}, which was encrypted for {recipients}: name the file of that key", .key.display(), .path.display()
    )]
    OtherKey { path: PathBuf, key: PathBuf, recipients: String },
    #[error(
        "{} is not the file of a key, as `inkfold backup key` or `age-keygen` makes it: {why}", .path.display()
    )]
    NotAKey { path: PathBuf, why: String },
    #[error("{} is there already, and a key is never written over: backups may need it", .0.display())]
    KeyIsThere(PathBuf),
    #[error("{} has room for {free} MB more, and {needed} MB are needed: make room on that disk, or use a larger one", .folder.display())]
    InsufficientSpace { folder: PathBuf, needed: u64, free: u64 },
    #[error(
        "the copy {place} has backups of another community, {community}: give each community a folder of its own, since each removes old backups by its own rules"
    )]
    OthersCopy { place: String, community: String },
    #[error("{action} failed")]
    Io { action: String, source: io::Error },
}

fn suggestion(nearest: Option<&String>) -> String {
    match nearest {
        Some(name) => format!("did you mean `{name}`?"),
        None => "`inkfold backup list` lists them".to_owned(),
    }
}

/// Result of an operation on backups.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Adds the attempted action to an I/O error.
pub(super) trait WithContext<T> {
    fn with_context(self, what: impl FnOnce() -> String) -> Result<T>;
}

impl<T> WithContext<T> for io::Result<T> {
    fn with_context(self, what: impl FnOnce() -> String) -> Result<T> {
        self.map_err(|source| Error::Io { action: what(), source })
    }
}
