//! `inkfold db`: whether the database and its files agree, how much they hold, and less room for the same.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::bail;
use clap::Subcommand;
use inkfold::archive::DATABASE;
use inkfold::error;
use inkfold::services::admin::Answer;
use inkfold::services::admin::database::Request;
use inkfold::services::database::{Checked, Stats};
use inkfold::socket;
use inkfold::store::{self, Store};
use serde::Serialize;

use crate::client::{Client, unexpected};
use crate::output::{Output, counted, note, progress};

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Check(Check),
    Stats(Count),
    Compact(Compact),
}

/// Read everything, in the database and on the disk, and say what does not agree
#[derive(Debug, clap::Args)]
#[command(after_help = "It ends with 1 when something is wrong.

Example:
  inkfold db check")]
pub(crate) struct Check {}

/// Tell how much there is, table by table
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold db stats --json")]
pub(crate) struct Count {}

/// Give the room of what was removed back to the disk, while no server runs
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  systemctl stop inkfold
  inkfold db compact
  systemctl start inkfold")]
pub(crate) struct Compact {}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Compacted {
    bytes_before: u64,
    bytes_after: u64,
}

pub(crate) fn run(verb: &Verb, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::Check(Check {}) => check(client, out),
        Verb::Stats(Count {}) => stats(client, out),
        Verb::Compact(Compact {}) => compact(client, out),
    }
}

fn check(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    make_sure_of_pages(&client.config().data_dir)?;
    let answer = client.ask_with_bar(Request::Check, progress(0, "files"))?;
    let Answer::Checked(checked) = answer else { return Err(unexpected()) };
    out.report(&checked, |to| write_checked(to, &checked))?;
    if !checked.is_sound() {
        bail!(
            "something is wrong\nhint: restore a backup with `inkfold restore`, or ask for help with what is said above"
        );
    }
    Ok(())
}

/// Nobody can look at every page while a server writes to them: then the entries alone are read.
fn make_sure_of_pages(data_dir: &Path) -> anyhow::Result<()> {
    let database = data_dir.join(DATABASE);
    if socket::is_served(data_dir) || !database.exists() {
        return Ok(());
    }
    if !Store::pages_are_whole(&database).map_err(error::Error::from)? {
        return Err(error::Error::from(store::Error::Damaged).into());
    }
    Ok(())
}

fn write_checked(to: &mut dyn Write, checked: &Checked) -> io::Result<()> {
    for flaw in &checked.flaws {
        let entries = counted(flaw.entries, "entry", "entries");
        let words = flaw.wrong.words();
        writeln!(to, "{}: {entries} {words}, such as {}", flaw.table, flaw.example)?;
    }
    for file in &checked.missing {
        writeln!(to, "the file {file} is not there")?;
    }
    for file in &checked.damaged {
        writeln!(to, "the file {file} is not as it was written")?;
    }
    if checked.is_sound() {
        let files = counted(checked.files, "file", "files");
        writeln!(to, "Everything agrees: the database, and {files}.")?;
    }
    Ok(())
}

fn stats(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::Stats(stats) = client.ask(Request::Stats)? else { return Err(unexpected()) };
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
    if !database.exists() {
        bail!(
            "there is no community in {}\nhint: name its folder with --data-dir",
            data_dir.display()
        );
    }
    if socket::is_served(data_dir) {
        bail!(
            "the server runs on {}, and its database cannot be moved about meanwhile\nhint: stop it first, such as with `systemctl stop inkfold`",
            data_dir.display()
        );
    }
    let bytes_before = length(&database)?;
    Store::open(&database).and_then(|mut store| store.compact()).map_err(error::Error::from)?;
    let compacted = Compacted { bytes_before, bytes_after: length(&database)? };
    note(&format!("data {}, offline", data_dir.display()));
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
