//! `inkfold question`: the questions of a book.

mod export;

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Subcommand;
use inkfold::domain::book;
use inkfold::domain::question_file;
use inkfold::http::operator::questions::{NewQuestion, Place, PreviewedQuestion, Question};
use inkfold::services::books::{ImportReport, RowChange};

use crate::client::{Client, Resource, resource, unexpected};
use crate::complete;
use crate::output::{Output, Page, Table, confirm, counted, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(Add),
    Import(Import),
    List(List),
    Export(export::Args),
    Move(Move),
    Remove(Remove),
}

/// Add a question at the end of a book
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold question add --book 01k… smell \"What did it smell of?\"")]
pub(crate) struct Add {
    #[command(flatten)]
    of: BookArgs,
    /// Short name of the question within its book: letters, digits, hyphens and underscores
    #[arg(value_name = "KEY")]
    key: String,
    /// Text of the question, at most 300 characters
    #[arg(value_name = "QUESTION")]
    question: String,
}

/// List the questions of a book in order
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold question list --book 01k…
  inkfold question list --book 01k… --all --json | jq -r .key")]
pub(crate) struct List {
    #[command(flatten)]
    of: BookArgs,
    #[command(flatten)]
    page: Page,
}

/// Import the questions of a book from a file
///
/// A question whose key exists gets the new text; others are added at the end. If one row is invalid,
/// nothing is imported.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example of a line of CSV: smell,\"What did your first home smell of?\"

Examples:
  inkfold question import --book 01k… questions.csv --dry-run
  inkfold question import --book 01k… questions.xlsx")]
pub(crate) struct Import {
    #[command(flatten)]
    of: BookArgs,
    /// CSV (`key,description`), Excel, JSON or TOML
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Show what would change, and change nothing
    #[arg(long)]
    dry_run: bool,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BookArgs {
    /// The book's id
    #[arg(long, value_name = "BOOK", add = complete::books())]
    book: String,
}

/// Move a question within its book
///
/// Forms that were downloaded before are still read correctly.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold question move --book 01k… smell --to 1        makes it the first")]
pub(crate) struct Move {
    #[command(flatten)]
    of: BookArgs,
    /// Key of the question, from `question list`
    #[arg(value_name = "KEY", add = complete::questions())]
    key: String,
    /// New number, counted from 1
    #[arg(long, value_name = "N")]
    to: u32,
}

/// Remove a question without answers
#[derive(Debug, clap::Args)]
#[command(
    aliases = ["delete", "rm"],
    after_help = "Examples:
  inkfold question remove --book 01k… smell
  inkfold question remove --book 01k… smell --yes     without asking"
)]
pub(crate) struct Remove {
    #[command(flatten)]
    of: BookArgs,
    /// Key of the question, from `question list`
    #[arg(value_name = "KEY", add = complete::questions())]
    key: String,
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Add(args) => add(args, client, out),
        Command::Import(args) => import(&args, client, out),
        Command::List(args) => list(&args, client, out),
        Command::Export(args) => export::run(args, client, out),
        Command::Move(Move { of, key, to }) => {
            let place = of.questions().at(&key).at("move");
            let questions: Vec<Question> = client.post(place, &Place { number: to })?;
            let moved = questions.into_iter().find(|one| one.number == to);
            let moved = moved.ok_or_else(unexpected)?;
            out.report(&moved, |to| writeln!(to, "Moved {key} to number {}.", moved.number))
        }
        Command::Remove(Remove { of, key }) => {
            let shown: Question = client.get(of.questions().at(&key).at("removal"))?;
            let words = plain(&shown.question.description);
            confirm(&format!("Remove the question \u{201c}{words}\u{201d}?"), yes)?;
            let left: Vec<Question> = client.delete(of.questions().at(&key))?;
            out.report(&left, |to| {
                let left = counted(left.len(), "question is", "questions are");
                writeln!(to, "Removed {key}; {left} left.")
            })
        }
    }
}

impl BookArgs {
    fn questions(&self) -> Resource {
        resource("books").at(&self.book).at("questions")
    }
}

fn add(args: Add, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Add { of, key, question } = args;
    let new = NewQuestion { key, description: question };
    let mut questions: Vec<Question> = client.post(of.questions(), &new)?;
    let added = questions.pop().ok_or_else(unexpected)?;
    let key = added.question.key.as_str();
    out.report(&added, |to| writeln!(to, "Added {key} as number {}.", added.number))
}

const QUESTIONS: Table<3> = Table {
    headings: ["NUMBER", "KEY", "QUESTION"],
    none: "the book has no questions yet\nhint: add some with `inkfold question add` or `inkfold question import`",
};

fn list(args: &List, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let questions: Vec<Question> = client.get(args.of.questions())?;
    out.list(&questions, args.page, &QUESTIONS, |Question { number, question }| {
        [number.to_string(), question.key.as_str().to_owned(), question.description.clone()]
    })
}

fn import(args: &Import, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let questions = read(&args.file)?;
    if args.dry_run {
        return preview(args, &questions, client, out);
    }
    let imported: ImportReport = client.patch(args.of.questions(), &questions)?;
    out.report(&imported, |to| {
        writeln!(
            to,
            "{} added, {} changed, {} unchanged.",
            imported.added, imported.changed, imported.unchanged
        )
    })
}

const PREVIEW: Table<3> = Table { headings: ["RESULT", "KEY", "QUESTION"], none: "" };

fn preview(
    args: &Import,
    questions: &[book::Question],
    client: &Client,
    out: &mut Output,
) -> anyhow::Result<()> {
    let rows: Vec<PreviewedQuestion> =
        client.post(args.of.questions().at("preview"), &questions)?;
    out.list(&rows, Page::ALL, &PREVIEW, |PreviewedQuestion { change, question }| {
        let change = match change {
            RowChange::Added => "new",
            RowChange::Changed(_) => "changed",
            RowChange::Unchanged => "unchanged",
        };
        [change.to_owned(), question.key.as_str().to_owned(), question.description.clone()]
    })
}

/// Reads the questions of a file; errors name the lines.
pub(crate) fn read(file: &Path) -> anyhow::Result<Vec<book::Question>> {
    let name = file.display();
    let bytes = std::fs::read(file).with_context(|| format!("{name} cannot be read"))?;
    let rows = question_file::rows_of_file(&bytes, format_of(file)?);
    rows.questions().with_context(|| format!("{name} was not imported"))
}

fn format_of(file: &Path) -> anyhow::Result<question_file::Format> {
    question_file::Format::of_name(&file.to_string_lossy())
        .with_context(|| format!("{} is not a .csv, .xlsx, .json or .toml file", file.display()))
}
