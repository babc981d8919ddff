//! `inkfold payout`: payouts to winners of the prize game.

use std::io::{self, Write};

use clap::Subcommand;
use clap::builder::PossibleValuesParser;
use inkfold::domain::prize::payout::{Status, parse_reason};
use inkfold::http::operator::payouts::{DecidingAdmin, Payout, Rejection};

use crate::client::{Client, admin_resource, resource};
use crate::complete;
use crate::output::{self, Output, Page, Row, Table, confirm, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    /// Show a payout with its history
    #[command(after_help = "Example:
  inkfold payout show 01k…")]
    Show(PayoutArgs),
    /// Approve a payout; the winner is notified by mail
    ///
    /// Two admins decide on a payout: one approves it, another marks it as paid. So each says who they are, with their password.
    #[command(after_help = "Examples:
  inkfold payout approve 01k… --admin ada
  inkfold payout approve 01k… --admin ada --password-stdin < password.txt")]
    Approve(DecisionArgs),
    Reject(Reject),
    /// Mark a payout as paid; the winner is notified by mail
    ///
    /// Another admin than the one who approved it does so.
    #[command(after_help = "Example:
  inkfold payout paid 01k… --admin bea")]
    Paid(DecisionArgs),
    Export(Export),
}

/// List payouts, newest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold payout list
  inkfold payout list --status claimed        those that wait for an admin")]
pub(crate) struct List {
    /// Only payouts with this status
    #[arg(long, value_name = "STATUS", value_parser = PossibleValuesParser::new(Status::ALL.map(Status::as_str)))]
    status: Option<String>,
    #[command(flatten)]
    page: Page,
}

#[derive(Debug, clap::Args)]
pub(crate) struct PayoutArgs {
    /// Payout id, from `payout list`
    #[arg(value_name = "PAYOUT", add = complete::payouts())]
    payout: String,
}

#[derive(Debug, clap::Args)]
pub(crate) struct DecisionArgs {
    #[command(flatten)]
    which: PayoutArgs,
    /// Mail address, username or uid of the admin who decides
    #[arg(long, value_name = "ADMIN", add = complete::members())]
    admin: String,
    /// Read the admin's password from the first line of standard input, in place of the terminal
    #[arg(long)]
    password_stdin: bool,
}

/// Reject a payout; the winner is told why by mail
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold payout reject 01k… --reason \"The address that you gave is unknown.\"")]
pub(crate) struct Reject {
    #[command(flatten)]
    which: PayoutArgs,
    /// Reason for the winner, at most 600 characters
    #[arg(long, alias = "why", value_name = "TEXT")]
    reason: String,
}

/// Print all payouts as CSV
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold payout export --csv > payouts.csv")]
pub(crate) struct Export {
    /// Print CSV, the only format
    #[arg(long)]
    csv: bool,
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::List(args) => list(args, client, out),
        Command::Show(PayoutArgs { payout }) => {
            report(&client.get(resource("payouts").at(&payout))?, out)
        }
        Command::Approve(args) => {
            decide(args, "approve", client, yes, out, |what| format!("Approve {what}?"))
        }
        Command::Reject(Reject { which: PayoutArgs { payout }, reason }) => {
            parse_reason(&reason).map_err(anyhow::Error::msg)?;
            ask_first(&payout, "reject", client, yes, |what| format!("Reject {what} for good?"))?;
            let reject = resource("payouts").at(&payout).at("reject");
            report(&client.post(reject, &Rejection { reason })?, out)
        }
        Command::Paid(args) => {
            decide(args, "paid", client, yes, out, |what| format!("Note that {what} has gone out?"))
        }
        Command::Export(_) => export(client, out),
    }
}

/// Approves a payout or marks it as paid, in the name of an admin.
fn decide(
    args: DecisionArgs,
    step: &str,
    client: &Client,
    yes: bool,
    out: &mut Output,
    question: impl FnOnce(&str) -> String,
) -> anyhow::Result<()> {
    let DecisionArgs { which: PayoutArgs { payout }, admin, password_stdin } = args;
    ask_first(&payout, step, client, yes, question)?;
    if !password_stdin && !output::is_terminal() {
        anyhow::bail!(
            "the password can't be prompted for without a terminal\nhint: pipe it in with --password-stdin"
        );
    }
    let decided_by = DecidingAdmin { admin: Some(admin), password: output::password()? };
    report(&client.post(resource("payouts").at(&payout).at(step), &decided_by)?, out)
}

fn list(List { status, page }: List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let none = match &status {
        Some(_) => "no payout is this far",
        None => "no payouts yet",
    };
    let all: Vec<Payout> = client.get(resource("payouts").with("status", status.as_deref()))?;
    let table = Table { headings: ["ID", "CLAIMED", "STATUS", "WINNER", "REWARD"], none };
    out.list(&all, page, &table, |payout| Row {
        cells: [
            payout.id.clone(),
            payout.claimed_at.clone(),
            payout.status.clone(),
            payout.winner.clone(),
            payout.reward.clone(),
        ],
        details: vec![paid_to(payout)],
    })
}

/// Shows a payout that can go this step and asks for confirmation, so that a mistyped id is noticed before a mail is sent.
fn ask_first(
    id: &str,
    step: &str,
    client: &Client,
    yes: bool,
    question: impl FnOnce(&str) -> String,
) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let payout: Payout = client.get(resource("payouts").at(id).at(step))?;
    confirm(&question(&plain(&described(&payout))), yes)
}

fn described(payout: &Payout) -> String {
    let Payout { winner, reward, .. } = payout;
    let details = details(payout);
    let details: Vec<&str> = details.into_iter().filter(|detail| *detail != winner).collect();
    let whose = format!("\u{201c}{reward}\u{201d} for {winner}");
    if details.is_empty() { whose } else { format!("{whose} ({})", details.join(", ")) }
}

/// Preferred payment, address and name of the winner; empty for former members.
fn details(payout: &Payout) -> Vec<&str> {
    let known = [&payout.preferred_payment, &payout.email, &payout.name];
    known.into_iter().flatten().map(String::as_str).collect()
}

fn report(payout: &Payout, out: &mut Output) -> anyhow::Result<()> {
    out.report(payout, |to| {
        write(to, payout)?;
        payout.steps.iter().try_for_each(|step| writeln!(to, "    {}", plain(step)))
    })
}

fn write(to: &mut dyn Write, payout: &Payout) -> io::Result<()> {
    let Payout { id, status, winner, reward, claimed_at, .. } = payout;
    writeln!(to, "{id}  {claimed_at}  {status}  {}: {}", plain(winner), plain(reward))?;
    writeln!(to, "    {}", plain(&paid_to(payout)))
}

/// Formats the winner's details on one line.
fn paid_to(payout: &Payout) -> String {
    let details = details(payout);
    if details.is_empty() { "the winner has left".to_owned() } else { details.join(", ") }
}

fn export(client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let table = client.get_file(admin_resource("payouts.csv"))?;
    out.report(&String::from_utf8_lossy(&table), |to| to.write_all(&table))
}
