//! `inkfold suggestion`: books that members suggest.

use clap::Subcommand;
use inkfold::http::operator::suggestions::{Outcome, Suggestion};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(List),
    Done(Done),
}

/// List open book suggestions, newest first
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold suggestion list
  inkfold suggestion list --done --all --json | jq -r .text")]
pub(crate) struct List {
    /// Include answered suggestions
    #[arg(long)]
    done: bool,
    #[command(flatten)]
    page: Page,
}

/// Answer a suggestion; the member is notified once by mail
///
/// Members who have left, are disabled, or have not verified their address get no mail, and in a community without mail nobody does: notify them yourself. You can name a book later with --book; no second mail is sent.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold suggestion done 01k… --book 01k…      it became a book
  inkfold suggestion done 01k… --words \"Would you write in our book on lakes?\"

See also `inkfold book add --from SUGGESTION`, which creates the book and answers the suggestion.")]
pub(crate) struct Done {
    /// Suggestion id, from `suggestion list`
    #[arg(value_name = "SUGGESTION", add = complete::suggestions())]
    suggestion: String,
    /// Id of the book that was made of it
    #[arg(long, value_name = "BOOK", add = complete::books())]
    book: Option<String>,
    /// Note in the mail, at most 600 characters
    #[arg(long, value_name = "TEXT")]
    words: Option<String>,
}

pub(crate) fn run(command: Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    match command {
        Command::List(args) => list(&args, client, out),
        Command::Done(args) => done(args, client, out),
    }
}

fn list(args: &List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let answered = if args.done { "true" } else { "false" };
    let all: Vec<Suggestion> = client.get(resource("suggestions").with("answered", answered))?;
    let none = if args.done { "there are no suggestions" } else { "no suggestion waits" };
    let table = Table { headings: ["ID", "MADE", "BY", "DONE"], none };
    out.list(&all, args.page, &table, |suggestion| Row {
        cells: [
            suggestion.id.clone(),
            suggestion.made_at.clone(),
            suggestion.name.clone(),
            suggestion.done_at.clone().unwrap_or_default(),
        ],
        details: suggestion.text.lines().map(str::to_owned).collect(),
    })
}

fn done(args: Done, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let outcome = Outcome { book: args.book, words: args.words.unwrap_or_default() };
    let answer = resource("suggestions").at(&args.suggestion).at("answer");
    let done: Suggestion = client.post(answer, &outcome)?;
    out.report(&done, |to| writeln!(to, "Answered the suggestion by {}.", plain(&done.name)))
}
