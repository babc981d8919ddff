//! Templates of a book: the built-in ones, overridden by those of an admin in the data folder.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::{Template, template};
use sandbox::Failure;

pub(super) const MAIN: &str = "/book/main.typ";
/// Folders of `forms/` whose files can be overridden. The form is excluded, because filled forms are compared with it.
const FOLDERS: [&str; 2] = ["book", "shared"];
/// Maximum size of all files of an admin, in bytes.
const MAX_FILES_BYTES: u64 = 32 << 20;

static BUILT_IN: [Template; 10] = [
    template!("/book/main.typ"),
    template!("/book/style.typ"),
    template!("/book/cover.typ"),
    template!("/book/title.typ"),
    template!("/book/contents.typ"),
    template!("/book/chapter.typ"),
    template!("/book/memo.typ"),
    template!("/book/voices.typ"),
    template!("/book/colophon.typ"),
    template!("/shared/words.typ"),
];

/// Main template of a section of a large book; cannot be overridden.
pub(super) static SECTION: Template = template!("/sections/main.typ");
/// Main template of the cover alone; cannot be overridden.
pub(super) static COVER: Template = template!("/sections/cover.typ");
/// Main template of the cover of a printed book; cannot be overridden.
pub(super) static WRAP: Template = template!("/sections/wrap.typ");
/// Replaces the template of chapters in the frame of a large book.
pub(super) static BLANK_CHAPTER: Template =
    ("/book/chapter.typ", template!("/sections/chapter.typ").1);

/// Path and content of every built-in template, such as `/book/cover.typ`.
pub fn built_in() -> &'static [Template] {
    &BUILT_IN
}

/// Templates of a book.
#[derive(Clone, Debug, Default)]
pub struct Templates {
    folder: PathBuf,
    /// Overriding files by path, as in templates: `/book/cover.typ`.
    own: BTreeMap<String, Vec<u8>>,
    /// Errors of files that could not be read, a sentence each.
    unread: Vec<String>,
}

impl Templates {
    /// Loads the files in `book/` and `shared/` of a folder, which need not exist.
    pub fn read(folder: &Path) -> Self {
        let mut templates = Self { folder: folder.to_owned(), ..Self::default() };
        let mut room = MAX_FILES_BYTES;
        for name in FOLDERS {
            if let Err(error) = templates.read_folder(name, &mut room) {
                let place = folder.join(name);
                templates.unread.push(format!("{} cannot be read: {error}.", place.display()));
            }
        }
        templates
    }

    fn read_folder(&mut self, name: &str, room: &mut u64) -> io::Result<()> {
        let entries = match fs::read_dir(self.folder.join(name)) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let path = entry?.path();
            let file = path.file_name().and_then(|file| file.to_str()).unwrap_or_default();
            let details = fs::metadata(&path)?;
            // Hidden files and backup copies of editors.
            if file.is_empty() || file.starts_with('.') || file.ends_with('~') || !details.is_file()
            {
                continue;
            }
            *room = room.checked_sub(details.len()).ok_or(io::ErrorKind::FileTooLarge)?;
            self.own.insert(format!("/{name}/{file}"), fs::read(&path)?);
        }
        Ok(())
    }

    /// Whether built-in templates are overridden.
    pub(super) fn has_own(&self) -> bool {
        !self.own.is_empty()
    }

    pub(super) fn unread(&self) -> &[String] {
        &self.unread
    }

    /// Path and content of every template, each path once.
    pub(super) fn files(&self) -> Vec<(&str, &[u8])> {
        let built_in = BUILT_IN.iter().filter(|(path, _)| !self.own.contains_key(*path));
        let mut files: Vec<(&str, &[u8])> = built_in.copied().collect();
        files.extend(self.own.iter().map(|(path, source)| (path.as_str(), source.as_slice())));
        files
    }

    /// Explains a failure, with paths of an admin's files in the data folder.
    pub(super) fn explain(&self, failure: &Failure) -> Vec<String> {
        let folder = self.folder.display();
        let Failure::Refused(words) = failure else {
            return vec![format!("The templates in {folder} failed: {failure}.")];
        };
        let explain = |line: &str| match line.split_once(':') {
            Some((path, _)) if self.own.contains_key(path) => format!("{folder}{line}"),
            _ => line.to_owned(),
        };
        words.lines().map(explain).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn put(folder: &Path, file: &str, source: &str) {
        let path = folder.join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        io::Write::write_all(&mut fs::File::create(path).unwrap(), source.as_bytes()).unwrap();
    }

    #[test]
    fn own_template_files_override_built_in_ones() {
        let folder = tempfile::tempdir().unwrap();
        let none = Templates::read(folder.path());
        assert!(!none.has_own());
        assert_eq!(none.files().len(), BUILT_IN.len());

        put(folder.path(), "book/cover.typ", "= Mine");
        put(folder.path(), "book/crest.svg", "<svg/>");
        put(folder.path(), "book/.cover.typ.swp", "");
        put(folder.path(), "book/cover.typ~", "");
        put(folder.path(), "questionnaire/main.typ", "");
        let some = Templates::read(folder.path());
        let files: BTreeMap<&str, &[u8]> = some.files().into_iter().collect();
        assert_eq!(some.files().len(), BUILT_IN.len() + 1);
        assert_eq!(files["/book/cover.typ"], b"= Mine");
        assert_eq!(files["/book/crest.svg"], b"<svg/>");
        assert!(some.unread().is_empty());
    }

    #[test]
    fn template_errors_name_file_in_data_folder() {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "book/cover.typ", "= Mine");
        let templates = Templates::read(folder.path());
        let words = "/book/cover.typ:3:5: no\n/book/memo.typ:1:1: no";
        assert_eq!(
            templates.explain(&Failure::Refused(words.into())),
            [
                format!("{}/book/cover.typ:3:5: no", folder.path().display()),
                "/book/memo.typ:1:1: no".to_owned()
            ]
        );
    }

    #[test]
    fn unreadable_template_folder_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        put(folder.path(), "book", "a file");
        let templates = Templates::read(folder.path());
        let [words] = templates.unread() else { panic!("{:?}", templates.unread()) };
        assert!(words.contains("/book cannot be read: "), "{words}");
    }
}
