//! `inkfold memo`: entries in books, and those that should not be read.

use std::io::{self, Write};

use clap::Subcommand;
use inkfold::domain::report::Verdict;
use inkfold::services::admin::Answer;
use inkfold::services::admin::memos::{HiddenMemo, Request};

use crate::client::{Client, unexpected};
use crate::output::{Output, confirm, plain};
use crate::report;

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    /// List memos that are hidden, the latest first
    #[command(after_help = "Examples:
  inkfold memo list
  inkfold memo list --json | jq -r .id")]
    List,
    /// Keep a memo from everybody but its writer, who is told why; reports about it are settled
    ///
    /// Readers do not see it any more, and the next edition leaves it out. Editions that print it stay as they are:
    /// `book unpublish` withdraws them.
    #[command(after_help = "Example:
  inkfold memo hide 01k… --why \"It names a neighbour.\"")]
    Hide(Judged),
    /// Show a hidden memo again, or settle the reports about one that stays
    #[command(after_help = "Example:
  inkfold memo show 01k…")]
    Show(Which),
    /// Remove a memo with its picture for good; its writer is told why
    ///
    /// Editions that print it stay as they are: `book unpublish` withdraws them.
    #[command(after_help = "Examples:
  inkfold memo remove 01k… --why \"It shows a letter of somebody else's.\"
  inkfold memo remove 01k… --why \"…\" --yes       without asking, for scripts")]
    Remove(Judged),
}

#[derive(Debug, clap::Args)]
pub(crate) struct Which {
    /// The memo's id, from `report list` or its address
    #[arg(value_name = "MEMO")]
    memo: String,
    /// For the audit log, at most 500 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Judged {
    #[command(flatten)]
    which: Which,
    /// Reason that the writer is told, at most 500 characters
    #[arg(long, value_name = "TEXT")]
    why: String,
}

pub(crate) fn run(verb: Verb, client: &Client, yes: bool, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::List => list(client, out),
        Verb::Hide(Judged { which, why }) => settle(which, Verdict::Hide, why, client, out),
        Verb::Show(which) => settle(which, Verdict::Show, String::new(), client, out),
        Verb::Remove(Judged { which, why }) => {
            confirm(&format!("Remove the memo {} for good?", plain(&which.memo)), yes)?;
            settle(which, Verdict::Remove, why, client, out)
        }
    }
}

fn list(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::HiddenMemos(all) = client.ask(Request::List)? else { return Err(unexpected()) };
    out.list(&all, "no memo is hidden", write)
}

fn settle(
    Which { memo, note }: Which,
    verdict: Verdict,
    why: String,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let answer = client.ask(Request::Settle { memo, verdict, note, why })?;
    let Answer::Reported(thing) = answer else { return Err(unexpected()) };
    out.report(&thing, |to| report::write_state(to, &thing))
}

fn write(to: &mut dyn Write, memo: &HiddenMemo) -> io::Result<()> {
    let HiddenMemo { id, question, name, hidden_since, why, .. } = memo;
    writeln!(to, "{id}  {hidden_since}  by {}  {}", plain(name), plain(question))?;
    writeln!(to, "    {}", plain(why))
}
