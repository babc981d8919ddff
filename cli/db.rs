//! `inkfold db`: checks and repairs the database and its files, counts their contents, and compacts the database.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Subcommand;

use crate::client::{self, Client, resource, with_bar};
use crate::output::{Output, counted, eprint_note, progress};
use inkfold::backup::DATABASE;
use inkfold::domain::damage::{DamagedFile, PathError};
use inkfold::http::operator::database as operator;
use inkfold::server::admin_socket;
use inkfold::services::operations::backups::RepairReport;
use inkfold::services::operations::database::{self, DatabaseCheck, Stats};
use inkfold::store::Store;
use inkfold::{data_dir, error};

use serde::Serialize;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Check(Check),
    Repair(Repair),
    Stats(Count),
    Compact(Compact),
}

/// Check the database and every stored file for damage
#[derive(Debug, clap::Args)]
#[command(after_help = "Writes nothing. Exits with 1 if something is damaged.

Example:
  inkfold db check")]
pub(crate) struct Check {}

/// Replace missing and damaged files from the trash and from backups
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Reads every file, and verifies every copy by its hash before it is put in place. Exits with 1 if a file could not be repaired.

Examples:
  inkfold db repair                              from the usual backups
  inkfold db repair --from /media/stick/inkfold
  inkfold db repair --identity backup-key.txt    from encrypted backups, too"
)]
pub(crate) struct Repair {
    /// Backup folder [default: the one in the settings]
    #[arg(long, value_name = "DIR")]
    from: Option<PathBuf>,
    /// Key file, for encrypted backups
    #[arg(long, value_name = "FILE")]
    identity: Option<PathBuf>,
}

/// Show the size of every table
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold db stats --json")]
pub(crate) struct Count {}

/// Compact the database, while no server runs
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  systemctl stop inkfold
  inkfold db compact
  systemctl start inkfold")]
pub(crate) struct Compact {}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CompactOutput {
    bytes_before: u64,
    bytes_after: u64,
}

pub(crate) fn run(command: &Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match command {
        Command::Check(Check {}) => check(client, out),
        Command::Repair(args) => repair(args, client, out),
        Command::Stats(Count {}) => stats(client, out),
        Command::Compact(Compact {}) => compact(client, out),
    }
}

/// Checks the data. Without a server the files are only read: a check changes nothing, not even by opening the database.
fn check(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let bar = progress(0, "files");
    let data_dir = &client.config().data_dir;
    let checked = if admin_socket::is_served(data_dir) {
        client.run_with_progress(resource("database").at("check"), &(), bar)?
    } else {
        let checked = with_bar(Some(bar), |report| database::check_offline(data_dir, report));
        let checked = checked.map_err(|error| client::explained(data_dir, error))?;
        client.print_data_dir("offline");
        checked
    };
    out.report(&checked, |to| write_checked(to, &checked))?;
    if !checked.is_healthy() {
        bail!(
            "something is damaged\nhint: `inkfold db repair` replaces damaged files by copies from the trash and from backups; \
             a damaged database is replaced by a backup with `inkfold restore`"
        );
    }
    Ok(())
}

fn write_checked(to: &mut dyn Write, checked: &DatabaseCheck) -> io::Result<()> {
    for flaw in &checked.flaws {
        let entries = counted(flaw.entries, "entry", "entries");
        let words = flaw.wrong.describe();
        writeln!(to, "{}: {entries} {words}, such as {}", flaw.table, flaw.example)?;
    }
    write_damaged(to, &checked.damaged_files)?;
    write_unreadable(to, &checked.unreadable_folders)?;
    let files = counted(checked.files, "file", "files");
    if checked.is_healthy() {
        writeln!(to, "Intact: the database and {files}.")?;
    } else {
        writeln!(to, "{} of {files} damaged.", checked.damaged)?;
    }
    if checked.unnamed_files > 0 {
        let files = counted(checked.unnamed_files, "unreferenced file", "unreferenced files");
        writeln!(
            to,
            "{files}: `inkfold trash sweep` moves those that are older than a day to the trash."
        )?;
    }
    if checked.trashed_files > 0 {
        let files = counted(checked.trashed_files, "file is", "files are");
        writeln!(to, "{files} in the trash: see `inkfold trash list`.")?;
    }
    Ok(())
}

/// Writes one line for each folder that cannot be read.
pub(crate) fn write_unreadable(to: &mut dyn Write, folders: &[PathError]) -> io::Result<()> {
    for PathError { path, error } in folders {
        writeln!(to, "the folder {path} cannot be read: {error}")?;
    }
    Ok(())
}

