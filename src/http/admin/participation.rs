//! Participation in a book, for its keepers: the grid of members by questions, and reminders.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::book_id;
use crate::http::view::{QuestionView, TimeView};
use crate::services::books::participation::{self, AnswerGrid, AnswerState, Participant};
use crate::services::books::reminders::{self, ReminderReport};

/// Maximum number of members in an answer. The CSV table has all of them.
const MAX_MEMBERS: usize = 1_000;

/// State of a member's answer to a question.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum AnswerStateView {
    None,
    /// Read from a form, but not handed in.
    Begun,
    HandedIn,
}

impl From<AnswerState> for AnswerStateView {
    fn from(state: AnswerState) -> Self {
        match state {
            AnswerState::None => Self::None,
            AnswerState::Begun => Self::Begun,
            AnswerState::HandedIn => Self::HandedIn,
        }
    }
}

/// Member in the grid of a book.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct ParticipantView {
    uid: String,
    name: String,
    username: String,
    /// States of the answers, in the order of the questions.
    answers: Vec<AnswerStateView>,
    /// Number of answers that were handed in.
    handed_in: usize,
    /// Time of the member's last reminder, of whatever book; null if there was none.
    reminded_at: Option<TimeView>,
}

impl From<Participant> for ParticipantView {
    fn from(member: Participant) -> Self {
        Self {
            uid: member.account.id.to_string(),
            name: member.account.name.as_str().to_owned(),
            username: member.account.username.as_str().to_owned(),
            handed_in: member.count(AnswerState::HandedIn),
            answers: member.answers.into_iter().map(AnswerStateView::from).collect(),
            reminded_at: member.reminded_at.map(TimeView::from),
        }
    }
}

/// Members by questions of a book.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct AnswerGridView {
    questions: Vec<QuestionView>,
    /// At most 1,000 members, in order of their names.
    members: Vec<ParticipantView>,
    /// Number of members who are asked.
    total: usize,
}

impl From<AnswerGrid> for AnswerGridView {
    fn from(AnswerGrid { questions, members, .. }: AnswerGrid) -> Self {
        Self {
            questions: (1..).zip(questions).map(QuestionView::numbered).collect(),
            total: members.len(),
            members: members.into_iter().take(MAX_MEMBERS).map(ParticipantView::from).collect(),
        }
    }
}

/// Grid of the members who are asked to answer a book: those who were invited to it and those who have answered; all members if
/// nobody was invited to it.
#[utoipa::path(get, path = "/api/admin/books/{bid}/answers", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    responses((status = 200, body = AnswerGridView)))]
pub(in crate::http) async fn show_answers(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<Json<AnswerGridView>> {
    let book = book_id(&bid)?;
    let load = move |context: &Context| participation::answer_grid(context, &actor, book);
    Ok(Json(run_blocking(&context, load).await?.into()))
}

/// Downloads the grid as a CSV table for spreadsheets, with all members.
#[utoipa::path(get, path = "/api/admin/books/{bid}/answers.csv", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    responses((status = 200, content_type = "text/csv", body = String)))]
pub(in crate::http) async fn download_answers(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<impl IntoResponse> {
    let book = book_id(&bid)?;
    let load = move |context: &Context| participation::answer_table(context, &actor, book);
    let csv = run_blocking(&context, load).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"answers.csv\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, csv))
}

/// Reminder for the members who have open questions.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct ReminderBody {
    /// Words to the members, at most 600 characters; may be left out.
    #[serde(default)]
    #[schema(max_length = 600)]
    words: String,
}

/// Outcome of a reminder, in numbers of members.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ReminderReportView {
    /// Members who see a notice on their next visit.
    reminded: u32,
    /// Members among them who also get a mail.
    mailed: u32,
    /// Members who have answered every question.
    complete: u32,
    /// Members who were reminded within a week.
    recent: u32,
    /// Members who want no reminders.
    declined: u32,
    /// Members who were left for another time, because 500 were reminded.
    later: u32,
}

impl From<ReminderReport> for ReminderReportView {
    fn from(report: ReminderReport) -> Self {
        let ReminderReport { reminded, mailed, complete, recent, declined, later } = report;
        Self { reminded, mailed, complete, recent, declined, later }
    }
}

/// Reminds the members who have open questions: on the begin page, and by mail if their address is verified. A member is reminded
/// at most once a week, whatever the books.
#[utoipa::path(post, path = "/api/admin/books/{bid}/remind", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)), request_body = ReminderBody,
    responses((status = 200, body = ReminderReportView)))]
pub(in crate::http) async fn remind_members(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(ReminderBody { words }): Json<ReminderBody>,
) -> Result<Json<ReminderReportView>> {
    let book = book_id(&bid)?;
    let remind = move |context: &Context| reminders::remind(context, &actor, book, &words);
    Ok(Json(run_blocking(&context, remind).await?.into()))
}
