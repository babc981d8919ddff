//! Memos: reading them, and what members may do with their own.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::book::QuestionKey;
use crate::domain::id::MemoId;
use crate::domain::item::Item;
use crate::domain::memo::MemoKind;
use crate::domain::message::Message;
use crate::error::{Error, Required};
use crate::services::memos::{self, Filter, HistoryPage, RemovalDetails};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::{account_id, book_id};
use super::view::{MemoView, TimeView};

/// Filter for memos; a field that is left out matches everything.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MemoQuery {
    uid: String,
    bid: Option<String>,
    /// Key of the question.
    qid: Option<String>,
    /// `hand`, `page` or `text`.
    #[serde(rename = "type")]
    kind: Option<String>,
    /// Mail address, which must match the member's if given.
    email: Option<String>,
}

impl MemoQuery {
    fn filter(&self) -> Result<Filter, Error> {
        let kind = |word: &String| {
            MemoKind::parse(word).ok_or_else(|| {
                Error::invalid(
                    "type",
                    Message::new("memo-kind-unknown", "There is no such kind of memo."),
                )
            })
        };
        let key =
            |key: &String| QuestionKey::parse(key).map_err(|words| Error::invalid("qid", words));
        Ok(Filter {
            book: self.bid.as_deref().map(book_id).transpose()?,
            kind: self.kind.as_ref().map(kind).transpose()?,
            question: self.qid.as_ref().map(key).transpose()?,
            email: self.email.clone(),
        })
    }
}

/// Lists the caller's own memos that match the filter, newest first. Admins may list those of any member.
#[utoipa::path(post, path = "/api/memo/list", tag = "memos", security(("apiToken" = ["read"])),
    request_body = MemoQuery, responses((status = 200, body = [MemoView])))]
pub(super) async fn list_memos(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<MemoQuery>,
) -> Result<Json<Vec<MemoView>>> {
    let (uid, filter) = (account_id(&query.uid)?, query.filter()?);
    let memos =
        run_blocking(&context, move |context| memos::find(context, &actor, uid, &filter)).await?;
    Ok(Json(MemoView::all(&context.config(), memos)))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct BookMemosQuery {
    uid: String,
    bid: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct MemoCounts {
    hand: u32,
    page: u32,
    text: u32,
    total: u32,
}

/// Counts the caller's own memos in a book, by kind. Admins may count those of any member.
#[utoipa::path(post, path = "/api/memo/usr/count", tag = "memos", security(("apiToken" = ["read"])),
    request_body = BookMemosQuery, responses((status = 200, body = MemoCounts)))]
pub(super) async fn count_memos(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<BookMemosQuery>,
) -> Result<Json<MemoCounts>> {
    let (uid, bid) = (account_id(&query.uid)?, book_id(&query.bid)?);
    let [hand, page, text] =
        run_blocking(&context, move |context| memos::count(context, &actor, uid, bid)).await?;
    Ok(Json(MemoCounts { hand, page, text, total: hand + page + text }))
}

/// Page of the memos that were replaced or withdrawn.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryQuery {
    uid: String,
    bid: String,
    /// Key of the question; those of all questions if it is left out.
    qid: Option<String>,
    /// Id of the last memo of the page before; the first page if it is left out.
    after: Option<String>,
}

impl HistoryQuery {
    fn page(&self) -> Result<HistoryPage, Error> {
        let key =
            |key: &String| QuestionKey::parse(key).map_err(|words| Error::invalid("qid", words));
        let id = |id: &String| id.parse().ok().required(Item::Memo);
        Ok(HistoryPage {
            book: book_id(&self.bid)?,
            question: self.qid.as_ref().map(key).transpose()?,
            after: self.after.as_ref().map(id).transpose()?,
        })
    }
}

/// Lists the caller's own memos in a book that were replaced or withdrawn, newest first, at most 100. Admins may list those of any
/// member.
#[utoipa::path(post, path = "/api/memo/history", tag = "memos", security(("apiToken" = ["read"])),
    request_body = HistoryQuery, responses((status = 200, body = [MemoView])))]
pub(super) async fn list_earlier_memos(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<HistoryQuery>,
) -> Result<Json<Vec<MemoView>>> {
    let (uid, page) = (account_id(&query.uid)?, query.page()?);
    let memos =
        run_blocking(&context, move |context| memos::history(context, &actor, uid, &page)).await?;
    Ok(Json(MemoView::all(&context.config(), memos)))
}

/// Memo that an admin has removed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RemovedMemoView {
    id: String,
    qid: String,
    /// Text of the question; empty if the book no longer asks it.
    question: String,
    removed_at: TimeView,
    why: String,
}

