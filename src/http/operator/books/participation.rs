//! Operator API for who has answered a book, and for reminders.

use axum::extract::Path;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::http::extractors::Json;
use crate::services::books::participation::{self, AnswerState};
use crate::services::books::reminders;

use super::super::call::{Operator, Reply};
use super::super::nouns::Noun;
use super::id;

/// Member who is asked to answer a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Participant {
    pub uid: String,
    pub username: String,
    pub name: String,
    /// Number of questions that the member has answered.
    pub handed_in: usize,
    /// Number of questions whose answer was read from a form, but not handed in.
    pub begun: usize,
    /// Number of questions that the member has not answered.
    pub open: usize,
    /// Time of the member's last reminder, of whatever book.
    pub reminded_at: Option<String>,
}

impl From<participation::Participant> for Participant {
    fn from(member: participation::Participant) -> Self {
        Self {
            uid: member.account.id.to_string(),
            username: member.account.username.as_str().to_owned(),
            name: member.account.name.as_str().to_owned(),
            handed_in: member.count(AnswerState::HandedIn),
            begun: member.count(AnswerState::Begun),
            open: member.open(),
            reminded_at: member.reminded_at.map(|time| time.to_string()),
        }
    }
}

/// Grid of members by questions, as a CSV table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct AnswersFile {
    pub csv: String,
}

/// Reminder for the members who have open questions.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reminder {
    /// Words to the members; may be empty.
    pub words: String,
}

/// Outcome of a reminder, in numbers of members.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReminderReport {
    pub reminded: u32,
    /// Members among them who also get a mail.
    pub mailed: u32,
    /// Members who have answered every question.
    pub complete: u32,
    /// Members who were reminded within a week.
    pub recent: u32,
    /// Members who want no reminders.
    pub declined: u32,
    /// Members who were left for another time, because 500 were reminded.
    pub later: u32,
}

impl From<reminders::ReminderReport> for ReminderReport {
    fn from(report: reminders::ReminderReport) -> Self {
        let reminders::ReminderReport { reminded, mailed, complete, recent, declined, later } =
            report;
        Self { reminded, mailed, complete, recent, declined, later }
    }
}

pub(super) async fn list_answers(
    operator: Operator,
    Path(book): Path<String>,
) -> Reply<Vec<Participant>> {
    let operator = operator.naming(Noun::Book, &book);
    let list = move |context: &Context, actor: &_| {
        Ok(participation::answer_grid(context, actor, id(&book)?)?.members)
    };
    operator.list(list).await
}

pub(super) async fn export_answers(
    operator: Operator,
    Path(book): Path<String>,
) -> Reply<AnswersFile> {
    let operator = operator.naming(Noun::Book, &book);
    let export = move |context: &Context, actor: &_| {
        let csv = participation::answer_table(context, actor, id(&book)?)?;
        Ok(AnswersFile { csv: String::from_utf8_lossy(&csv).into_owned() })
    };
    operator.run(export).await
}

pub(super) async fn remind_members(
    operator: Operator,
    Path(book): Path<String>,
    Json(Reminder { words }): Json<Reminder>,
) -> Reply<ReminderReport> {
    let operator = operator.naming(Noun::Book, &book);
    let remind =
        move |context: &Context, actor: &_| reminders::remind(context, actor, id(&book)?, &words);
    operator.run(remind).await
}
