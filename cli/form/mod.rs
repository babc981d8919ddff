//! `inkfold form`: the questionnaire and its reader, without a data folder.

mod blank;
mod read;

use clap::Subcommand;

use crate::output::Output;

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Blank(blank::Args),
    Read(read::Args),
}

pub(crate) fn run(verb: Verb, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::Blank(args) => blank::run(&args, out),
        Verb::Read(args) => read::run(&args, out),
    }
}