impl From<RemovalDetails> for RemovedMemoView {
    fn from(RemovalDetails { memo, question }: RemovalDetails) -> Self {
        let (id, qid) = (memo.id.to_string(), memo.question.as_str().to_owned());
        Self { id, qid, question, removed_at: memo.removed_at.into(), why: memo.why }
    }
}

/// Lists the caller's own memos of a book that an admin has removed, newest first.
#[utoipa::path(post, path = "/api/memo/removed", tag = "memos", security(("apiToken" = ["read"])),
    request_body = BookMemosQuery, responses((status = 200, body = [RemovedMemoView])))]
pub(super) async fn list_removed_memos(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<BookMemosQuery>,
) -> Result<Json<Vec<RemovedMemoView>>> {
    let (uid, bid) = (account_id(&query.uid)?, book_id(&query.bid)?);
    let removed =
        run_blocking(&context, move |context| memos::removed(context, &actor, uid, bid)).await?;
    Ok(Json(removed.into_iter().map(RemovedMemoView::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MemoIdBody {
    pub(super) id: String,
}

impl MemoIdBody {
    pub(super) fn id(&self) -> Result<MemoId, Error> {
        self.id.parse().required(Item::Memo)
    }
}

/// Shows a memo: the caller's own, or any in a published edition.
#[utoipa::path(post, path = "/get-memo", tag = "memos", security(("apiToken" = ["read"])),
    request_body = MemoIdBody, responses((status = 200, body = MemoView)))]
pub(super) async fn show_memo(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(memo): Json<MemoIdBody>,
) -> Result<Json<MemoView>> {
    let memo =
        run_blocking(&context, move |context| memos::get(context, &actor, memo.id()?)).await?;
    Ok(Json(MemoView::of(&context.config(), memo)))
}

/// Withdraws a memo of the caller's own from its book. A published edition keeps it until the next.
#[utoipa::path(post, path = "/api/memo/remove", tag = "memos", security(("apiToken" = ["memos"])),
    request_body = MemoIdBody, responses((status = 204)))]
pub(super) async fn remove_memo(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(memo): Json<MemoIdBody>,
) -> Result<StatusCode> {
    run_blocking(&context, move |context| memos::withdraw(context, &actor, memo.id()?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Restores an earlier memo of the caller's own as the current one.
#[utoipa::path(post, path = "/api/memo/restore", tag = "memos", security(("apiToken" = ["memos"])),
    request_body = MemoIdBody, responses((status = 200, body = MemoView)))]
pub(super) async fn restore_memo(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(memo): Json<MemoIdBody>,
) -> Result<Json<Option<MemoView>>> {
    let memo =
        run_blocking(&context, move |context| memos::restore(context, &actor, memo.id()?)).await?;
    Ok(Json(memo.map(|memo| MemoView::of(&context.config(), memo))))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct DescribedMemo {
    id: String,
    /// Transcription, at most 1000 characters; empty to remove it.
    #[schema(max_length = 1000)]
    alt: String,
}

/// Sets the transcription of a picture memo of the caller's own, for readers who cannot see it, and for search.
#[utoipa::path(post, path = "/api/memo/describe", tag = "memos", security(("apiToken" = ["memos"])),
    request_body = DescribedMemo, responses((status = 200, body = MemoView)))]
pub(super) async fn describe_memo(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(DescribedMemo { id, alt }): Json<DescribedMemo>,
) -> Result<Json<Option<MemoView>>> {
    let id = MemoIdBody { id };
    let memo =
        run_blocking(&context, move |context| memos::describe(context, &actor, id.id()?, &alt))
            .await?;
    Ok(Json(memo.map(|memo| MemoView::of(&context.config(), memo))))
}

/// Aliases of `/api/memo/list`, at the addresses that other screens use.
macro_rules! listed_at {
    ($($name:ident: $path:literal),*) => {$(
        /// Alias of `/api/memo/list`: lists the caller's own memos, newest first.
        #[utoipa::path(post, path = $path, tag = "memos", security(("apiToken" = ["read"])),
            request_body = MemoQuery, responses((status = 200, body = [MemoView])))]
        pub(super) async fn $name(
            state: AppState,
            caller: CurrentActor,
            query: Json<MemoQuery>,
        ) -> Result<Json<Vec<MemoView>>> {
            list_memos(state, caller, query).await
        }
    )*};
}

listed_at! {
    get_memos: "/get-memos",
    query_memos: "/query-memos",
    list_memos_of_type: "/api/memo/type/list",
    list_answers_in_book: "/api/book/memo/usr/question",
    list_answers: "/api/memo/usr/question"
}
