//! Mails about editions and reminders: a member's preferences, and the links that stop them.

use std::sync::Arc;

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::edition_notices::EditionNotices;
use crate::error::Error;
use crate::services::editions::edition_notices;

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::{reminders, unsubscribe};

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(show_edition_notices, choose_edition_notices))
        .routes(routes!(unsubscribe::show_unsubscribe, unsubscribe::unsubscribe))
        .routes(routes!(
            unsubscribe::show_unsubscribe_reminders,
            unsubscribe::unsubscribe_reminders
        ))
        .routes(routes!(reminders::show_own_reminder))
        .routes(routes!(reminders::dismiss_reminder))
        .routes(routes!(reminders::show_reminders, reminders::choose_reminders))
}

/// Preference for mails about editions of books with the member's own memos.
#[derive(Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EditionNoticesView {
    /// `first` for the first edition of each book, `every`, or `none`.
    #[schema(example = "first")]
    editions: String,
}

impl From<EditionNotices> for EditionNoticesView {
    fn from(notices: EditionNotices) -> Self {
        Self { editions: notices.as_str().to_owned() }
    }
}

/// Shows the caller's preference for mails about editions.
#[utoipa::path(get, path = "/api/account/edition-notices", tag = "accounts",
    responses((status = 200, body = EditionNoticesView)))]
pub(super) async fn show_edition_notices(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<EditionNoticesView>> {
    let notices =
        run_blocking(&context, move |context| edition_notices::preference(context, &actor)).await?;
    Ok(Json(notices.into()))
}

/// Updates the caller's preference for mails about editions.
#[utoipa::path(post, path = "/api/account/edition-notices", tag = "accounts",
    request_body = EditionNoticesView, responses((status = 200, body = EditionNoticesView)))]
pub(super) async fn choose_edition_notices(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(chosen): Json<EditionNoticesView>,
) -> Result<Json<EditionNoticesView>> {
    let notices = run_blocking(&context, move |context| {
        let notices = chosen.editions.parse();
        let notices = notices.map_err(|unknown| Error::invalid("editions", unknown))?;
        edition_notices::choose(context, &actor, notices)
    })
    .await?;
    Ok(Json(notices.into()))
}
