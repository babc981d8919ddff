//! `inkfold config`: the settings as they are, whether they can be used, and an example of them. Needs neither data nor a server.

use std::io::{self, Write};

use clap::Subcommand;
use inkfold::config::{ConfigWithSources, EXAMPLE, Error, Setting};
use serde::Serialize;

use crate::args::GlobalArgs;
use crate::output::{Output, eprint_note};

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum Command {
    /// Print every setting with its value and source; secrets are not shown
    #[command(after_help = "Examples:
  inkfold config print
  inkfold config print | grep -v defaults       what somebody has set
  inkfold config print --json | jq -r 'select(.origin == \"file\") | .key'")]
    Print,
    /// Check the settings, and list all errors at once
    #[command(after_help = "Examples:
  inkfold config check
  inkfold config check --config /etc/inkfold.toml && systemctl restart inkfold")]
    Check,
    /// Print an example settings file with every setting explained and at its default
    #[command(after_help = "Example:
  inkfold config example > inkfold.toml")]
    Example,
}

/// Result of a check.
#[derive(Serialize)]
struct CheckOutput {
    valid: bool,
    settings: usize,
    /// Number of settings that differ from their defaults.
    changed: usize,
    warnings: Vec<String>,
    errors: Vec<String>,
}

pub(crate) fn run(command: Command, global: &GlobalArgs, out: &mut Output) -> anyhow::Result<()> {
    match command {
        Command::Print => print(global, out),
        Command::Check => check(global, out),
        Command::Example => out.report(&EXAMPLE, |to| to.write_all(EXAMPLE.as_bytes())),
    }
}

fn print(global: &GlobalArgs, out: &mut Output) -> anyhow::Result<()> {
    for setting in global.load()?.settings()? {
        out.report(&setting, |to| write(to, &setting))?;
    }
    Ok(())
}

fn write(to: &mut dyn Write, setting: &Setting) -> io::Result<()> {
    writeln!(to, "{} = {}  # from {}", setting.key, setting.value, setting.origin)
}

fn check(global: &GlobalArgs, out: &mut Output) -> anyhow::Result<()> {
    let loaded = match global.load().and_then(with_files) {
        Ok(loaded) => loaded,
        Err(error) => {
            let errors = faults(&error);
            let (settings, changed, warnings) = (0, 0, Vec::new());
            let refused = CheckOutput { valid: false, settings, changed, warnings, errors };
            out.report(&refused, |_| Ok(()))?;
            return Err(error.into());
        }
    };
    for warning in &loaded.warnings {
        eprint_note(&format!("warning: {warning}"));
    }
    let checked = CheckOutput {
        valid: true,
        settings: loaded.settings()?.len(),
        changed: loaded.changed()?,
        warnings: loaded.warnings,
        errors: Vec::new(),
    };
    out.report(&checked, |to| {
        let CheckOutput { settings, changed, .. } = checked;
        writeln!(to, "The settings are valid: {changed} of {settings} differ from the defaults.")?;
        match global.absent_file() {
            Some(file) => writeln!(to, "There is no {} here.", file.display()),
            None => Ok(()),
        }
    })
}

/// Checks that the files for https exist. Only a server needs them, and does not start without them.
fn with_files(loaded: ConfigWithSources) -> Result<ConfigWithSources, Error> {
    let lost = loaded.config.tls.lost_files();
    if lost.is_empty() { Ok(loaded) } else { Err(Error::Invalid(lost)) }
}

fn faults(error: &Error) -> Vec<String> {
    match error {
        Error::Invalid(faults) => faults.clone(),
        Error::File { source, .. } => vec![format!("{error}: {source}")],
    }
}
