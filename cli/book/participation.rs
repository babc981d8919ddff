//! `inkfold book answers` and `remind`: who has answered, and reminders for the others.

use std::path::PathBuf;

use inkfold::http::operator::books::{AnswersFile, Participant, Reminder, ReminderReport};
use serde::Serialize;

use crate::client::{Client, resource};
use crate::complete;
use crate::output::{Output, Page, Table, counted};
use crate::user_file;

/// Show who has answered a book: how many questions each member has answered, begun and left open
///
/// The members are those who were invited to the book and those who have answered; all members if nobody was invited to it.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold book answers 01k…
  inkfold book answers 01k… --out answers.csv   members by questions
  inkfold book answers 01k… --json | jq -r 'select(.open > 0) | .username'")]
pub(crate) struct Answers {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// CSV table to write: members by questions
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    page: Page,
}

/// Remind the members who have open questions: on their begin page, and by mail
///
/// A member is reminded at most once a week, whatever the books, and can switch reminders off.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  inkfold book remind 01k…
  inkfold book remind 01k… --words \"We print on Friday.\"")]
pub(crate) struct Remind {
    /// The book's id
    #[arg(value_name = "BOOK", add = complete::books())]
    book: String,
    /// Words to the members, at most 600 characters
    #[arg(long, value_name = "TEXT", default_value = "")]
    words: String,
}

#[derive(Serialize)]
struct Written {
    out: PathBuf,
}

const MEMBERS: Table<5> = Table {
    headings: ["USERNAME", "ANSWERED", "BEGUN", "OPEN", "NAME"],
    none: "nobody is asked yet\nhint: invite people with `inkfold invitation add --book BOOK`",
};

pub(super) fn list_answers(args: Answers, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Answers { book, out: file, page } = args;
    let of_book = || resource("books").at(&book);
    if let Some(file) = file {
        let AnswersFile { csv } = client.get(of_book().at("answers.csv"))?;
        user_file::write(&file, csv.as_bytes())?;
        let written = Written { out: file };
        return out.report(&written, |to| writeln!(to, "Wrote {}.", written.out.display()));
    }
    let members: Vec<Participant> = client.get(of_book().at("answers"))?;
    out.list(&members, page, &MEMBERS, |member| {
        [
            member.username.clone(),
            member.handed_in.to_string(),
            member.begun.to_string(),
            member.open.to_string(),
            member.name.clone(),
        ]
    })
}

pub(super) fn remind(args: Remind, client: &Client, out: &mut Output) -> anyhow::Result<()> {
    let Remind { book, words } = args;
    let of_book = resource("books").at(&book);
    let report: ReminderReport = client.post(of_book.at("remind"), &Reminder { words })?;
    out.report(&report, |to| {
        let members = counted(report.reminded, "member", "members");
        writeln!(to, "Reminded {members}, {} of them by mail.", report.mailed)?;
        for (count, reason) in [
            (report.complete, "answered every question"),
            (report.recent, "reminded less than a week ago"),
            (report.declined, "want no reminders"),
            (report.later, "to be reminded another time: 500 at once are enough"),
        ] {
            if count > 0 {
                writeln!(to, "    left out: {count}, {reason}")?;
            }
        }
        Ok(())
    })
}
