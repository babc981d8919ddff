//! `inkfold form blank`.

use std::path::PathBuf;

use crate::output::Output;

/// Typeset a blank form from a file of questions
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Questions as CSV (`key,description`), JSON or TOML
    #[arg(long, value_name = "FILE")]
    questions: PathBuf,
    /// PDF to write
    #[arg(long, value_name = "PDF")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args, _out: &mut Output) -> anyhow::Result<()> {
    anyhow::bail!("{:?} {:?}", args.questions, args.out)
}
