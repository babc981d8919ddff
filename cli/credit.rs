//! `inkfold credit`: the ledger of the prize game's credits.

use std::io::{self, Write};

use clap::Subcommand;
use inkfold::services::admin::Answer;
use inkfold::services::admin::credits::{Credit, Problem, Request};

use crate::client::{Client, unexpected};
use crate::output::{Output, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Verb {
    Grant(Grant),
    List(List),
}

/// Give a member credits: each lets a form be submitted once more
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold credit grant --email mara@example.org --amount 1 --why \"the scan was lost\"")]
pub(crate) struct Grant {
    /// The member's mail address, username or uid
    #[arg(long, value_name = "MEMBER")]
    email: String,
    /// How many, at most 1000
    #[arg(long, value_name = "N")]
    amount: u32,
    /// Stands in the ledger
    #[arg(long, value_name = "TEXT")]
    why: String,
}

/// List what was given and taken, the latest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold credit list --email mara@example.org
  inkfold credit list --problems              payments that gave no credit")]
pub(crate) struct List {
    /// Only this member's: a mail address, username or uid
    #[arg(long, value_name = "MEMBER")]
    email: Option<String>,
    /// Payments that need to be looked at, instead
    #[arg(long, conflicts_with = "email")]
    problems: bool,
}

pub(crate) fn run(verb: Verb, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match verb {
        Verb::Grant(args) => grant(args, client, out),
        Verb::List(args) if args.problems => problems(client, out),
        Verb::List(args) => list(args, client, out),
    }
}

fn grant(args: Grant, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let request = Request::Grant { member: args.email, amount: args.amount, why: args.why };
    let Answer::Credit(given) = client.ask(request)? else { return Err(unexpected()) };
    out.report(&given, |to| writeln!(to, "Given: {}.", credits(given.amount)))
}

fn list(args: List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let request = Request::List { member: args.email };
    let Answer::Credits(all) = client.ask(request)? else { return Err(unexpected()) };
    for credit in &all {
        out.report(credit, |to| write(to, credit))?;
    }
    Ok(())
}

fn write(to: &mut dyn Write, credit: &Credit) -> io::Result<()> {
    let Credit { uid, amount, made_at, reason, .. } = credit;
    writeln!(to, "{made_at}  {uid}  {amount:+}  {}", plain(reason))
}

fn problems(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answer::PaymentProblems(all) = client.ask(Request::Problems)? else {
        return Err(unexpected());
    };
    for notice in &all {
        let Problem { id, kind, received_at, problem } = notice;
        let line = format!("{received_at}  {id}  {kind}: {problem}");
        out.report(notice, |to| writeln!(to, "{}", plain(&line)))?;
    }
    Ok(())
}

fn credits(amount: i32) -> String {
    format!("{amount} credit{}", if amount == 1 { "" } else { "s" })
}
