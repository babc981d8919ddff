//! Suggestions of members, and the answers of admins.

use axum::extract::{Path, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::ids::{book_id, suggestion_id};
use crate::http::view::{AuthorView, TimeView};
use crate::services::books::suggestions::{self, Filter, SuggestionDetails};

/// Suggestion, as an admin sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct AdminSuggestionView {
    id: String,
    text: String,
    /// Uid of the member who made the suggestion.
    uid: String,
    author: AuthorView,
    made_at: TimeView,
    /// Time of the answer.
    done_at: Option<TimeView>,
    /// Id of the book that was made of the suggestion.
    bid: Option<String>,
    /// Name of that book.
    book: Option<String>,
}

impl From<SuggestionDetails> for AdminSuggestionView {
    fn from(SuggestionDetails { suggestion, author, book }: SuggestionDetails) -> Self {
        Self {
            id: suggestion.id.to_string(),
            text: suggestion.text,
            uid: suggestion.author.to_string(),
            author: author.into(),
            made_at: suggestion.made_at.into(),
            done_at: suggestion.answer.map(|(at, _)| at.into()),
            bid: book.as_ref().map(|book| book.id.to_string()),
            book: book.map(|book| book.name),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct SuggestionsQuery {
    /// `open` or `done`; `open` by default.
    #[serde(default)]
    state: String,
}

/// Lists suggestions, newest first.
#[utoipa::path(get, path = "/api/admin/suggestions", tag = "admin",
    security(("apiToken" = ["books"])), params(SuggestionsQuery),
    responses((status = 200, body = [AdminSuggestionView])))]
pub(in crate::http) async fn list_suggestions(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(SuggestionsQuery { state }): Query<SuggestionsQuery>,
) -> Result<Json<Vec<AdminSuggestionView>>> {
    let filter = match state.as_str() {
        "" | "open" => Filter::Open,
        "done" => Filter::Done,
        _ => {
            return Err(Error::invalid(
                "state",
                Message::new("choice-unknown", "Choose from {choices}.")
                    .with("choices", "open, done"),
            )
            .into());
        }
    };
    let found =
        run_blocking(&context, move |context| suggestions::list(context, &actor, filter)).await?;
    Ok(Json(found.into_iter().map(AdminSuggestionView::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct SuggestionAnswer {
    /// Message to the member, in the mail that announces the outcome, at most 600 characters; may be left out.
    #[serde(default)]
    #[schema(max_length = 600)]
    words: String,
    /// Id of a book that was made of the suggestion.
    bid: Option<String>,
}

/// Answers a suggestion. The member is notified once, by the first answer.
#[utoipa::path(post, path = "/api/admin/suggestions/{id}/done", tag = "admin",
    security(("apiToken" = ["books"])), params(("id" = String, Path)),
    request_body = SuggestionAnswer, responses((status = 200, body = AdminSuggestionView)))]
pub(in crate::http) async fn answer_suggestion(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
    Json(SuggestionAnswer { words, bid }): Json<SuggestionAnswer>,
) -> Result<Json<AdminSuggestionView>> {
    let answer = move |context: &Context| {
        policy::may_administrate(&actor)?;
        let (id, book) = (suggestion_id(&id)?, bid.as_deref().map(book_id).transpose()?);
        suggestions::answer(context, &actor, id, book, &words)
    };
    Ok(Json(run_blocking(&context, answer).await?.into()))
}
