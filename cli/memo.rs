//! `inkfold memo`: lists, hides, shows and removes memos.

use clap::Subcommand;
use inkfold::domain::report::{Verdict, parse_why};
use inkfold::http::operator::memos::ListedMemo;
use inkfold::http::operator::reports::{ReportedItem, VerdictRequest};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table};
use crate::report;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    /// Hide a memo from everybody but its author, who is told why; resolves its reports
    ///
    /// Readers no longer see it, and the next edition leaves it out. Published editions keep it;
    /// `book unpublish` withdraws them.
    #[command(after_help = "Example:
  inkfold memo hide 01k… --why \"It names a neighbour.\"")]
    Hide(VerdictArgs),
    /// Show a hidden memo again, or dismiss the reports about a visible one
    #[command(after_help = "Example:
  inkfold memo show 01k…")]
    Show(MemoArgs),
    /// Delete a memo with its picture for good; its author is told why
    ///
    /// Published editions keep it; `book unpublish` withdraws them.
    #[command(
        aliases = ["delete", "rm"],
        after_help = "Examples:
  inkfold memo remove 01k… --why \"It shows a letter of somebody else's.\"
  inkfold memo remove 01k… --why \"…\" --yes       without asking, for scripts"
    )]
    Remove(VerdictArgs),
}

/// List a book's memos, newest first; without --book, the hidden memos of all books
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold memo list --book 01k…
  inkfold memo list                          hidden ones of all books
  inkfold memo list --all --json | jq -r .id")]
pub(crate) struct List {
    /// The book's id
    #[arg(long, value_name = "BOOK", add = complete::books())]
    book: Option<String>,
    #[command(flatten)]
    page: Page,
}

#[derive(Debug, clap::Args)]
pub(crate) struct MemoArgs {
    /// Memo id, from `memo list`, `report list` or its address
    #[arg(value_name = "MEMO", add = complete::memos())]
    memo: String,
    /// For the audit log, at most 500 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    note: String,
}

#[derive(Debug, clap::Args)]
pub(crate) struct VerdictArgs {
    #[command(flatten)]
    which: MemoArgs,
    /// Reason for the author, at most 500 characters
    #[arg(long, alias = "reason", value_name = "TEXT")]
    why: String,
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::List(args) => list(&args, client, out),
        Command::Hide(VerdictArgs { which, why }) => {
            resolve(which, Verdict::Hide, why, client, out)
        }
        Command::Show(which) => resolve(which, Verdict::Show, String::new(), client, out),
        Command::Remove(VerdictArgs { which, why }) => {
            parse_why(&why).map_err(anyhow::Error::msg)?;
            ask_first(&which.memo, client, yes)?;
            resolve(which, Verdict::Remove, why, client, out)
        }
    }
}

fn list(args: &List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let none = match &args.book {
        Some(_) => "the book has no memos",
        None => "no hidden memos\nhint: --book lists the memos of a book",
    };
    let table = Table { headings: ["ID", "MADE", "BY", "HIDDEN SINCE", "QUESTION"], none };
    let memos: Vec<ListedMemo> =
        client.get(resource("memos").with("book", args.book.as_deref()))?;
    out.list(&memos, args.page, &table, |memo| Row {
        cells: [
            memo.id.clone(),
            memo.made_at.clone(),
            memo.name.clone(),
            memo.hidden_since.clone().unwrap_or_default(),
            memo.question.clone(),
        ],
        details: Some(memo.why.clone()).filter(|why| !why.is_empty()).into_iter().collect(),
    })
}

/// Shows the memo and asks before its removal, so that a mistyped id is noticed.
fn ask_first(memo: &str, client: &Client, yes: bool) -> anyhow::Result<()> {
    if yes {
        return Ok(());
    }
    let reported: ReportedItem = client.get(resource("memos").at(memo))?;
    report::confirm_removal(&reported, yes)
}

fn resolve(
    MemoArgs { memo, note }: MemoArgs,
    verdict: Verdict,
    why: String,
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let request = VerdictRequest { verdict, note, why };
    let item: ReportedItem = client.post(resource("memos").at(&memo).at("verdict"), &request)?;
    out.report(&item, |to| report::write_state(to, &item))
}
