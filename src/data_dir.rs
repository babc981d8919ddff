//! State of a data folder: whether it has a community, and whether its database is where it should be.
//!
//! Invariant: a missing or empty database beside files of a community is damage, never the beginning of a new community. If a
//! community were created there, every file would be an orphan.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::backup::DATABASE;
use crate::blobs;

/// Folder of the stored files.
pub const BLOBS: &str = "blobs";
/// Folder in the data folder whose files take the place of built-in templates.
pub const TEMPLATES: &str = "templates";

/// Beginning of the name of a folder in which a restore keeps what was there.
pub const ASIDE_PREFIX: &str = "before-restore-";

/// File that marks the data folder of a standby, which is replaced by every new backup of another server.
pub const STANDBY: &str = "standby.json";

/// Reason why a data folder cannot be opened, or why no community can be made in it.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(
        "there is no community in {}\nhint: if it lies on another disk, mount that disk; otherwise name its folder with --data-dir, or make a new community with `inkfold init`", .0.display()
    )]
    NoCommunity(PathBuf),
    #[error(
        "the database {} is missing, but the files of a community are beside it. Nothing was changed\nhint: put inkfold.redb back in its place, or restore a backup with `inkfold restore`", .0.display()
    )]
    DatabaseMissing(PathBuf),
    #[error(
        "the database {} is empty, so it is damaged, and the files of a community are beside it. Nothing was changed\nhint: put the real inkfold.redb in its place, or restore a backup with `inkfold restore`", .0.display()
    )]
    DatabaseEmpty(PathBuf),
    #[error(
        "there is no database in {}, but {} has one, which a restore has kept. Nothing was changed\nhint: to go on with that community, move its inkfold.redb, blobs and templates to {}; to make a new one, move the folder elsewhere first", .data_dir.display(), .aside.display(), .data_dir.display()
    )]
    KeptAside { data_dir: PathBuf, aside: PathBuf },
    #[error(
        "a restore in {} was interrupted\nhint: the next start of the server finishes it, and so does any other command, such as `inkfold user list`", .0.display()
    )]
    RestoreUnfinished(PathBuf),
    #[error(
        "{} is a standby: the backups of another server replace everything in it\nhint: to take over from that server, stop it and this standby, and run `inkfold restore --take-over`", .0.display()
    )]
    Standby(PathBuf),
    #[error("{} is no standby", .0.display())]
    NotAStandby(PathBuf),
    #[error(
        "{} has a community of its own, or backups, which a standby would replace\nhint: name an empty folder with --data-dir", .0.display()
    )]
    OwnCommunity(PathBuf),
    #[error(
        "{} is not a folder, so the files of the community cannot be reached. Nothing was changed\nhint: if it is a link to another disk, mount that disk; otherwise move it elsewhere, and bring the files back with `inkfold db repair` or `inkfold restore`", .0.display()
    )]
    BlobsNotAFolder(PathBuf),
    #[error(
        "{} cannot be read: {error}\nhint: run this as the user that the server runs as, or as root", .path.display()
    )]
    Unreadable { path: PathBuf, error: io::Error },
}

/// Refuses a data folder without a community, or one whose database is missing or empty, and a standby.
pub fn require_community(data_dir: &Path) -> Result<(), Error> {
    require_no_standby(data_dir)?;
    require_database(data_dir)
}

/// Refuses a data folder without a database, or whose files cannot be reached; accepts one of a standby.
pub fn require_database(data_dir: &Path) -> Result<(), Error> {
    match database_length(data_dir)? {
        Some(1..) => require_blobs_folder(data_dir),
        length => {
            refuse_remains(data_dir, length)?;
            Err(Error::NoCommunity(data_dir.to_owned()))
        }
    }
}

/// Refuses the data folder of a standby.
pub fn require_no_standby(data_dir: &Path) -> Result<(), Error> {
    if data_dir.join(STANDBY).exists() {
        return Err(Error::Standby(data_dir.to_owned()));
    }
    Ok(())
}

/// Refuses a data folder with a community, or with remains of one.
pub fn require_empty(data_dir: &Path) -> Result<(), Error> {
    let has_remains = has_remains(data_dir)? || find_replaced_folder(data_dir)?.is_some();
    if database_length(data_dir)?.is_some() || has_remains {
        return Err(Error::OwnCommunity(data_dir.to_owned()));
    }
    Ok(())
}

