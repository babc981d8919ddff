//! `inkfold completions`.

use anyhow::Context as _;
use clap_complete::Shell;
use clap_complete::env::Shells;

use crate::complete::VARIABLE;
use crate::output::Output;

/// Print a completion script for a shell
///
/// Verbs and options are always completed; names and ids only while the server runs, and for users who may connect to it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold completions bash > /etc/bash_completion.d/inkfold
  inkfold completions zsh > ~/.zfunc/_inkfold
  inkfold completions fish > ~/.config/fish/completions/inkfold.fish")]
pub(crate) struct Args {
    /// Shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let mut script = Vec::new();
    let shells = Shells::builtins();
    let shell = shells.completer(&args.shell.to_string()).context("this shell is not known")?;
    shell.write_registration(VARIABLE, "inkfold", "inkfold", "inkfold", &mut script)?;
    let script = String::from_utf8(script)?;
    out.report(&script, |to| to.write_all(script.as_bytes()))
}
