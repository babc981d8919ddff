//! `inkfold user suspend` and `release`.

use inkfold::http::operator::users::NewSuspension;

use super::MemberArgs;
use super::change::{Change, change, report};
use crate::client::Client;
use crate::output::Output;

/// Suspend a member from posting, commenting and liking
///
/// The member can still sign in, read and write for books, and is told until when and why.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold user suspend otto --days 7 --why \"Please stay friendly.\"
  inkfold user release otto               ends it at once")]
pub(crate) struct Args {
    #[command(flatten)]
    which: MemberArgs,
    /// Number of days, at most 365
    #[arg(long, value_name = "N")]
    days: u32,
    /// Reason for the member, at most 500 characters
    #[arg(long, alias = "reason", value_name = "TEXT", default_value = "")]
    why: String,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Args { which, days, why } = args;
    let suspend = which.resource().at("suspend");
    report(&client.post(suspend, &NewSuspension { days, why })?, out, |user| {
        let until = user.suspended_until.as_deref().unwrap_or_default();
        format!("{} may not post until {until}.", user.email)
    })
}

pub(super) fn release(which: &MemberArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    const RELEASE: Change = Change {
        action: "release",
        is_done: |user| user.suspended_until.is_none(),
        already: "is not suspended",
    };
    change(which, &RELEASE, client, out, |user| format!("{} may post again.", user.email))
}