/// Refuses to create a community where another one has lost its database. An intact community is accepted.
pub fn require_room_for_community(data_dir: &Path) -> Result<(), Error> {
    require_no_standby(data_dir)?;
    match database_length(data_dir)? {
        Some(1..) => require_blobs_folder(data_dir),
        length => refuse_remains(data_dir, length),
    }
}

/// Refuses a file, or a link to a missing disk, in the place of the folder of stored files. The folder itself may be missing.
fn require_blobs_folder(data_dir: &Path) -> Result<(), Error> {
    let path = data_dir.join(BLOBS);
    let is_obstacle = fs::symlink_metadata(&path).is_ok() && !path.is_dir();
    if is_obstacle { Err(Error::BlobsNotAFolder(path)) } else { Ok(()) }
}

/// Size of the database in bytes; `None` when there is no database.
fn database_length(data_dir: &Path) -> Result<Option<u64>, Error> {
    let path = data_dir.join(DATABASE);
    match fs::metadata(&path) {
        Ok(file) => Ok(Some(file.len())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Error::Unreadable { path, error }),
    }
}

fn refuse_remains(data_dir: &Path, length: Option<u64>) -> Result<(), Error> {
    if !has_remains(data_dir)? {
        return match find_replaced_folder(data_dir)? {
            Some(aside) => Err(Error::KeptAside { data_dir: data_dir.to_owned(), aside }),
            None => Ok(()),
        };
    }
    let database = data_dir.join(DATABASE);
    Err(match length {
        Some(_) => Error::DatabaseEmpty(database),
        None => Error::DatabaseMissing(database),
    })
}

/// Whether files, backups or mails show that there was a community.
fn has_remains(data_dir: &Path) -> Result<bool, Error> {
    let root = data_dir.join(BLOBS);
    if blobs::has_files(&root).map_err(|error| Error::Unreadable { path: root, error })? {
        return Ok(true);
    }
    Ok(!list(&data_dir.join("backups"))?.is_empty() || !list(&data_dir.join("mail"))?.is_empty())
}

/// Newest folder with a database that a restore has kept.
fn find_replaced_folder(data_dir: &Path) -> Result<Option<PathBuf>, Error> {
    let has_database = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(ASIDE_PREFIX) && path.join(DATABASE).exists()
    };
    Ok(list(data_dir)?.into_iter().filter(has_database).max())
}

/// Paths in a folder; empty when the folder does not exist.
fn list(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let unreadable = |error| Error::Unreadable { path: folder.to_owned(), error };
    match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        entries => entries
            .and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect())
            .map_err(unreadable),
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::Write;

    use super::*;

    fn refusal(data_dir: &Path) -> [Option<String>; 2] {
        [require_community(data_dir), require_room_for_community(data_dir)]
            .map(|outcome| outcome.err().map(|error| error.to_string()))
    }

    #[test]
    fn folder_without_community_can_be_initialised_not_opened() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("blobs/lost+found")).unwrap();
        for _ in 0..2 {
            let [opening, founding] = refusal(folder.path());
            assert!(opening.unwrap().contains("there is no community in"));
            assert_eq!(founding, None);
            // The same applies to an empty database file.
            File::create(folder.path().join(DATABASE)).unwrap();
        }
    }

    #[test]
    fn files_without_database_are_refused() {
        let folder = tempfile::tempdir().unwrap();
        let blob = folder.path().join("blobs/ab").join("ab".repeat(32));
        fs::create_dir_all(blob.parent().unwrap()).unwrap();
        File::create(&blob).unwrap();
        let is_told = |words: &str| {
            for told in refusal(folder.path()) {
                assert!(told.as_ref().is_some_and(|told| told.contains(words)), "{told:?}");
            }
        };
        is_told("is missing");
        let mut database = File::create(folder.path().join(DATABASE)).unwrap();
        is_told("is empty");
        database.write_all(b"something").unwrap();
        assert_eq!(refusal(folder.path()), [None, None]);

        fs::remove_file(folder.path().join(DATABASE)).unwrap();
        fs::remove_file(blob).unwrap();
        fs::create_dir_all(folder.path().join("backups/2026-01-01T00-00-00Z")).unwrap();
        is_told("is missing");
    }
}
