//! Suggestions of books by members.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::services::books::suggestions;

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::account_id;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewSuggestion {
    /// Suggestion, 4 to 1,000 characters.
    #[schema(max_length = 1000)]
    suggestion: String,
    uid: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct SuggestionView {
    id: String,
    suggestion: String,
}

/// Suggests a book to the admins.
#[utoipa::path(post, path = "/api/suggestion/send", tag = "books",
    security(("apiToken" = ["memos"])), request_body = NewSuggestion,
    responses((status = 201, body = SuggestionView)))]
pub(super) async fn send_suggestion(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(new): Json<NewSuggestion>,
) -> Result<(StatusCode, Json<SuggestionView>)> {
    let uid = account_id(&new.uid)?;
    let send = move |context: &_| suggestions::send(context, &actor, uid, &new.suggestion);
    let kept = run_blocking(&context, send).await?;
    let view = SuggestionView { id: kept.id.to_string(), suggestion: kept.text };
    Ok((StatusCode::CREATED, Json(view)))
}
