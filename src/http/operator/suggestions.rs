//! Operator API for book suggestions.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::SuggestionId;
use crate::domain::item::Item;
use crate::error::{Required, Result};
use crate::http::extractors::{Json, Query};
use crate::services::books::suggestions::{self, Filter, SuggestionDetails};

use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Suggestion, as an admin sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    pub id: String,
    pub text: String,
    /// Name of the member who made the suggestion.
    pub name: String,
    pub made_at: String,
    /// Time of the answer.
    pub done_at: Option<String>,
    /// Id of the book that was made of the suggestion.
    pub bid: Option<String>,
}

impl From<SuggestionDetails> for Suggestion {
    fn from(SuggestionDetails { suggestion, author, .. }: SuggestionDetails) -> Self {
        let (done_at, book) = suggestion.answer.unzip();
        Self {
            id: suggestion.id.to_string(),
            text: suggestion.text,
            name: author.name,
            made_at: suggestion.made_at.to_string(),
            done_at: done_at.map(|time| time.to_string()),
            bid: book.flatten().map(|book| book.to_string()),
        }
    }
}

/// Answer to a suggestion.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Id of the book that was made of the suggestion.
    pub book: Option<String>,
    /// Message to the member, in the mail that announces the outcome; may be empty.
    pub words: String,
}

/// Part of the suggestions: those that wait, or all.
#[derive(Debug, Deserialize)]
struct SuggestionFilter {
    answered: bool,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/suggestions", get(list_suggestions))
        .route("/api/operator/suggestions/{suggestion}/answer", post(answer_suggestion))
}

async fn list_suggestions(
    operator: Operator,
    Query(SuggestionFilter { answered }): Query<SuggestionFilter>,
) -> Reply<Vec<Suggestion>> {
    let list = move |context: &Context, actor: &_| {
        let filter = if answered { Filter::All } else { Filter::Open };
        suggestions::list(context, actor, filter)
    };
    operator.list(list).await
}

async fn answer_suggestion(
    operator: Operator,
    Path(suggestion): Path<String>,
    Json(Outcome { book, words }): Json<Outcome>,
) -> Reply<Suggestion> {
    let operator = operator.naming(Noun::Book, &book).naming(Noun::Suggestion, &suggestion);
    let answer = move |context: &Context, actor: &_| {
        let id = id(&suggestion)?;
        let book = book.map(|book| book.parse().required(Item::Book));
        suggestions::answer(context, actor, id, book.transpose()?, &words)
    };
    operator.run(answer).await
}

pub(super) fn id(text: &str) -> Result<SuggestionId> {
    text.parse().required(Item::Suggestion)
}
