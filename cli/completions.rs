//! `inkfold completions`.

use clap_complete::Shell;

use crate::args;
use crate::output::Output;

/// Print a script by which a shell completes verbs and options
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold completions bash > /etc/bash_completion.d/inkfold
  inkfold completions zsh > ~/.zfunc/_inkfold
  inkfold completions fish > ~/.config/fish/completions/inkfold.fish")]
pub(crate) struct Args {
    /// The shell that completes
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

pub(crate) fn run(args: &Args, out: &mut Output) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut args::visible(), "inkfold", &mut script);
    let script = String::from_utf8(script)?;
    out.report(&script, |to| to.write_all(script.as_bytes()))
}
