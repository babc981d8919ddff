//! `inkfold handwriting`: how far the reading of handwriting is, and reading all that waits.

use std::io::{self, Write};

use clap::Subcommand;
use inkfold::http::operator::handwriting::Status;

use crate::client::{Client, resource};
use crate::output::{Output, counted, progress};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Show how many pictures were read, and how many wait
    ///
    /// The server reads by itself, in the background.
    #[command(after_help = "Examples:
  inkfold handwriting status
  inkfold handwriting status --json")]
    Status,
    /// Read all pictures that wait, and show the progress
    #[command(after_help = "Example:
  inkfold handwriting run")]
    Run,
}

pub(crate) fn run(command: &Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let status: Status = match command {
        Command::Status => client.get(resource("handwriting"))?,
        Command::Run => {
            let bar = progress(0, "pictures");
            client.run_with_progress(resource("handwriting").at("run"), &(), bar)?
        }
    };
    out.report(&status, |to| write_status(to, &status))
}

fn write_status(to: &mut dyn Write, status: &Status) -> io::Result<()> {
    let read = counted(status.read as usize, "picture", "pictures");
    writeln!(to, "{read} read, {} waiting.", status.waiting)?;
    if !status.enabled {
        writeln!(to, "Reading is switched off: see `enabled` in [handwriting] of the settings.")?;
    }
    match &status.fault {
        Some(fault) => writeln!(to, "Nothing can be read at present: {fault}"),
        None => Ok(()),
    }
}
