//! `inkfold doctor`: examines the whole installation, and reports problems with their solutions.

use std::io::{self, Write};

use anyhow::bail;

use crate::client::{self, Client, resource};
use crate::output::{Output, eprint_note, progress};
use inkfold::data_dir;
use inkfold::domain::check_result::{CheckResult, Level};
use inkfold::error::{Error, format_error_chain};
use inkfold::http::operator::doctor::Examination;
use inkfold::platform::clock::SystemClock;
use inkfold::services::operations::doctor;

/// Diagnose the installation: what is wrong, and how to fix it
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Exits with 1 if a check fails. While the server runs, it also checks how members reach it.

Examples:
  inkfold doctor
  inkfold doctor --mail you@example.org          sends a test mail as well
  inkfold doctor --json | jq -r 'select(.level != \"good\") | .words'"
)]
pub(crate) struct Args {
    /// Send a test mail to this address
    #[arg(long, value_name = "ADDRESS")]
    mail: Option<String>,
}

pub(crate) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let options = Examination { mail_to: args.mail };
    match client.run_with_progress::<Vec<_>>(resource("doctor"), &options, progress(0, "checks")) {
        Ok(findings) => print_result(&findings, out),
        // A community that cannot be opened is examined from outside.
        Err(error) if is_about_data(&error) => {
            let why = format_error_chain(&*error);
            let why = why.split("\nhint:").next().unwrap_or_default();
            print_findings(&doctor::examine_closed(client.config(), &SystemClock, why), out)?;
            Err(client::with_same_exit_code(&error, "the community cannot be opened"))
        }
        Err(error) => Err(error),
    }
}

/// Whether a community cannot be opened, rather than the path being wrong.
fn is_about_data(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<Error>();
    error.is_some_and(|error| !matches!(error, Error::DataDir(data_dir::Error::NoCommunity(_))))
}

fn print_result(findings: &[CheckResult], out: &mut Output) -> anyhow::Result<()> {
    print_findings(findings, out)?;
    match findings.iter().filter(|finding| finding.level == Level::Fail).count() {
        0 => {
            eprint_note("All checks passed.");
            Ok(())
        }
        1 => bail!("a check failed: see ✗ above"),
        more => bail!("{more} checks failed: see ✗ above"),
    }
}

fn print_findings(findings: &[CheckResult], out: &mut Output) -> anyhow::Result<()> {
    findings.iter().try_for_each(|finding| out.report(finding, |to| write(to, finding)))
}

fn write(to: &mut dyn Write, finding: &CheckResult) -> io::Result<()> {
    let level = match finding.level {
        Level::Ok => "✓ good   ",
        Level::Warn => "! notice ",
        Level::Fail => "✗ trouble",
    };
    writeln!(to, "{level}  {:<11}  {}", finding.check.name(), finding.words)?;
    match &finding.hint {
        Some(hint) => writeln!(to, "             hint: {hint}"),
        None => Ok(()),
    }
}
