//! `inkfold invitation`: codes with which somebody may create an account.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Subcommand;
use inkfold::http::operator::invitations::{CardsFile, Invitation, InvitationOptions};
use serde::Serialize;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Table, confirm, counted, eprint_note, plain};
use crate::user_file;

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Add(Add),
    /// List invitations, newest first
    #[command(after_help = "Examples:
  inkfold invitation list
  inkfold invitation list --json | jq -r '.cards[].link'")]
    List(Page),
    Revoke(Revoke),
    Cards(Cards),
}

/// Invite people: with one link for several, or with a card for each
///
/// Whoever has the code can create an account, as often as `--uses` says. On a terminal the link is also shown as a QR code.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold invitation add --uses 30 --days 14 --name \"Class 7b\"
  inkfold invitation add --cards 30 --out cards.pdf")]
pub(crate) struct Add {
    /// Words for the list of invitations, at most 80 characters
    #[arg(long, value_name = "NAME", default_value = "")]
    name: String,
    /// Number of accounts that each code can create, up to 1,000
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    uses: u32,
    /// Number of cards, each with a code of its own, up to 200
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    cards: u32,
    /// Days until it expires, up to 365 [default: never]
    #[arg(long, value_name = "NUMBER")]
    days: Option<u32>,
    /// The id of the book that new members are shown first
    #[arg(long, value_name = "BOOK", add = complete::books())]
    book: Option<String>,
    /// Role of the new members: member, keeper of the book, or moderator
    #[arg(long, value_name = "ROLE", default_value = "member", value_parser = ["member", "keeper", "moderator"])]
    role: String,
    /// PDF of the cards to write
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Withdraw an invitation: none of its codes creates an account any more
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold invitation revoke 01k…
  inkfold invitation revoke 01k… --yes      without asking, for scripts")]
pub(crate) struct Revoke {
    /// The invitation's id
    #[arg(value_name = "INVITATION", add = complete::invitations())]
    invitation: String,
}

/// Write the cards of an invitation that were not used yet, as a PDF to print and cut
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:
  inkfold invitation cards 01k… --out cards.pdf")]
pub(crate) struct Cards {
    /// The invitation's id
    #[arg(value_name = "INVITATION", add = complete::invitations())]
    invitation: String,
    /// PDF to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

#[derive(Serialize)]
struct Written {
    out: PathBuf,
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
        Command::Revoke(Revoke { invitation }) => {
            let of = resource("invitations").at(&invitation);
            let shown: Invitation = client.get(of)?;
            let question = format!("Withdraw the invitation {}?", plain(&title(&shown)));
            confirm(&question, yes)?;
            let of = resource("invitations").at(&invitation);
            let revoked: Invitation = client.post(of.at("revoke"), &())?;
            out.report(&revoked, |to| writeln!(to, "Withdrew the invitation {}.", title(&revoked)))
        }
        Command::Cards(Cards { invitation, out: file }) => {
            write_cards(&invitation, &file, client)?;
            let written = Written { out: file };
            out.report(&written, |to| writeln!(to, "Wrote {}.", written.out.display()))
        }
    }
}

fn add(args: Add, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Add { name, uses, cards, days, book, role, out: file } = args;
    let options = InvitationOptions { name, uses, cards, days, book, role };
    let added: Invitation = client.post(resource("invitations"), &options)?;
    // Before the file is written, which may fail: the codes can be used already.
    out.report(&added, |to| write_added(to, &added))?;
    if let Some(file) = &file {
        write_cards(&added.id, file, client)?;
        eprint_note(&format!("wrote {}", file.display()));
    }
    match added.cards.as_slice() {
        [card] if file.is_none() => out.show_qr(&card.link),
        _ => Ok(()),
    }
}

fn write_added(to: &mut dyn Write, added: &Invitation) -> io::Result<()> {
    match added.cards.as_slice() {
        [card] => {
            writeln!(to, "{}", card.link)?;
            let accounts = counted(card.max_uses as usize, "account", "accounts");
            writeln!(to, "Creates {accounts}{}.", until(added))
        }
        cards => {
            let cards = counted(cards.len(), "card", "cards");
            writeln!(to, "Made {cards}{}: inkfold invitation cards {}", until(added), added.id)
        }
    }
}

fn until(invitation: &Invitation) -> String {
    invitation.expires_at.as_ref().map_or_else(String::new, |moment| format!(", until {moment}"))
}

fn write_cards(invitation: &str, file: &Path, client: &Client) -> anyhow::Result<()> {
    let cards: CardsFile = client.get(resource("invitations").at(invitation).at("cards"))?;
    user_file::write(file, &cards.pdf()?)
}

/// Name of the invitation, or its id.
fn title(invitation: &Invitation) -> String {
    if invitation.name.is_empty() { invitation.id.clone() } else { invitation.name.clone() }
}

const INVITATIONS: Table<7> = Table {
    headings: ["ID", "STATE", "USED", "UNTIL", "BOOK", "ROLE", "NAME"],
    none: "there are no invitations yet\nhint: make one with `inkfold invitation add`",
};

fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let invitations: Vec<Invitation> = client.get(resource("invitations"))?;
    out.list(&invitations, page, &INVITATIONS, |invitation| {
        let uses: u32 = invitation.cards.iter().map(|card| card.uses).sum();
        let most: u32 = invitation.cards.iter().map(|card| card.max_uses).sum();
        [
            invitation.id.clone(),
            invitation.state.clone(),
            format!("{uses} of {most}"),
            invitation.expires_at.clone().unwrap_or_default(),
            invitation.book.clone().unwrap_or_default(),
            invitation.role.clone(),
            invitation.name.clone(),
        ]
    })
}
