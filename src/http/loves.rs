//! Loves of published memos.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::services::memos;

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, queue_write};
use super::memos::MemoIdBody;

#[derive(Serialize, ToSchema)]
pub(super) struct Loves {
    id: String,
    loves: u32,
}

/// Adds the caller's love of a memo in a published edition; idempotent.
#[utoipa::path(post, path = "/api/memo/love/add", tag = "memos", security(("apiToken" = ["memos"])),
    request_body = MemoIdBody, responses((status = 200, body = Loves)))]
pub(super) async fn add_love(
    state: AppState,
    caller: CurrentActor,
    memo: Json<MemoIdBody>,
) -> Result<Json<Loves>> {
    set_love(state, caller, memo, true).await
}

/// Removes the caller's love of a memo.
#[utoipa::path(post, path = "/api/memo/love/remove", tag = "memos",
    security(("apiToken" = ["memos"])), request_body = MemoIdBody,
    responses((status = 200, body = Loves)))]
pub(super) async fn remove_love(
    state: AppState,
    caller: CurrentActor,
    memo: Json<MemoIdBody>,
) -> Result<Json<Loves>> {
    set_love(state, caller, memo, false).await
}

async fn set_love(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(memo): Json<MemoIdBody>,
    loves: bool,
) -> Result<Json<Loves>> {
    let id = memo.id.clone();
    let loves =
        queue_write(&context, move |context| memos::love(context, &actor, memo.id()?, loves))
            .await?;
    Ok(Json(Loves { id, loves }))
}
