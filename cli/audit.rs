//! `inkfold audit`: actions of admins.

use clap::Subcommand;
use inkfold::http::operator::audit::Entry;

use crate::client::{Client, resource};
use crate::output::{Output, Page, Row, Table};

#[derive(Clone, Copy, Debug, Subcommand)]
pub(crate) enum Command {
    /// List admin actions, newest first
    ///
    /// Entries can't be changed or removed.
    #[command(after_help = "Examples:
  inkfold audit list --limit 10
  inkfold audit list --all --json | jq -r 'select(.by == \"mara\") | .deed'")]
    List(Page),
}

pub(crate) fn run(command: Command, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Command::List(page) = command;
    list(page, client, out)
}

const ENTRIES: Table<4> =
    Table { headings: ["AT", "BY", "DEED", "TO"], none: "no admin has done anything yet" };

fn list(page: Page, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let entries: Vec<Entry> = client.get(resource("audit"))?;
    out.list(&entries, page, &ENTRIES, |entry| {
        let Entry { at, deed, to, note, .. } = entry;
        Row {
            cells: [at.clone(), actor(entry).to_owned(), deed.clone(), to.clone()],
            details: Some(note.clone()).filter(|note| !note.is_empty()).into_iter().collect(),
        }
    })
}

/// Username of the admin.
fn actor(entry: &Entry) -> &str {
    match entry.by.as_deref() {
        None => "the command line",
        Some("") => "a former member",
        Some(username) => username,
    }
}
