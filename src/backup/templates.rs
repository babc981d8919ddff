//! Community's own templates in its data folder.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

/// Found templates, each in a folder of its kind.
#[derive(Default)]
pub(super) struct Templates {
    pub(super) files: Vec<PathBuf>,
    /// Folders that cannot be read, with the errors.
    pub(super) unreadable: Vec<(PathBuf, io::Error)>,
}

impl Templates {
    /// Finds the templates in a folder, which may be missing.
    pub(super) fn find(root: &Path) -> Self {
        let mut found = Self::default();
        for folder in found.list(root) {
            if folder.is_dir() {
                let files = found.list(&folder);
                found.files.extend(files.into_iter().filter(|path| is_template(path)));
            }
        }
        found
    }

    fn list(&mut self, folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).and_then(|entries| {
            entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()
        });
        match entries {
            Ok(paths) => return paths,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => self.unreadable.push((folder.to_owned(), error)),
        }
        Vec::new()
    }
}

/// Whether a path is that of a template, readable or not. A folder counts only if it has a file extension, and an editor's
/// leftover only if it is a file.
fn is_template(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let is_of_editor = name.starts_with('.') || name.ends_with('~');
    path.is_file() || !(is_of_editor || path.is_dir() && path.extension().is_none())
}

/// Checks that a template can be read to its end.
pub(super) fn require_readable(path: &Path) -> io::Result<()> {
    if !fs::metadata(path)?.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is no regular file"));
    }
    io::copy(&mut File::open(path)?, &mut io::sink()).map(drop)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn template_search_skips_folders_and_editor_lock_files() {
        let root = tempfile::tempdir().unwrap();
        let book = root.path().join("book");
        fs::create_dir_all(book.join("old")).unwrap();
        fs::create_dir_all(book.join("cover.typ")).unwrap();
        File::create(book.join("title.typ")).unwrap();
        for link in ["words.typ", ".#words.typ"] {
            std::os::unix::fs::symlink("/nowhere", book.join(link)).unwrap();
        }
        let mut files = Templates::find(root.path()).files;
        files.sort();
        assert_eq!(files, ["cover.typ", "title.typ", "words.typ"].map(|name| book.join(name)));
        assert!(require_readable(&files[1]).is_ok());
        assert!(require_readable(&files[0]).is_err() && require_readable(&files[2]).is_err());
        assert!(Templates::find(&root.path().join("none")).unreadable.is_empty());
    }
}
