//! `inkfold backup fetch`: extracts single files and memos from a backup.

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use crate::client::{Client, with_bar};
use crate::complete;
use crate::output::{self, Output};
use inkfold::backup::{ArchiveReader, Key};
use inkfold::domain::blob::BlobHash;
use inkfold::domain::id::MemoId;
use inkfold::services::operations::backups::{self, restore};

use serde::Serialize;

use super::name_or_path;

/// Extract single files or memos from a backup
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The data folder is not changed. `inkfold db repair` restores lost files in place.

Examples:
  inkfold backup fetch 2026-11-22T21-04-05Z 01KB2Y…            a memo
  inkfold backup fetch /media/stick/2026-11-22T21-04-05Z 0f1e… --out lost
  inkfold backup fetch 2026-11-22T21-04-05Z 0f1e… --identity backup-key.txt"
)]
pub(crate) struct Args {
    /// Name from `backup list`, or path
    #[arg(value_name = "BACKUP", add = complete::backups())]
    backup: String,
    /// Names of files or ids of memos, as `db check` prints them
    #[arg(value_name = "FILE|MEMO", required = true)]
    wanted: Vec<String>,
    /// Folder to write to, created if missing
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// Key file, for an encrypted backup
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
}

/// A file that was written.
#[derive(Serialize)]
struct Fetched {
    wanted: String,
    file: String,
}

pub(super) fn run(args: &Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let archive = backups::find(client.config(), Some(&name_or_path(&args.backup)))?;
    let key = args.identity.as_deref().map(Key::read).transpose()?;
    let bar = output::spinner("reading the backup");
    let opened = with_bar(Some(bar), |report| archive.open_with(key.as_ref(), report))?;
    fs::create_dir_all(&args.out)
        .with_context(|| format!("the folder {} cannot be made", args.out.display()))?;
    for wanted in &args.wanted {
        for file in fetch(&opened, wanted, &args.out)? {
            let fetched = Fetched { wanted: wanted.clone(), file: file.display().to_string() };
            out.report(&fetched, |to| writeln!(to, "{}", fetched.file))?;
        }
    }
    Ok(())
}

fn fetch(opened: &ArchiveReader<'_>, wanted: &str, folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if let Ok(blob) = wanted.parse::<BlobHash>() {
        return Ok(vec![fetch_blob(opened, blob, wanted, folder)?]);
    }
    let Ok(id) = wanted.parse::<MemoId>() else {
        bail!(
            "{wanted} is neither the name of a file nor the id of a memo\nhint: `inkfold db check` prints both"
        );
    };
    let memo = restore::find_memo(opened, id)?;
    if let Some(text) = memo.content.post() {
        let path = folder.join(format!("{wanted}.txt"));
        new_file(&path)?.write_all(text.as_bytes())?;
        return Ok(vec![path]);
    }
    memo.content.blobs().map(|blob| fetch_blob(opened, blob, wanted, folder)).collect()
}

/// Writes a file of the backup under a name with the extension of its kind.
fn fetch_blob(
    opened: &ArchiveReader<'_>,
    blob: BlobHash,
    name: &str,
    folder: &Path,
) -> anyhow::Result<PathBuf> {
    if !opened.may_have(blob) {
        bail!("the backup has no file {blob}");
    }
    let mut partial = tempfile::NamedTempFile::new_in(folder)?;
    opened.write_blob(blob, &mut partial)?;
    partial.rewind()?;
    if BlobHash::of_reader(partial.as_file())? != blob {
        bail!(
            "the file {blob} is damaged in this backup\nhint: another backup may have an intact copy"
        );
    }
    partial.rewind()?;
    let path = folder.join(format!("{name}.{}", ending(partial.as_file_mut())?));
    partial
        .persist_noclobber(&path)
        .map_err(|error| error.error)
        .with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(path)
}

/// File extension by the first bytes.
fn ending(file: &mut File) -> std::io::Result<&'static str> {
    let mut first = Vec::new();
    file.take(4).read_to_end(&mut first)?;
    Ok(match &*first {
        b"\x89PNG" => "png",
        b"%PDF" => "pdf",
        b"PK\x03\x04" => "epub",
        b"RIFF" => "webp",
        _ => "bin",
    })
}

fn new_file(path: &Path) -> anyhow::Result<File> {
    File::create_new(path).with_context(|| format!("{} cannot be written", path.display()))
}
