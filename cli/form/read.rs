//! `inkfold form read`.

use std::path::PathBuf;

use crate::output::Output;

/// Read filled forms: which boxes have handwriting, which pegs are marked
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Filled forms, PDF or PNG
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// The blank form that was filled in
    #[arg(long, value_name = "PDF")]
    blank: Option<PathBuf>,
    /// Folder for the pictures of the boxes
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, _out: &mut Output) -> anyhow::Result<()> {
    anyhow::bail!("{args:?}")
}
