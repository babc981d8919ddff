//! `inkfold book schedule`.

use clap::ArgGroup;
use inkfold::http::operator::books::Dates;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::Output;

/// Set when a book opens and closes, and what makes it ready to be published
///
/// Dates and times are in the community's time zone. Replaces all dates of the book: options left out are taken away. Before a book opens and after it closes, answers are refused; an upload that began in time counts.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("dates").args(["opens", "closes", "ready_by", "always"]).required(true).multiple(true),
    after_help = "Examples:
  inkfold book schedule 01k… --closes \"2026-12-24 18:00\" --ready-by date
  inkfold book schedule 01k… --opens 2026-12-01 --closes 2026-12-24
  inkfold book schedule 01k… --always       takes all dates away"
)]
pub(crate) struct Args {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// Date, or date and time, from which answers can be handed in [default: at once]
    #[arg(long, value_name = "MOMENT", default_value = "", hide_default_value = true)]
    opens: String,
    /// Date, or date and time, from which no more answers can be handed in; a date alone means 23:59 [default: never]
    #[arg(long, value_name = "MOMENT", default_value = "", hide_default_value = true)]
    closes: String,
    /// Condition under which an edition is made by itself: enough new entries, the closing date, or both of them
    #[arg(long, value_name = "WHAT", default_value = "entries", value_parser = ["entries", "date", "both"])]
    ready_by: String,
    /// No dates: the book is always open
    #[arg(long, conflicts_with_all = ["opens", "closes", "ready_by"])]
    always: bool,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Args { book, opens, closes, ready_by, always: _ } = args;
    let dates = Dates { opens, closes, ready_by };
    super::report_book(&client.post(resource("books").at(&book).at("schedule"), &dates)?, out)
}
