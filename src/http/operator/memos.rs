//! Operator API for moderating memos.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::item::Item;
use crate::domain::report;
use crate::error::{Required, Result};
use crate::http::extractors::{Json, Query};
use crate::services::memos::{self, MemoDetails};
use crate::services::moderation;

use super::books;
use super::call::{Operator, Reply};
use super::nouns::Noun;
use super::reports::{ReportedItem, VerdictRequest};

/// Memo, as the command line lists it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedMemo {
    pub id: String,
    pub book: String,
    /// Question that the memo answers.
    pub question: String,
    pub username: String,
    pub name: String,
    pub made_at: String,
    /// Time since which only the author and admins see the memo.
    pub hidden_since: Option<String>,
    /// Reason that the author was given; may be empty.
    pub why: String,
}

impl From<MemoDetails> for ListedMemo {
    fn from(MemoDetails { memo, author, question, hidden, .. }: MemoDetails) -> Self {
        let (hidden_since, why) =
            hidden.map(|hidden| (hidden.since.to_string(), hidden.why)).unzip();
        Self {
            id: memo.id.to_string(),
            book: memo.book.to_string(),
            question,
            username: author.username,
            name: author.name,
            made_at: memo.created_at.to_string(),
            hidden_since,
            why: why.unwrap_or_default(),
        }
    }
}

/// Part of the memos: those of a book, or the hidden ones of all books.
#[derive(Debug, Deserialize)]
struct MemoFilter {
    book: Option<String>,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/memos", get(list_memos))
        .route("/api/operator/memos/{memo}", get(show_memo))
        .route("/api/operator/memos/{memo}/verdict", post(moderate_memo))
}

async fn list_memos(
    operator: Operator,
    Query(MemoFilter { book }): Query<MemoFilter>,
) -> Reply<Vec<ListedMemo>> {
    let operator = operator.naming(Noun::Book, &book);
    let list = move |context: &Context, actor: &_| match book {
        Some(book) => memos::list_of_book(context, actor, books::id(&book)?),
        None => memos::list_hidden(context, actor),
    };
    operator.list(list).await
}

/// Shows a memo of any state, such as before its removal.
async fn show_memo(operator: Operator, Path(memo): Path<String>) -> Reply<ReportedItem> {
    let operator = operator.naming(Noun::Memo, &memo);
    operator.run(move |context, actor| moderation::get(context, actor, parse_memo(&memo)?)).await
}

async fn moderate_memo(
    operator: Operator,
    Path(memo): Path<String>,
    Json(request): Json<VerdictRequest>,
) -> Reply<ReportedItem> {
    let operator = operator.naming(Noun::Memo, &memo);
    let moderate = move |context: &Context, actor: &_| {
        moderation::resolve(context, actor, parse_memo(&memo)?, request.decision())
    };
    operator.run(moderate).await
}

fn parse_memo(memo: &str) -> Result<report::ReportTarget> {
    report::ReportTarget::parse("memo", memo).required(Item::Memo)
}
