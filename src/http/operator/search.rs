//! Operator API for the search index.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::search::Kind;
use crate::error::Error;
use crate::http::extractors::Query;
use crate::search::MarkedText;
use crate::services::search::{self, Results, Search, SearchResultDetails};

use super::call::{Operator, Reply};

/// Page of search results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SearchPage {
    pub total: usize,
    pub page: usize,
    pub pages: usize,
    pub results: Vec<Item>,
}

/// Search result.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub kind: Kind,
    /// Id of the book, memo, topic, post or comment; key of a question.
    pub id: String,
    /// Id of the book; in threads, code of the topic.
    pub bid: String,
    pub book: String,
    pub title: MarkedText,
    pub text: MarkedText,
    /// Name of the author of a memo, post or comment.
    pub author: Option<String>,
    /// Line of handwriting that may contain the words, as the server has read it; absent if its author has
    /// written what it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub may_contain: Option<String>,
}

/// Result of rebuilding the index.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct RebuiltIndex {
    /// Number of indexed books, questions, memos, topics, posts and comments.
    pub documents: usize,
}

/// Query of a search.
#[derive(Debug, Deserialize)]
struct SearchQuery {
    words: String,
    kind: Option<String>,
    page: usize,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/search", get(find))
        .route("/api/operator/search/rebuild", post(rebuild))
}

async fn find(
    operator: Operator,
    Query(SearchQuery { words: query, kind, page }): Query<SearchQuery>,
) -> Reply<SearchPage> {
    let find = move |context: &Context, actor: &_| {
        let kind = kind.map(|kind| kind.parse()).transpose();
        let kind = kind.map_err(|unknown| Error::invalid("kind", unknown))?;
        // Without a running server, nothing else updates the index.
        search::catch_up(context)?;
        search::find(context, actor, &Search { query, kind, page })
    };
    operator.run(find).await
}

async fn rebuild(operator: Operator) -> Response {
    operator.stream(|context, actor, report| {
        Ok(RebuiltIndex { documents: search::rebuild(context, actor, report)? })
    })
}

impl From<Results> for SearchPage {
    fn from(Results { total, page, pages, results }: Results) -> Self {
        Self { total, page, pages, results: results.into_iter().map(Item::from).collect() }
    }
}

impl From<SearchResultDetails> for Item {
    fn from(shown: SearchResultDetails) -> Self {
        Self {
            kind: shown.target.kind(),
            id: shown.id(),
            bid: shown.place.id,
            book: shown.place.name,
            title: shown.title,
            text: shown.text,
            author: shown.author.map(|author| author.name.text),
            may_contain: shown.handwriting.map(|found| found.text.text),
        }
    }
}
