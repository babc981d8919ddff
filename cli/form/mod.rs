//! `inkfold form`: typesets and reads questionnaires. With a blank form at hand neither needs a data folder.

mod blank;
mod read;
mod summary;

use clap::Subcommand;

use crate::client::Client;
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Blank(blank::Args),
    Read(read::Args),
}

pub(crate) fn run(command: Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match command {
        Command::Blank(args) => blank::run(&args, out),
        Command::Read(args) => read::run(&args, client, out),
    }
}