/// Writes one line for each damaged file, and one for each of its owners.
pub(crate) fn write_damaged(to: &mut dyn Write, files: &[DamagedFile]) -> io::Result<()> {
    for DamagedFile { file, problem, belongs_to } in files {
        writeln!(to, "the file {file} {}", problem.describe())?;
        for owner in belongs_to {
            writeln!(to, "    it belongs to {owner}")?;
        }
    }
    Ok(())
}

fn repair(args: &Repair, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    if args.identity.is_some() && admin_socket::is_served(&client.config().data_dir) {
        bail!(
            "the server runs, and the key of backups is not given to it\nhint: stop it first, such as with `systemctl stop inkfold`"
        );
    }
    // The server may have been started in another folder.
    let absolute = |path: &Option<PathBuf>| path.as_ref().map(std::path::absolute).transpose();
    let (from, identity) = (absolute(&args.from)?, absolute(&args.identity)?);
    let sources = operator::Repair { from, identity };
    let repair = resource("database").at("repair");
    let repaired: RepairReport =
        client.run_with_progress(repair, &sources, progress(0, "files"))?;
    out.report(&repaired, |to| write_repaired(to, &repaired))?;
    note_moved_aside(&repaired.moved_aside);
    if !repaired.unrepaired.is_empty() {
        for PathError { error, .. } in &repaired.unopened {
            eprint_note(&format!("not searched: {error}"));
        }
    }
    for PathError { path, error } in &repaired.errors {
        eprint_note(&format!("{path} cannot be replaced: {error}"));
    }
    match repaired.unrepaired.len() {
        0 => Ok(()),
        files if files == repaired.errors.len() => bail!(
            "{} could not be put in place\nhint: move away what is there, see that the disk can be written to, and try again",
            counted(files as u64, "file", "files")
        ),
        files if !repaired.unopened.is_empty() => bail!(
            "{} could not be repaired: neither the trash nor the backups that could be searched have an intact copy\n\
             hint: name the key of encrypted backups with --identity, and another folder of backups with --from",
            counted(files as u64, "file", "files")
        ),
        files => bail!(
            "{} could not be repaired: neither the trash nor these backups have an intact copy\n\
             hint: name another folder of backups with --from, and the key of encrypted ones with --identity",
            counted(files as u64, "file", "files")
        ),
    }
}

/// Prints where files are kept that were in the place of another file or folder.
pub(crate) fn note_moved_aside(paths: &[PathBuf]) {
    for path in paths {
        eprint_note(&format!(
            "something else was in the place of a file or folder, and is kept as {}",
            path.display()
        ));
    }
}

fn write_repaired(to: &mut dyn Write, repaired: &RepairReport) -> io::Result<()> {
    write_damaged(to, &repaired.unrepaired)?;
    for file in &repaired.repaired {
        writeln!(to, "repaired {}: {}", file.file, file.belongs_to.join("; "))?;
    }
    let is_unchanged = repaired.repaired.is_empty() && repaired.moved_aside.is_empty();
    if is_unchanged && repaired.unrepaired.is_empty() {
        writeln!(to, "Nothing to repair in {}.", counted(repaired.files, "file", "files"))?;
    }
    Ok(())
}

fn stats(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let stats: Stats = client.get(resource("database").at("stats"))?;
    out.report(&stats, |to| write_stats(to, &stats))
}

fn write_stats(to: &mut dyn Write, stats: &Stats) -> io::Result<()> {
    writeln!(
        to,
        "database  {:>10}, {} of it used",
        size(stats.database_bytes),
        size(stats.used_bytes)
    )?;
    let files = counted(stats.files, "file", "files");
    writeln!(to, "files     {:>10} in {files}", size(stats.file_bytes))?;
    for table in stats.tables.iter().filter(|table| table.entries > 0) {
        writeln!(to, "{:>12} {:>10}  {}", table.entries, size(table.bytes), table.table)?;
    }
    Ok(())
}

fn compact(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let data_dir = &client.config().data_dir;
    let database = data_dir.join(DATABASE);
    data_dir::require_community(data_dir)?;
    if admin_socket::is_served(data_dir) {
        bail!(
            "the server runs on {}, and its database cannot be moved about meanwhile\nhint: stop it first, such as with `systemctl stop inkfold`",
            data_dir.display()
        );
    }
    let bytes_before = length(&database)?;
    Store::open(&database).and_then(|mut store| store.compact()).map_err(error::Error::from)?;
    let compacted = CompactOutput { bytes_before, bytes_after: length(&database)? };
    eprint_note(&format!("data {}, offline", data_dir.display()));
    out.report(&compacted, |to| {
        writeln!(to, "{} before, {} now.", size(bytes_before), size(compacted.bytes_after))
    })
}

fn length(file: &Path) -> io::Result<u64> {
    Ok(fs::metadata(file)?.len())
}

fn size(bytes: u64) -> String {
    match bytes {
        ..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
