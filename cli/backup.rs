//! `inkfold backup`: copies of everything, made, listed and read again.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Subcommand;
use inkfold::services::admin::Answer;
use inkfold::services::admin::backups::{Backup, Request};

use crate::client::{Client, unexpected};
use crate::output::{Output, note};

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Now(Now),
    List(List),
    Verify(Verify),
}

/// Make a backup, while everything else goes on
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Sessions and mailed links are not in it: whoever has it cannot sign in with them.

Examples:
  inkfold backup now
  inkfold backup now --to /media/stick       a folder that is there, such as on a stick"
)]
pub(crate) struct Now {
    /// A folder that is there; without it, the one in the settings
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
}

/// List the backups in the folder of the settings, the youngest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold backup list --json")]
pub(crate) struct List {}

/// Read a backup from beginning to end and hold it against what was written
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold backup verify                      the youngest
  inkfold backup verify /media/stick/2026-11-22T21-04-05Z")]
pub(crate) struct Verify {
    /// Its name, from `backup list`, or its path
    #[arg(value_name = "BACKUP")]
    backup: Option<String>,
}

pub(crate) fn run(verb: Verb, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::Now(args) => now(args, client, out),
        Verb::List(List {}) => list(client, out),
        Verb::Verify(args) => verify(args, client, out),
    }
}

fn now(args: Now, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    // The server may have been started in another folder.
    let to = args.to.map(std::path::absolute).transpose()?;
    let backup = one(client, Request::Make { to })?;
    out.report(&backup, |to| {
        writeln!(to, "{}", backup.path)?;
        writeln!(to, "    {}, {} of them new, verified", size(&backup), backup.new_files)
    })?;
    if !backup.missing.is_empty() {
        note(&format!(
            "{} files that the database names were not there\nhint: `inkfold db check` says whose they are",
            backup.missing.len()
        ));
    }
    Ok(())
}

fn list(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::Backups(backups) = client.ask(Request::List)? else { return Err(unexpected()) };
    for backup in &backups {
        out.report(backup, |to| write_line(to, backup))?;
    }
    if backups.is_empty() {
        note("there are no backups yet\nhint: make one with `inkfold backup now`");
    }
    Ok(())
}

fn verify(args: Verify, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let backup = one(client, Request::Verify { backup: args.backup.map(absolute).transpose()? })?;
    out.report(&backup, |to| {
        writeln!(to, "{} is as it was written: {}.", backup.name, size(&backup))
    })
}

/// Names stay names.
fn absolute(backup: String) -> io::Result<String> {
    if !backup.contains('/') {
        return Ok(backup);
    }
    Ok(std::path::absolute(backup)?.display().to_string())
}

fn one(client: &Client, request: Request) -> anyhow::Result<Backup> {
    match client.ask_with_bar(request, "files")? {
        Answer::Backup(backup) => Ok(backup),
        _ => Err(unexpected()),
    }
}

fn write_line(to: &mut dyn Write, backup: &Backup) -> io::Result<()> {
    writeln!(to, "{}  {}, {} of them new", backup.name, size(backup), backup.new_files)
}

fn size(backup: &Backup) -> String {
    format!("{:.1} MB, {} files", backup.bytes as f64 / 1e6, backup.files)
}
