//! `inkfold book`: adds, shows, edits, compiles, publishes, unpublishes, exports and removes books.

mod edit;
mod edition;
mod export;
mod form;
mod participation;
mod schedule;
mod weekly;

use std::io::{self, Write};
use std::path::Path;

use anyhow::Context as _;
use clap::Subcommand;
use inkfold::http::operator::books::{Book, Edition, Failure, NewBook};
use inkfold::http::operator::questions::Question;

use crate::client::{Client, Resource, resource};
use crate::complete;
use crate::output::{Output, Page, Table, confirm, counted, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(Add),
    /// List books, newest first
    #[command(after_help = "Examples:
  inkfold book list
  inkfold book list --all --json | jq -r 'select(.edition == 0) | .bid'")]
    List(Page),
    /// Show a book, and why its last edition failed, if it did
    #[command(after_help = "Examples:
  inkfold book show 01k…
  inkfold book show 01k… --json | jq .memoCount")]
    Show(BookArgs),
    Edit(edit::Args),
    Schedule(schedule::Args),
    Weekly(weekly::Args),
    Answers(participation::Answers),
    Remind(participation::Remind),
    Form(form::Args),
    Compile(edition::Compile),
    /// Publish the current memos as the next edition
    #[command(after_help = "Examples:
  inkfold book publish 01k…
  inkfold book publish 01k… --yes       without asking, for scripts")]
    Publish(BookArgs),
    /// Unpublish a book; it keeps its memos and collects answers again
    #[command(after_help = "Example:
  inkfold book unpublish 01k…")]
    Unpublish(BookArgs),
    Editions(edition::List),
    Export(export::Args),
    /// Remove a book without memos or editions, with its questions and forms
    ///
    /// A book with memos or editions can't be removed; see `book unpublish`.
    #[command(
        aliases = ["delete", "rm"],
        after_help = "Examples:
  inkfold book remove 01k…
  inkfold book remove 01k… --yes       without asking, for scripts"
    )]
    Remove(BookArgs),
}

/// Create a book
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold book add --name \"A year in ink\" --publish-at 30
  inkfold book add --name Rivers --from 01k…     answers the suggestion")]
pub(crate) struct Add {
    /// Name of the book, at most 120 characters
    #[arg(long, value_name = "NAME")]
    name: String,
    /// Description, at most 600 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    description: String,
    /// New answers after which an edition is published automatically; each member's answer to a question counts once [default: 20]
    #[arg(long, value_name = "N")]
    publish_at: Option<u32>,
    /// Topics of the book
    #[arg(long, value_name = "TOPIC", num_args = 1..)]
    topics: Vec<String>,
    /// Id of the suggestion that the book answers, from `suggestion list`
    #[arg(long, value_name = "SUGGESTION", add = complete::suggestions())]
    from: Option<String>,
    /// Note in the mail to the member who suggested it, at most 600 characters
    #[arg(long, value_name = "TEXT", requires = "from")]
    words: Option<String>,
}

#[derive(Debug, clap::Args)]
pub(crate) struct BookArgs {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
}

impl BookArgs {
    fn resource(&self) -> Resource {
        resource("books").at(&self.book)
    }
}

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Add(args) => add(args, client, out),
        Command::List(page) => list(page, client, out),
        Command::Show(args) => show_book(&args, client, out),
        Command::Edit(args) => edit::run(args, client, out),
        Command::Answers(args) => participation::list_answers(args, client, out),
        Command::Remind(args) => participation::remind(args, client, out),
        Command::Schedule(args) => schedule::run(args, client, out),
        Command::Weekly(args) => weekly::run(args, client, out),
        Command::Form(args) => form::run(args, client, out),
        Command::Compile(args) => edition::compile(&args, client, out),
        Command::Publish(args) => edition::publish(&args, client, yes, out),
        Command::Unpublish(args) => edition::unpublish(&args, client, yes, out),
        Command::Editions(args) => edition::list(&args, client, out),
        Command::Export(args) => export::run(args, client, out),
        Command::Remove(args) => remove(&args, client, yes, out),
    }
}

fn add(args: Add, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Add { name, description, publish_at, topics, from, words } = args;
    let words = words.unwrap_or_default();
    let new = NewBook { name, description, publish_at, topics, from, words };
    report_book(&client.post(resource("books"), &new)?, out)
}

