//! Names of archives, and removal of unfinished ones.

use std::fs;
use std::path::{Component, Path, PathBuf};

use crate::domain::time::Timestamp;

use super::sink::encrypted_path;
use super::{DATABASE, Result, WithContext};

/// Extension of the folder of an unfinished archive.
pub(super) const PARTIAL: &str = "partial";

/// Path of a new archive: its time without characters that a stick refuses, numbered if the second is taken.
pub(super) fn free_path(folder: &Path, made_at: Timestamp) -> PathBuf {
    let name = made_at.to_string().replace(':', "-");
    let mut names = (1..).map(|n| if n == 1 { name.clone() } else { format!("{name}-{n}") });
    let is_free = |name: &String| {
        let path = folder.join(name);
        !path.exists() && !path.with_extension(PARTIAL).exists()
    };
    folder.join(names.find(is_free).unwrap_or(name.clone()))
}

/// Removes the folders of interrupted backups: no other backup may run meanwhile. Folders of other names stay, as a stick may have
/// other people's.
pub(super) fn remove_unfinished(folder: &Path) -> Result<()> {
    let removing = || format!("removing what an earlier backup has left in {}", folder.display());
    for entry in fs::read_dir(folder).with_context(removing)? {
        let path = entry.with_context(removing)?.path();
        if path.file_name().and_then(|name| name.to_str()).is_some_and(is_unfinished_archive) {
            // A folder of another user of the machine cannot be removed and stays: it only takes space.
            let _ = fs::remove_dir_all(&path);
        }
    }
    Ok(())
}

fn is_unfinished_archive(name: &str) -> bool {
    let stem = name.strip_suffix(PARTIAL).and_then(|name| name.strip_suffix('.'));
    stem.is_some_and(is_archive_name)
}

/// Whether a name has the form of an archive's time, such as `2026-11-22T21-04-05Z-2`.
pub fn is_archive_name(name: &str) -> bool {
    const LIKE: &str = "0000-00-00T00-00-00Z";
    let Some((moment, number)) = name.split_at_checked(LIKE.len()) else { return false };
    let is_like = |(one, like): (u8, u8)| {
        if like == b'0' { one.is_ascii_digit() } else { one == like }
    };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|one| one.is_ascii_digit());
    moment.bytes().zip(LIKE.bytes()).all(is_like)
        && (number.is_empty() || number.strip_prefix('-').is_some_and(is_number))
}

/// Whether a path stays within the folder that it is joined to: it is not absolute, and has no `..`.
pub(super) fn is_relative(path: &Path) -> bool {
    path.components().all(|part| matches!(part, Component::Normal(_)))
}

/// Whether a folder is an archive by its name, or by a database in it.
pub(super) fn looks_like_archive(path: &Path) -> bool {
    has_archive_name(path) || has_database(path)
}

/// Whether a folder without a manifest is an archive by its name and by a database in it: its files must not be pruned.
pub(super) fn has_lost_manifest(path: &Path) -> bool {
    has_archive_name(path) && has_database(path)
}

fn has_archive_name(path: &Path) -> bool {
    path.file_name().and_then(|name| name.to_str()).is_some_and(is_archive_name)
}

fn has_database(path: &Path) -> bool {
    let database = path.join(DATABASE);
    database.exists() || encrypted_path(&database).exists()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::{Folder, TEMPLATES, make_folder};

    #[test]
    fn next_archive_removes_unfinished_ones() {
        let stick = tempfile::tempdir().unwrap();
        let left = ["2026-01-01T00-00-00Z.partial", "2025-12-31T23-59-59Z-12.partial"];
        let others =
            ["holidays.partial", "2026-01-01T00-00-00Z-.partial", "2026-01-01.partial", "blobs"];
        for name in left.iter().chain(&others) {
            make_folder(&stick.path().join(name).join(TEMPLATES)).unwrap();
        }
        let now = Timestamp { seconds: 1_767_225_600, nanoseconds: 0 };
        let folder = Folder::open(stick.path()).unwrap();
        let builder = folder.builder(now, None).unwrap();
        assert_eq!(builder.database().parent(), Some(&*stick.path().join(left[0])));
        assert_eq!(fs::read_dir(stick.path().join(left[0])).unwrap().count(), 0);
        assert!(!stick.path().join(left[1]).exists());
        assert!(others.iter().all(|name| stick.path().join(name).exists()));
        drop(builder);
        assert!(!stick.path().join(left[0]).exists());
    }

    #[test]
    fn archives_of_same_second_get_different_names() {
        let stick = tempfile::tempdir().unwrap();
        let now = Timestamp { seconds: 1_767_225_600, nanoseconds: 0 };
        for name in ["2026-01-01T00-00-00Z", "2026-01-01T00-00-00Z-2"] {
            let path = free_path(stick.path(), now);
            assert_eq!(path, stick.path().join(name));
            assert!(is_archive_name(name));
            make_folder(&path).unwrap();
        }
        assert!(!is_archive_name("before-upgrade") && !is_archive_name("2026-01-01T00-00-00Z-x"));
    }
}
