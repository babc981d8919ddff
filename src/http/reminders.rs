//! Reminders of a member: the notice on the begin page, and whether keepers may send any.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::services::books::reminders::{self, ReminderNotice};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::view::MomentView;

/// Reminder that a member has not dismissed.
#[derive(Serialize, ToSchema)]
pub(super) struct OwnReminder {
    /// Null if there is none.
    reminder: Option<ReminderView>,
}

/// Reminder of a book's open questions.
#[derive(Serialize, ToSchema)]
pub(super) struct ReminderView {
    bid: String,
    /// Name of the book.
    book: String,
    /// Number of questions that the caller has not answered.
    open: usize,
    /// Moment at which the book closes; null if it stays open.
    closes: Option<MomentView>,
}

/// Shows the caller's reminder, while its book takes answers and questions are open.
#[utoipa::path(get, path = "/api/account/reminder", tag = "accounts",
    responses((status = 200, body = OwnReminder)))]
pub(super) async fn show_own_reminder(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<OwnReminder>> {
    let own = run_blocking(&context, move |context| reminders::own_reminder(context, &actor));
    let config = context.config();
    let view = |ReminderNotice { book, open, closes_at }| ReminderView {
        bid: book.id.to_string(),
        book: book.name,
        open,
        closes: closes_at.map(|moment| MomentView::of(&config.time_zone, moment)),
    };
    Ok(Json(OwnReminder { reminder: own.await?.map(view) }))
}

/// Dismisses the caller's reminder.
#[utoipa::path(post, path = "/api/account/reminder/seen", tag = "accounts",
    responses((status = 204)))]
pub(super) async fn dismiss_reminder(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| reminders::dismiss_reminder(context, &actor)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Preference for reminders by keepers, by mail and on the begin page.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemindersView {
    wanted: bool,
}

/// Shows whether the caller wants reminders.
#[utoipa::path(get, path = "/api/account/reminders", tag = "accounts",
    responses((status = 200, body = RemindersView)))]
pub(super) async fn show_reminders(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<RemindersView>> {
    let wanted =
        run_blocking(&context, move |context| reminders::wants_reminders(context, &actor)).await?;
    Ok(Json(RemindersView { wanted }))
}

/// Updates whether the caller wants reminders.
#[utoipa::path(post, path = "/api/account/reminders", tag = "accounts",
    request_body = RemindersView, responses((status = 200, body = RemindersView)))]
pub(super) async fn choose_reminders(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(RemindersView { wanted }): Json<RemindersView>,
) -> Result<Json<RemindersView>> {
    let choose = move |context: &_| reminders::choose_reminders(context, &actor, wanted);
    Ok(Json(RemindersView { wanted: run_blocking(&context, choose).await? }))
}
