//! `inkfold credit`: the ledger of the prize game's credits.

use std::collections::HashMap;

use clap::Subcommand;
use inkfold::http::operator::credits::{self, Credit, Problem};
use inkfold::http::operator::users::User;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Table, counted};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Grant(Grant),
    List(List),
}

/// Grant a member credits; each pays for one more submission of a form
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold credit grant --email mara --amount 1 --why \"the scan was lost\"")]
pub(crate) struct Grant {
    /// The member's mail address, username or uid
    #[arg(long, value_name = "MEMBER", add = complete::members())]
    email: String,
    /// Number of credits, at most 1000
    #[arg(long, value_name = "N")]
    amount: u32,
    /// Reason, recorded in the ledger
    #[arg(long, alias = "reason", value_name = "TEXT")]
    why: String,
}

/// List the ledger of credits, newest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold credit list --email mara@example.org
  inkfold credit list --problems              payments that gave no credit")]
pub(crate) struct List {
    /// Only of this member: mail address, username or uid
    #[arg(long, value_name = "MEMBER", add = complete::members())]
    email: Option<String>,
    /// List payments that need attention instead
    #[arg(long, conflicts_with = "email")]
    problems: bool,
    #[command(flatten)]
    page: Page,
}

pub(crate) fn run(command: Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match command {
        Command::Grant(args) => grant(args, client, out),
        Command::List(args) if args.problems => problems(args.page, client, out),
        Command::List(args) => list(&args, client, out),
    }
}

fn grant(args: Grant, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let grant = credits::Grant { member: args.email, amount: args.amount, why: args.why };
    let given: Credit = client.post(resource("credits"), &grant)?;
    out.report(&given, |to| {
        writeln!(to, "Granted: {}.", counted(given.amount, "credit", "credits"))
    })
}

const CREDITS: Table<4> = Table {
    headings: ["MADE", "MEMBER", "AMOUNT", "REASON"],
    none: "no credits were given or taken yet",
};

fn list(args: &List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let all: Vec<Credit> = client.get(resource("credits").with("member", args.email.as_deref()))?;
    let names = if out.is_json() { HashMap::new() } else { usernames(client)? };
    out.list(&all, args.page, &CREDITS, |Credit { uid, amount, made_at, reason, .. }| {
        // A former member has only a uid.
        let member = names.get(uid).unwrap_or(uid);
        [made_at.clone(), member.clone(), format!("{amount:+}"), reason.clone()]
    })
}

/// Maps the members' uids to their usernames.
fn usernames(client: &Client) -> anyhow::Result<HashMap<String, String>> {
    let all: Vec<User> = client.get(resource("users"))?;
    Ok(all.into_iter().map(|user| (user.uid, user.username)).collect())
}

const PROBLEMS: Table<4> = Table {
    headings: ["RECEIVED", "ID", "KIND", "PROBLEM"],
    none: "every payment gave its credit",
};

fn problems(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let all: Vec<Problem> = client.get(resource("credits").at("problems"))?;
    out.list(&all, page, &PROBLEMS, |Problem { id, kind, received_at, problem }| {
        [received_at.clone(), id.clone(), kind.clone(), problem.clone()]
    })
}
