//! Memos of one book or of all books, page by page, for keepers and admins.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::domain::book::QuestionKey;
use crate::domain::policy;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::ids::{account_id, book_id};
use crate::http::view::{AuthorView, MemoView};
use crate::services::memos::{self, Contributor, MemoQuery};

use super::questions::{AdminQuestionView, question_views};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct GridQuery {
    /// Id of the book; all books by default.
    #[serde(default)]
    bid: String,
    /// Filter by member, by uid.
    #[serde(default)]
    uid: String,
    /// Filter by question, by its key.
    #[serde(default)]
    qid: String,
    /// Page, counted from 1; 1 by default.
    page: Option<u32>,
}

impl GridQuery {
    fn wanted(&self) -> Result<MemoQuery, Error> {
        let key =
            |key: &String| QuestionKey::parse(key).map_err(|words| Error::invalid("qid", words));
        let (bid, uid, qid) = (Some(&self.bid), Some(&self.uid), Some(&self.qid));
        Ok(MemoQuery {
            book: bid.filter(|bid| !bid.is_empty()).map(|bid| book_id(bid)).transpose()?,
            member: uid.filter(|uid| !uid.is_empty()).map(|uid| account_id(uid)).transpose()?,
            question: qid.filter(|qid| !qid.is_empty()).map(key).transpose()?,
        })
    }
}

/// Page of at most 24 memos.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MemoGrid {
    /// Number of memos on all pages.
    total: u32,
    /// Page, counted from 1.
    page: u32,
    pages: u32,
    memos: Vec<MemoView>,
}

/// Lists the current memos of one book or of all books, newest first, 24 a page.
#[utoipa::path(get, path = "/api/admin/memos", tag = "admin",
    security(("apiToken" = ["administration"])), params(GridQuery),
    responses((status = 200, body = MemoGrid)))]
pub(in crate::http) async fn list_memo_grid(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<GridQuery>,
) -> Result<Json<MemoGrid>> {
    let load = move |context: &Context| {
        policy::kept_books(&actor)?;
        memos::list_for_admin(context, &actor, &query.wanted()?, query.page.unwrap_or(1))
    };
    let memos::MemoPage { total, page, pages, memos } = run_blocking(&context, load).await?;
    let memos = MemoView::all(&context.config(), memos);
    Ok(Json(MemoGrid { total, page, pages, memos }))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct FiltersQuery {
    /// Id of the book.
    bid: String,
}

/// Member with memos in the book.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MemoAuthor {
    uid: String,
    author: AuthorView,
    memos: u32,
}

impl From<Contributor> for MemoAuthor {
    fn from(Contributor { id, author, memos }: Contributor) -> Self {
        Self { uid: id.to_string(), author: author.into(), memos }
    }
}

/// Filters for the memos of a book.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MemoFilters {
    /// Members, sorted by name.
    members: Vec<MemoAuthor>,
    /// Questions in the order of the book.
    questions: Vec<AdminQuestionView>,
}

/// Lists the members with memos in a book, and the book's questions with their number of memos.
#[utoipa::path(get, path = "/api/admin/memos/filters", tag = "admin",
    security(("apiToken" = ["administration"])), params(FiltersQuery),
    responses((status = 200, body = MemoFilters)))]
pub(in crate::http) async fn list_memo_filters(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(FiltersQuery { bid }): Query<FiltersQuery>,
) -> Result<Json<MemoFilters>> {
    let id = book_id(&bid)?;
    let found = run_blocking(&context, move |context| memos::filters(context, &actor, id)).await?;
    let members = found.members.into_iter().map(MemoAuthor::from).collect();
    Ok(Json(MemoFilters { members, questions: question_views(found.questions) }))
}
