//! Question of the week of a book, for its keepers.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::Config;
use crate::context::Context;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::book_id;
use crate::http::view::{MomentView, QuestionView};
use crate::services::books::weekly_question::{self, WeeklyChoice, WeeklyStatus};

/// Question of the week of a book.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct WeeklyQuestionStatus {
    /// Day on which it is sent, or was before it was switched off: `monday` to `sunday`.
    #[schema(example = "monday")]
    weekday: String,
    /// Moment at which the next question is sent, at nine in the morning; null while it is off.
    next_at: Option<MomentView>,
    /// Question that is sent next; null if all members have answered everything.
    next: Option<QuestionView>,
    /// Question that was sent last; null if there was none, or if the book no longer asks it.
    last: Option<QuestionView>,
    /// Time at which it was sent.
    last_at: Option<MomentView>,
    /// Whether members can answer by replying to the mail.
    takes_replies: bool,
}

impl WeeklyQuestionStatus {
    fn of(config: &Config, status: WeeklyStatus) -> Self {
        let WeeklyStatus { weekly, next, last, takes_replies } = status;
        let moment = |moment| MomentView::of(&config.time_zone, moment);
        Self {
            weekday: weekly.weekday.as_str().to_owned(),
            next_at: weekly.next_at.map(moment),
            next: next.map(QuestionView::numbered),
            last: last.map(QuestionView::numbered),
            last_at: weekly.last.map(|sent| moment(sent.sent_at)),
            takes_replies,
        }
    }
}

/// Shows the question of the week of a book.
#[utoipa::path(get, path = "/api/admin/books/{bid}/weekly-question", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    responses((status = 200, body = WeeklyQuestionStatus)))]
pub(in crate::http) async fn show_weekly_question(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<Json<WeeklyQuestionStatus>> {
    let book = book_id(&bid)?;
    let load = move |context: &Context| weekly_question::status(context, &actor, book);
    let status = run_blocking(&context, load).await?;
    Ok(Json(WeeklyQuestionStatus::of(&context.config(), status)))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct WeeklyQuestionChoice {
    /// Day on which the question is sent: `monday` to `sunday`; null switches it off.
    #[schema(example = "monday")]
    weekday: Option<String>,
    /// Whether a question is sent at once, in place of the next one. At most one is sent a week.
    #[serde(default)]
    send_now: bool,
}

/// Switches the question of the week on or off. The first one is sent on the next such day, at nine in the morning.
#[utoipa::path(post, path = "/api/admin/books/{bid}/weekly-question", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    request_body = WeeklyQuestionChoice, responses((status = 200, body = WeeklyQuestionStatus)))]
pub(in crate::http) async fn choose_weekly_question(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
    Json(WeeklyQuestionChoice { weekday, send_now }): Json<WeeklyQuestionChoice>,
) -> Result<Json<WeeklyQuestionStatus>> {
    let book = book_id(&bid)?;
    let choose = move |context: &Context| {
        let choice = WeeklyChoice::parse(weekday.as_deref(), send_now)?;
        weekly_question::set(context, &actor, book, choice)
    };
    let status = run_blocking(&context, choose).await?;
    Ok(Json(WeeklyQuestionStatus::of(&context.config(), status)))
}
