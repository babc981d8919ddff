//! `inkfold form`: the questionnaire and its reader. With a blank form at hand neither needs a data folder.

mod blank;
mod read;
mod summary;

use clap::Subcommand;

use crate::client::Client;
use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Blank(blank::Args),
    Read(read::Args),
}

pub(crate) fn run(verb: Verb, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::Blank(args) => blank::run(&args, out),
        Verb::Read(args) => read::run(&args, client, out),
    }
}
