//! `inkfold payout`: what winners of the prize game are owed.

use std::io::{self, Write};

use clap::Subcommand;
use inkfold::services::admin::Answer;
use inkfold::services::admin::payouts::{Payout, Request};

use crate::client::{Client, unexpected};
use crate::output::{Output, confirm, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    List(List),
    /// Show one payout with everything that was done about it
    #[command(after_help = "Example:
  inkfold payout show 01k…")]
    Show(Which),
    /// Agree that the winner is paid, who is told by mail
    #[command(after_help = "Example:
  inkfold payout approve 01k…")]
    Approve(Which),
    Reject(Reject),
    /// Note that the reward has gone out; the winner is told by mail
    #[command(after_help = "Example:
  inkfold payout paid 01k…")]
    Paid(Which),
    Export(Export),
}

/// List payouts, the youngest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold payout list
  inkfold payout list --status claimed        those that wait for an admin")]
pub(crate) struct List {
    /// Only those that are claimed, approved, rejected or paid
    #[arg(long, value_name = "STATUS")]
    status: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct Which {
    /// The payout's id, from `payout list`
    #[arg(value_name = "PAYOUT")]
    payout: String,
}

/// Refuse to pay, and tell the winner why by mail
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold payout reject 01k… --reason \"We could not reach you at the address that you gave.\"")]
pub(crate) struct Reject {
    #[command(flatten)]
    which: Which,
    /// For the winner, at most 600 characters
    #[arg(long, value_name = "TEXT")]
    reason: String,
}

/// Print all payouts as a table for spreadsheets
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold payout export --csv > payouts.csv")]
pub(crate) struct Export {
    /// Comma-separated, which is the only form there is
    #[arg(long)]
    csv: bool,
}

pub(crate) fn run(verb: Verb, client: &Client, yes: bool, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::List(List { status }) => list(status, client, out),
        Verb::Show(Which { payout }) => one(Request::Show { payout }, client, out),
        Verb::Approve(Which { payout }) => {
            confirm("Approve this payout?", yes)?;
            one(Request::Approve { payout }, client, out)
        }
        Verb::Reject(Reject { which: Which { payout }, reason }) => {
            confirm("Reject this payout for good?", yes)?;
            one(Request::Reject { payout, reason }, client, out)
        }
        Verb::Paid(Which { payout }) => {
            confirm("Note that this reward has gone out?", yes)?;
            one(Request::Paid { payout }, client, out)
        }
        Verb::Export(_) => export(client, out),
    }
}

fn list(status: Option<String>, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::Payouts(all) = client.ask(Request::List { status })? else {
        return Err(unexpected());
    };
    for payout in &all {
        out.report(payout, |to| write(to, payout))?;
    }
    Ok(())
}

fn one(request: Request, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::Payout(payout) = client.ask(request)? else { return Err(unexpected()) };
    out.report(&payout, |to| {
        write(to, &payout)?;
        payout.steps.iter().try_for_each(|step| writeln!(to, "    {}", plain(step)))
    })
}

fn write(to: &mut dyn Write, payout: &Payout) -> io::Result<()> {
    let Payout { id, status, winner, reward, claimed_at, .. } = payout;
    writeln!(to, "{id}  {claimed_at}  {status}  {}: {}", plain(winner), plain(reward))?;
    let known = [&payout.preferred_payment, &payout.email, &payout.name];
    let details: Vec<&str> = known.into_iter().flatten().map(String::as_str).collect();
    if details.is_empty() {
        return writeln!(to, "    the winner has left");
    }
    writeln!(to, "    {}", plain(&details.join(", ")))
}

fn export(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::Table(table) = client.ask(Request::Export)? else { return Err(unexpected()) };
    out.report(&table, |to| to.write_all(table.as_bytes()))
}