const BOOKS: Table<4> = Table {
    headings: ["ID", "NAME", "MEMOS", "STATE"],
    none: "there are no books yet\nhint: make one with `inkfold book add`",
};

fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let books: Vec<Book> = client.get(resource("books"))?;
    out.list(&books, page, &BOOKS, |book| {
        [book.bid.clone(), book.name.clone(), book.memo_count.to_string(), state(book)]
    })
}

fn remove(args: &BookArgs, client: &Client, yes: bool, out: &mut Output) -> anyhow::Result<()> {
    let book: Book = client.get(args.resource().at("removal"))?;
    confirm(&format!("Remove the book \u{201c}{}\u{201d} for good?", plain(&book.name)), yes)?;
    let removed: Book = client.delete(args.resource())?;
    out.report(&removed, |to| writeln!(to, "Removed the book {}.", plain(&removed.name)))
}

fn show_book(args: &BookArgs, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let book: Book = client.get(args.resource())?;
    let holds = if out.is_json() { String::new() } else { contents(&book, client)? };
    out.report(&book, |to| {
        writeln!(to, "{}", line(&book))?;
        let topics = book.topics.join(", ");
        let about = [book.description.as_str(), &topics, &holds];
        for words in about.into_iter().filter(|words| !words.is_empty()) {
            writeln!(to, "    {}", plain(words))?;
        }
        book.last_failure.as_ref().map_or(Ok(()), |failure| explain(to, failure))?;
        edition::missing_pictures(to, &book.missing_pictures)
    })
}

/// Describes the number of questions and editions.
fn contents(book: &Book, client: &Client) -> anyhow::Result<String> {
    let resource = || resource("books").at(&book.bid);
    let asked: Vec<Question> = client.get(resource().at("questions"))?;
    let editions: Vec<Edition> = client.get(resource().at("editions"))?;
    let questions = counted(asked.len(), "question", "questions");
    Ok(format!("{questions}, {}", counted(editions.len(), "edition", "editions")))
}

fn report_book(book: &Book, out: &mut Output) -> anyhow::Result<()> {
    out.report(book, |to| writeln!(to, "{}", line(book)))
}

fn explain(to: &mut dyn Write, failure: &Failure) -> io::Result<()> {
    let Failure { at, error, attempts, next_attempt_at } = failure;
    let tries = counted(*attempts, "try", "tries");
    writeln!(to, "    Edition failed at {at}, after {tries}: {}", plain(error))?;
    match next_attempt_at {
        Some(next) => writeln!(to, "    Next attempt at {next}."),
        None => writeln!(
            to,
            "    No attempts are left: `inkfold book publish` tries again, and so does the next entry."
        ),
    }
}

/// Formats the book on one line.
fn line(book: &Book) -> String {
    let memos = counted(book.memo_count, "memo", "memos");
    format!("{}  {}  {memos}, {}", book.bid, book.name, state(book))
}

/// Describes the state of the book: its edition or the number of answers it collects, and the progress or failure of the next
/// edition.
fn state(book: &Book) -> String {
    let state = match (book.edition, book.ready_by.as_str()) {
        (0, "date") => "collecting, publishes when it closes".to_owned(),
        (0, _) => format!("collecting, publishes at {}", book.publish_at),
        (edition, _) => format!("edition {edition}"),
    };
    let dates = dates(book);
    let making = match &book.compiling_since {
        Some(since) => {
            let done = book.compiled_percent.map_or_else(String::new, |done| format!(" ({done}%)"));
            format!(", the next one being made since {since}{done}")
        }
        None => String::new(),
    };
    let failed = if book.last_failure.is_some() { ", making it failed" } else { "" };
    let missing = match book.missing_pictures.len() {
        0 => String::new(),
        lost => format!(" without {}", counted(lost, "picture", "pictures")),
    };
    format!("{state}{dates}{missing}{making}{failed}")
}

/// Describes from when until when the book takes answers; empty for a book without dates.
fn dates(book: &Book) -> String {
    let opens = book.opens_at.as_ref().map(|moment| format!(", opens {moment}"));
    let closes = book.closes_at.as_ref().map(|moment| format!(", closes {moment}"));
    opens.unwrap_or_default() + &closes.unwrap_or_default()
}

/// Copies a file that the server has made to the user's path.
fn copy(from: &Path, to: &Path) -> anyhow::Result<()> {
    std::fs::copy(from, to).with_context(|| format!("{} cannot be written", to.display()))?;
    Ok(())
}
