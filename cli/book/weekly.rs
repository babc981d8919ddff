//! `inkfold book weekly`: the question of the week.

use clap::ArgGroup;
use clap::builder::PossibleValuesParser;
use inkfold::domain::weekly_question::Weekday;
use inkfold::http::operator::books::{Weekly, WeeklyChoice};

use crate::client::{Client, resource};
use crate::complete;
use crate::output::Output;

/// Show the question of the week of a book, or switch it on or off
///
/// Every week at nine in the morning, one question goes to the members who have not answered it: on their begin page, and by mail, which they can answer by replying if `host` in [mail.inbound] is set.
#[derive(Debug, clap::Args)]
#[command(
    group = ArgGroup::new("change").args(["day", "off"]),
    after_help = "Examples:
  inkfold book weekly 01k…                  shows what is sent, and when
  inkfold book weekly 01k… --day monday     switches it on
  inkfold book weekly 01k… --day monday --now
  inkfold book weekly 01k… --off            switches it off"
)]
pub(crate) struct Args {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// Send a question on this day of every week
    #[arg(long, value_name = "DAY", value_parser = PossibleValuesParser::new(Weekday::ALL.map(Weekday::as_str)))]
    day: Option<String>,
    /// Send one at once, in place of the next one; at most one is sent a week
    #[arg(long, requires = "day")]
    now: bool,
    /// Send no more questions
    #[arg(long)]
    off: bool,
}

pub(super) fn run(args: Args, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Args { book, day, now, off } = args;
    let of_book = resource("books").at(&book).at("weekly-question");
    let weekly: Weekly = if day.is_some() || off {
        client.post(of_book, &WeeklyChoice { weekday: day, send_now: now })?
    } else {
        client.get(of_book)?
    };
    out.report(&weekly, |to| {
        match &weekly.next_at {
            None => writeln!(to, "The question of the week is off.")?,
            Some(moment) => writeln!(to, "Every {}, next on {moment}.", weekly.weekday)?,
        }
        let none = "none, because everybody has answered everything";
        writeln!(to, "next question: {}", weekly.next.as_deref().unwrap_or(none))?;
        if let (Some(last), Some(at)) = (&weekly.last, &weekly.last_at) {
            writeln!(to, "last question: {last} ({at})")?;
        }
        let replies =
            if weekly.takes_replies { "yes" } else { "no, `host` in [mail.inbound] is not set" };
        writeln!(to, "answers by mail: {replies}")
    })
}
