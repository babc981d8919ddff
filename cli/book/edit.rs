//! `inkfold book edit`.

use clap::ArgGroup;
use inkfold::http::operator::books::Edit;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::Output;

/// Edit a book's name, description, topics, cover, inks or publishing threshold
///
/// Options left out stay unchanged. If a smaller --publish-at is reached already, the book is published at once.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("changes").args(["name", "description", "publish_at", "topics", "cover_ink", "cover_memo", "all_black"]).required(true).multiple(true),
    after_help = "Examples:
  inkfold book edit 01k… --name \"A year in blue ink\"
  inkfold book edit 01k… --publish-at 30 --topics letters rivers
  inkfold book edit 01k… --topics                    takes all topics away
  inkfold book edit 01k… --cover-ink moss
  inkfold book edit 01k… --all-black true"
)]
pub(crate) struct Args {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// New name, at most 120 characters
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Description, at most 600 characters
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// New answers after which an edition is published automatically; each member's answer to a question counts once
    #[arg(long, value_name = "N")]
    publish_at: Option<u32>,
    /// Topics of the book, replacing the current ones
    #[arg(long, value_name = "TOPIC", num_args = 0..)]
    topics: Option<Vec<String>>,
    /// Ink of the cover, from the next edition on: blue, moss, ochre, plum, petrol, sepia, slate or olive; empty for the book's own
    #[arg(long, value_name = "INK")]
    cover_ink: Option<String>,
    /// Memo whose handwriting the cover shows, from the next edition on; empty to have one chosen
    #[arg(long, value_name = "MEMO")]
    cover_memo: Option<String>,
    /// Whether the pages inside are printed in black and grey, whatever ink members wrote with, from the next edition on
    #[arg(long, value_name = "BOOL")]
    all_black: Option<bool>,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Args { book, name, description, publish_at, topics, cover_ink, cover_memo, all_black } =
        args;
    let edit = Edit { name, description, publish_at, topics, cover_ink, cover_memo, all_black };
    super::report_book(&client.patch(resource("books").at(&book), &edit)?, out)
}
