//! Operator API for guests of books.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{delete, get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::item::Item;
use crate::error::{Required, Result};
use crate::services::accounts::guests::{self, GuestDetails, GuestLinkDetails};
use crate::services::memos::{MemoDetails, waiting};

use super::books;
use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Link with which anybody becomes a guest of a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct GuestLink {
    /// `None` if the book has no guest link.
    pub link: Option<String>,
    pub made_at: Option<String>,
}

impl From<Option<GuestLinkDetails>> for GuestLink {
    fn from(details: Option<GuestLinkDetails>) -> Self {
        let made_at = details.as_ref().map(|details| details.link.made_at.to_string());
        Self { link: details.map(|details| details.address), made_at }
    }
}

/// Guest of a book.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Guest {
    pub uid: String,
    pub name: String,
    pub joined_at: String,
    /// Number of memos that wait for a decision.
    pub waiting: usize,
    /// Number of memos that were accepted.
    pub accepted: usize,
}

impl From<GuestDetails> for Guest {
    fn from(GuestDetails { account, joined_at, waiting, accepted }: GuestDetails) -> Self {
        Self {
            uid: account.id.to_string(),
            name: account.name.as_str().to_owned(),
            joined_at: joined_at.to_string(),
            waiting,
            accepted,
        }
    }
}

/// Memo of a guest that waits for a decision.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WaitingMemo {
    pub id: String,
    /// Name of the guest.
    pub name: String,
    /// Question that the memo answers.
    pub question: String,
    /// `hand`, `page` or `text`.
    pub kind: String,
    /// Words of a typed memo.
    pub text: Option<String>,
    pub made_at: String,
}

impl From<MemoDetails> for WaitingMemo {
    fn from(MemoDetails { memo, author, question, .. }: MemoDetails) -> Self {
        Self {
            id: memo.id.to_string(),
            name: author.name,
            question,
            kind: memo.content.kind().as_str().to_owned(),
            text: memo.content.post().map(str::to_owned),
            made_at: memo.updated_at.to_string(),
        }
    }
}

/// Result of a call that returns nothing.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Done {}

impl From<()> for Done {
    fn from((): ()) -> Self {
        Self {}
    }
}

pub(super) fn routes() -> Router<Arc<Context>> {
    let of_book = Router::new()
        .route("/guest-link", get(show_link).post(make_link).delete(remove_link))
        .route("/guests", get(list_guests))
        .route("/guests/{guest}", delete(remove_guest))
        .route("/waiting-memos", get(list_waiting));
    Router::new()
        .nest("/api/operator/books/{book}", of_book)
        .route("/api/operator/memos/{memo}/accept", post(accept))
        .route("/api/operator/memos/{memo}/decline", post(decline))
}

async fn show_link(operator: Operator, Path(book): Path<String>) -> Reply<GuestLink> {
    let operator = operator.naming(Noun::Book, &book);
    operator.run(move |context, actor| guests::link(context, actor, books::id(&book)?)).await
}

async fn make_link(operator: Operator, Path(book): Path<String>) -> Reply<GuestLink> {
    let operator = operator.naming(Noun::Book, &book);
    let make = move |context: &Context, actor: &_| {
        guests::make_link(context, actor, books::id(&book)?).map(Some)
    };
    operator.run(make).await
}

async fn remove_link(operator: Operator, Path(book): Path<String>) -> Reply<GuestLink> {
    let operator = operator.naming(Noun::Book, &book);
    let remove = move |context: &Context, actor: &_| {
        guests::remove_link(context, actor, books::id(&book)?).map(|()| None)
    };
    operator.run(remove).await
}

async fn list_guests(operator: Operator, Path(book): Path<String>) -> Reply<Vec<Guest>> {
    let operator = operator.naming(Noun::Book, &book);
    operator.list(move |context, actor| guests::list(context, actor, books::id(&book)?)).await
}

async fn remove_guest(
    operator: Operator,
    Path((book, guest)): Path<(String, String)>,
) -> Reply<Done> {
    let operator = operator.naming(Noun::Book, &book);
    let remove = move |context: &Context, actor: &_| -> Result<()> {
        let guest = guest.parse().required(Item::Guest)?;
        guests::remove(context, actor, books::id(&book)?, guest)
    };
    operator.run(remove).await
}

async fn list_waiting(operator: Operator, Path(book): Path<String>) -> Reply<Vec<WaitingMemo>> {
    let operator = operator.naming(Noun::Book, &book);
    operator.list(move |context, actor| waiting::list(context, actor, books::id(&book)?)).await
}

async fn accept(operator: Operator, Path(memo): Path<String>) -> Reply<Done> {
    let operator = operator.naming(Noun::Memo, &memo);
    let accept = move |context: &Context, actor: &_| {
        waiting::accept(context, actor, memo.parse().required(Item::Memo)?)
    };
    operator.run(accept).await
}

async fn decline(operator: Operator, Path(memo): Path<String>) -> Reply<Done> {
    let operator = operator.naming(Noun::Memo, &memo);
    let decline = move |context: &Context, actor: &_| {
        waiting::decline(context, actor, memo.parse().required(Item::Memo)?)
    };
    operator.run(decline).await
}
