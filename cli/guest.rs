//! `inkfold guest`: people who answer one book without an account.

use clap::{ArgGroup, Subcommand};
use inkfold::http::operator::guests::{Done, Guest, GuestLink, WaitingMemo};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Row, Table, confirm, plain};

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Link(Link),
    /// List the guests of a book, in the order of their joining
    List(BookList),
    /// List the memos of guests that wait to be accepted, oldest first
    Waiting(BookList),
    /// Accept a guest's memo: it counts for the next edition
    #[command(after_help = "Example:
  inkfold guest accept 01k…")]
    Accept(MemoArgs),
    /// Decline a guest's memo: it is removed, and its guest is told so
    #[command(after_help = "Examples:
  inkfold guest decline 01k…
  inkfold guest decline 01k… --yes          without asking, for scripts")]
    Decline(MemoArgs),
    Remove(Remove),
}

/// Show, make or remove the link with which anybody answers a book without an account
///
/// A guest gives a name and answers the questions of the book; each memo waits until it is accepted. A new link ends the earlier one, and removes guests who have not answered. On a terminal the link is also shown as a QR code.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("change").args(["new", "off"]),
    after_help = "Examples:
  inkfold guest link 01k… --new
  inkfold guest link 01k… --off             removes the link"
)]
pub(crate) struct Link {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// Make a new link
    #[arg(long)]
    new: bool,
    /// Remove the link
    #[arg(long)]
    off: bool,
}

#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold guest list 01k…
  inkfold guest waiting 01k… --json | jq -r .id")]
pub(crate) struct BookList {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    #[command(flatten)]
    page: Page,
}

#[derive(Debug, clap::Args)]
pub(crate) struct MemoArgs {
    /// Memo id, from `guest waiting`
    #[arg(value_name = "MEMO")]
    memo: String,
}

/// Remove a guest with all memos that are in no published edition
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold guest remove 01k… 01m…
  inkfold guest remove 01k… 01m… --yes      without asking, for scripts")]
pub(crate) struct Remove {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// The guest's id, from `guest list`
    #[arg(value_name = "GUEST")]
    guest: String,
}

const GUESTS: Table<5> = Table {
    headings: ["ID", "JOINED", "WAITING", "ACCEPTED", "NAME"],
    none: "this book has no guests\nhint: `inkfold guest link BOOK --new` makes a link for them",
};
const WAITING: Table<5> =
    Table { headings: ["ID", "MADE", "KIND", "NAME", "QUESTION"], none: "no memos are waiting" };

pub(crate) fn run(
    command: Command,
    client: &Client,
    yes: bool,
    out: &mut Output,
) -> anyhow::Result<()> {
    match command {
        Command::Link(args) => link(&args, client, out),
        Command::List(args) => list(&args, client, out),
        Command::Waiting(args) => list_waiting(&args, client, out),
        Command::Accept(MemoArgs { memo }) => {
            let done: Done = client.post(resource("memos").at(&memo).at("accept"), &())?;
            out.report(&done, |to| writeln!(to, "Accepted the memo {memo}."))
        }
        Command::Decline(MemoArgs { memo }) => {
            confirm(&format!("Remove the memo {}?", plain(&memo)), yes)?;
            let done: Done = client.post(resource("memos").at(&memo).at("decline"), &())?;
            out.report(&done, |to| writeln!(to, "Declined and removed the memo {memo}."))
        }
        Command::Remove(Remove { book, guest }) => {
            let question = format!("Remove the guest {} with their memos?", plain(&guest));
            confirm(&question, yes)?;
            let of_book = resource("books").at(&book);
            let done: Done = client.delete(of_book.at("guests").at(&guest))?;
            out.report(&done, |to| writeln!(to, "Removed the guest {guest}."))
        }
    }
}

fn link(Link { book, new, off }: &Link, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let of_book = resource("books").at(book).at("guest-link");
    let shown: GuestLink = match (new, off) {
        (true, _) => client.post(of_book, &())?,
        (_, true) => client.delete(of_book)?,
        (false, false) => client.get(of_book)?,
    };
    out.report(&shown, |to| match &shown.link {
        Some(link) => writeln!(to, "{link}"),
        None => writeln!(to, "This book has no guest link."),
    })?;
    match &shown.link {
        Some(link) => out.show_qr(link),
        None => Ok(()),
    }
}

fn list(args: &BookList, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let guests: Vec<Guest> = client.get(resource("books").at(&args.book).at("guests"))?;
    out.list(&guests, args.page, &GUESTS, |guest| {
        [
            guest.uid.clone(),
            guest.joined_at.clone(),
            guest.waiting.to_string(),
            guest.accepted.to_string(),
            guest.name.clone(),
        ]
    })
}

fn list_waiting(args: &BookList, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let of_book = resource("books").at(&args.book);
    let memos: Vec<WaitingMemo> = client.get(of_book.at("waiting-memos"))?;
    out.list(&memos, args.page, &WAITING, |memo| Row {
        cells: [
            memo.id.clone(),
            memo.made_at.clone(),
            memo.kind.clone(),
            memo.name.clone(),
            memo.question.clone(),
        ],
        details: memo.text.clone().into_iter().collect(),
    })
}
