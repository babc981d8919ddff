//! `inkfold book export`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use inkfold::http::operator::books::{Content, ExportedFile};
use serde::Serialize;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, counted};

/// Write everything of a book into a folder: prompts, memos with their authors, the newest edition
///
/// Its README.txt tells what is what. No mail address is among it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold book export 01k… --out rivers")]
pub(crate) struct Args {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// Folder to write to: a new or an empty one
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Written {
    out: PathBuf,
    files: usize,
    /// Number of files that members removed during the export.
    gone: usize,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let folder = args.out;
    if fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{} is not empty\nhint: name a new folder with --out", folder.display());
    }
    let files: Vec<ExportedFile> = client.get(resource("books").at(&args.book).at("export"))?;
    let mut written = Written { out: folder, files: 0, gone: 0 };
    for file in files {
        let path = written.out.join(&file.name);
        match write(&path, &file) {
            Ok(()) => written.files += 1,
            Err(error) if is_gone(&file, &error) => written.gone += 1,
            Err(error) => {
                return Err(error).with_context(|| format!("{} cannot be written", path.display()));
            }
        }
    }
    out.report(&written, |to| {
        let files = counted(written.files, "file", "files");
        writeln!(to, "Wrote {files} to {}.", written.out.display())?;
        match written.gone {
            0 => Ok(()),
            1 => writeln!(to, "note: 1 was removed meanwhile and is not among them"),
            gone => writeln!(to, "note: {gone} were removed meanwhile and are not among them"),
        }
    })
}

/// Writes a file outside of `blobs`, because it is the user's own.
fn write(path: &Path, file: &ExportedFile) -> io::Result<()> {
    fs::create_dir_all(path.parent().unwrap_or(path))?;
    match &file.content {
        Content::Text(text) => File::create(path)?.write_all(text.as_bytes()),
        Content::Path(from) => fs::copy(from, path).map(drop),
    }
}

fn is_gone(file: &ExportedFile, error: &io::Error) -> bool {
    match &file.content {
        Content::Path(from) => error.kind() == io::ErrorKind::NotFound && !Path::new(from).exists(),
        Content::Text(_) => false,
    }
}
