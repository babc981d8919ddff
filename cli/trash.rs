//! `inkfold trash`: stored files that are not referenced, kept for some weeks before they are deleted.

use std::io::{self, Write};

use clap::Subcommand;

use crate::client::{Client, resource};
use crate::output::{Output, Page, Table, counted, eprint_note};
use inkfold::domain::blob::BlobHash;
use inkfold::domain::damage::PathError;
use inkfold::http::operator::database::{self, Trash, TrashedFile};
use inkfold::services::operations::garbage_collection::{
    CollectionLimit, CollectionReport, RestoredFiles,
};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    Restore(Restore),
    Sweep(Sweep),
}

/// List the files in the trash, oldest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Files are deleted after `trash_days` of [backup] in the settings.

Example:
  inkfold trash list --json")]
pub(crate) struct List {
    #[command(flatten)]
    page: Page,
}

/// Restore files from the trash
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Without names, restores every file that the database references, such as after the right database was put back.

Examples:
  inkfold trash restore
  inkfold trash restore 0f1e2d…"
)]
pub(crate) struct Restore {
    /// Names of files, from `trash list`
    #[arg(value_name = "FILE")]
    files: Vec<BlobHash>,
}

/// Move unreferenced files to the trash
#[derive(Debug, clap::Args)]
#[command(
    after_help = "The server does this once a day. Files younger than a day are not moved. If more than a tenth of all files is unreferenced, none is moved: the database may be an older copy.

Examples:
  inkfold trash sweep
  inkfold trash sweep --all       however many they are"
)]
pub(crate) struct Sweep {
    /// Move them even if they are more than a tenth of all files
    #[arg(long)]
    all: bool,
}

pub(crate) fn run(command: Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match command {
        Command::List(List { page }) => list(page, client, out),
        Command::Restore(args) => restore(&args, client, out),
        Command::Sweep(args) => sweep(&args, client, out),
    }
}

const FILES: Table<3> = Table { headings: ["SINCE", "FILE", "SIZE"], none: "the trash is empty" };

fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Trash { files, unreadable } = client.get(resource("trash"))?;
    out.list(&files, page, &FILES, |TrashedFile { day, file, bytes }| {
        [day.clone(), file.clone(), format!("{} kB", bytes.div_ceil(1_000))]
    })?;
    require_readable(&unreadable)
}

/// Fails if folders could not be read, so that the command does not report success.
fn require_readable(folders: &[PathError]) -> anyhow::Result<()> {
    if folders.is_empty() {
        return Ok(());
    }
    let line =
        |PathError { path, error }: &PathError| format!("\n  {path} cannot be read: {error}");
    let folders: String = folders.iter().map(line).collect();
    anyhow::bail!(
        "folders of stored files are left alone:{folders}\nhint: `inkfold db check` names the files that are missing with them"
    )
}

fn restore(args: &Restore, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let files: RestoredFiles = client.post(resource("trash").at("restore"), &args.files)?;
    out.report(&files, |to| write_restored(to, &files))?;
    for PathError { path, error } in &files.errors {
        eprint_note(&format!("{path} could not be restored: {error}"));
    }
    if files.damaged.is_empty() && files.errors.is_empty() {
        return Ok(());
    }
    if files.damaged.is_empty() {
        let files = counted(files.errors.len() as u64, "file stays", "files stay");
        anyhow::bail!("{files} in the trash\nhint: move away what is in their places")
    }
    let damaged = counted(files.damaged.len() as u64, "damaged file stays", "damaged files stay");
    anyhow::bail!("{damaged} in the trash\nhint: `inkfold db repair` looks for them in backups")
}

fn write_restored(to: &mut dyn Write, files: &RestoredFiles) -> io::Result<()> {
    let restored = counted(files.restored.len() as u64, "file", "files");
    writeln!(to, "{restored} restored.")
}

fn sweep(args: &Sweep, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let extent = if args.all { CollectionLimit::All } else { CollectionLimit::Tenth };
    let sweep = database::Sweep { extent };
    let collected: CollectionReport = client.post(resource("trash").at("sweep"), &sweep)?;
    out.report(&collected, |to| {
        let moved = counted(collected.trashed, "file", "files");
        writeln!(to, "{moved} moved to the trash, {} deleted from it.", collected.deleted)
    })?;
    let CollectionReport { held_back, unreadable_folders, unmoved, .. } = collected;
    for PathError { path, error } in &unmoved {
        eprint_note(&format!("{path} cannot be moved to the trash: {error}"));
    }
    if held_back > 0 {
        let files = counted(held_back, "file is", "files are");
        anyhow::bail!(
            "{files} not referenced by the database, more than a tenth of all, and nothing was moved\nhint: is the database an older copy? \
             Put the right one back. If it is the right one, use `inkfold trash sweep --all`"
        );
    }
    require_readable(&unreadable_folders)?;
    if !unmoved.is_empty() {
        let files = counted(unmoved.len() as u64, "file", "files");
        anyhow::bail!(
            "{files} could not be moved to the trash\nhint: move away what is in their place in `blobs/trash` of the data folder"
        );
    }
    Ok(())
}
