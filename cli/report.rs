//! `inkfold report`: reports of members about posts, comments and memos.

use std::io::{self, Write};

use anyhow::bail;
use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use inkfold::domain::report::Verdict;
use inkfold::http::operator::reports::{ReportedItem, VerdictRequest};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table, confirm, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    Resolve(Resolve),
}

/// List open reports, oldest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold report list
  inkfold report list --all --json | jq -r '.reports[0].id'")]
pub(crate) struct List {
    /// List resolved reports instead
    #[arg(long)]
    settled: bool,
    #[command(flatten)]
    page: Page,
}

/// Resolve a report: `hide` the reported content, `show` it (leave it, or show it again), or `remove` it for good
///
/// Resolves all reports about the same post, comment or memo. The author of a memo that is hidden or removed
/// is told why.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold report resolve 01k… --verdict hide --note \"insulting\"
  inkfold report resolve 01k… --verdict hide --why \"It names me.\"   a memo
  inkfold report resolve 01k… --verdict show")]
pub(crate) struct Resolve {
    /// Report id, from `report list`
    #[arg(value_name = "REPORT", add = complete::reports())]
    report: String,
    /// Decision about the reported content
    #[arg(long, value_name = "VERDICT", value_parser = verdicts())]
    verdict: Verdict,
    /// For the audit log, at most 500 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
    /// Reason for the author of a hidden or removed memo, at most 500 characters
    #[arg(long, alias = "reason", value_name = "TEXT", default_value = "")]
    why: String,
}

fn verdicts() -> impl TypedValueParser<Value = Verdict> {
    let words = PossibleValuesParser::new(Verdict::ALL.map(Verdict::as_str));
    words.try_map(|word| word.parse::<Verdict>())
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::List(args) => list(&args, client, out),
        Command::Resolve(args) => resolve(args, client, yes, out),
    }
}

fn list(args: &List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let settled = if args.settled { "true" } else { "false" };
    let all: Vec<ReportedItem> = client.get(resource("reports").with("settled", settled))?;
    let none = if args.settled { "nothing is decided on yet" } else { "no report waits" };
    let table = Table { headings: ["KIND", "ID", "STATE", "BY", "VERDICT"], none };
    out.list(&all, args.page, &table, |item| Row {
        cells: [
            item.kind.clone(),
            item.id.clone(),
            item.state.clone(),
            item.author.clone(),
            item.verdict.clone().unwrap_or_default(),
        ],
        details: details(item),
    })
}

fn resolve(args: Resolve, client: &Client, yes: bool, out: &mut Output) -> anyhow::Result<()> {
    let Resolve { report, verdict, note, why } = args;
    if verdict != Verdict::Show {
        check(&report, verdict, &why, client, yes)?;
    }
    let request = VerdictRequest { verdict, note, why };
    let item: ReportedItem =
        client.post(resource("reports").at(&report).at("verdict"), &request)?;
    out.report(&item, |to| write_state(to, &item))
}

/// Requires a reason for the writer of a memo, and asks for confirmation before a removal.
fn check(
    report: &str,
    verdict: Verdict,
    why: &str,
    client: &Client,
    yes: bool,
) -> anyhow::Result<()> {
    let item: ReportedItem = client.get(resource("reports").at(report))?;
    let ReportedItem { kind, state, .. } = &item;
    if kind == "memo" && state != "removed" && why.trim().is_empty() {
        bail!(
            "hiding or removing a memo needs a reason, which its writer is sent\nhint: add --why \"…\""
        );
    }
    if verdict != Verdict::Remove {
        return Ok(());
    }
    confirm_removal(&item, yes)
}

/// Asks before a post, comment or memo is removed.
pub(crate) fn confirm_removal(item: &ReportedItem, yes: bool) -> anyhow::Result<()> {
    let ReportedItem { kind, author, text, .. } = item;
    let what = if text.is_empty() { String::new() } else { format!(" \u{201c}{text}\u{201d}") };
    confirm(&plain(&format!("Remove the {kind}{what} by {author} for good?")), yes)
}

/// Writes the new state of a reported post, comment or memo.
pub(crate) fn write_state(to: &mut dyn Write, item: &ReportedItem) -> io::Result<()> {
    writeln!(to, "The {} {} is {}.", item.kind, item.id, item.state)
}

/// Lines below a reported post, comment or memo: its words, the editions that print it, the reports about it, and the verdict's
/// note.
fn details(item: &ReportedItem) -> Vec<String> {
    let ReportedItem { text, editions, reports, note, .. } = item;
    let reports = reports
        .iter()
        .map(|report| format!("report {}, by {}: {}", report.id, report.reporter, report.reason));
    let note = note.iter().filter(|note| !note.is_empty()).map(|note| format!("note: {note}"));
    let text = Some(text.clone()).filter(|text| !text.is_empty());
    text.into_iter().chain(printed_in(editions)).chain(reports).chain(note).collect()
}

/// Names the published editions that print a memo.
fn printed_in(editions: &[u32]) -> Option<String> {
    let numbers: Vec<String> = editions.iter().map(u32::to_string).collect();
    match &numbers[..] {
        [] => None,
        [number] => Some(format!("printed in edition {number}")),
        _ => Some(format!("printed in editions {}", numbers.join(", "))),
    }
}
