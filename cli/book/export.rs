//! `inkfold book export`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use inkfold::domain::blob::BlobHash;
use inkfold::http::operator::books::{Content, ExportedFile};
use serde::Serialize;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, counted};
use crate::user_file;

/// Export a book into a folder: questions, memos with their authors, the newest edition
///
/// README.txt in the folder explains the files. Mail addresses are not exported.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold book export 01k… --out rivers")]
pub(crate) struct Args {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// Folder to write to, new or empty
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
}

/// File that lists the stored files which could not be exported.
const LOST_FILES: &str = "NOT-INCLUDED.txt";

#[derive(Serialize)]
struct ExportOutput {
    out: PathBuf,
    files: usize,
    /// Files that are not among them, because they are missing, damaged or unreadable.
    lost: Vec<String>,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let folder = args.out;
    if fs::read_dir(&folder).is_ok_and(|mut entries| entries.next().is_some()) {
        bail!("{} is not empty\nhint: name a new folder with --out", folder.display());
    }
    let files: Vec<ExportedFile> = client.get(resource("books").at(&args.book).at("export"))?;
    let mut written = ExportOutput { out: folder, files: 0, lost: Vec::new() };
    for file in files {
        let path = written.out.join(&file.name);
        if write(&path, &file.content)? {
            written.files += 1;
        } else {
            written.lost.push(file.name);
        }
    }
    write_lost(&written)?;
    out.report(&written, |to| {
        let files = counted(written.files, "file", "files");
        writeln!(to, "Wrote {files} to {}.", written.out.display())
    })?;
    if written.lost.is_empty() {
        return Ok(());
    }
    let files = counted(written.lost.len(), "file is", "files are");
    let list = written.out.join(LOST_FILES);
    bail!(
        "{files} missing, damaged or unreadable and not exported; {} lists them\n\
         hint: `inkfold db repair` restores them from backups; then export again",
        list.display()
    )
}

fn write_lost(ExportOutput { out, lost, .. }: &ExportOutput) -> anyhow::Result<()> {
    if lost.is_empty() {
        return Ok(());
    }
    let list = out.join(LOST_FILES);
    let text = format!(
        "These files are not in this folder, because they were missing, damaged or unreadable:\n\n{}\n",
        lost.join("\n")
    );
    user_file::write(&list, text.as_bytes())
}

/// Writes a file of the book. Returns `false` for a stored file that is not intact.
fn write(path: &Path, content: &Content) -> anyhow::Result<bool> {
    let failed = || format!("{} cannot be written", path.display());
    fs::create_dir_all(path.parent().unwrap_or(path)).with_context(failed)?;
    match content {
        Content::Text(text) => user_file::write(path, text.as_bytes())?,
        Content::Path(from) if is_intact(Path::new(from)) => {
            fs::copy(from, path).map(drop).with_context(failed)?;
        }
        Content::Path(_) => return Ok(false),
    }
    Ok(true)
}

/// Whether a stored file is a readable file with the content of its name.
fn is_intact(stored: &Path) -> bool {
    let hash = stored.file_name().and_then(|name| name.to_str()?.parse::<BlobHash>().ok());
    let is_file = fs::symlink_metadata(stored).is_ok_and(|found| found.is_file());
    let found = File::open(stored).and_then(BlobHash::of_reader);
    is_file && found.is_ok_and(|found| Some(found) == hash)
}
