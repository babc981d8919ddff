//! Seeing nothing of a member.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::accounts::account_id;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, CurrentActor, Json, run_blocking};
use crate::http::view::TimeView;
use crate::services::moderation::{self, Block};

/// Somebody whom one has blocked.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct BlockView {
    uid: String,
    username: String,
    name: String,
    since: TimeView,
}

impl From<Block> for BlockView {
    fn from(Block { other, names, since }: Block) -> Self {
        let (uid, since) = (other.to_string(), since.into());
        Self { uid, username: names.username, name: names.name, since }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct BlockBody {
    /// Of the one who asks.
    uid: String,
    /// Whose posts and comments this is about.
    other: String,
}

/// Whom one has blocked, the latest first.
#[utoipa::path(get, path = "/api/blocks", tag = "threads", responses(
    (status = 200, body = [BlockView]), (status = 401, body = ErrorBody)))]
pub(in crate::http) async fn list_blocks(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<BlockView>>> {
    let blocks =
        run_blocking(&context, move |context| moderation::list_blocks(context, &actor)).await?;
    Ok(Json(blocks.into_iter().map(BlockView::from).collect()))
}

/// From now on one sees nothing of the other, who can neither like nor answer what one posts, and is not told.
#[utoipa::path(post, path = "/api/block/add", tag = "threads", request_body = BlockBody, responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(in crate::http) async fn add_block(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(BlockBody { uid, other }): Json<BlockBody>,
) -> Result<StatusCode> {
    let (uid, other) = (account_id(&uid)?, account_id(&other)?);
    run_blocking(&context, move |context| moderation::block(context, &actor, uid, other)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes that back.
#[utoipa::path(post, path = "/api/block/remove", tag = "threads", request_body = BlockBody, responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 429, body = ErrorBody)))]
pub(in crate::http) async fn remove_block(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(BlockBody { uid, other }): Json<BlockBody>,
) -> Result<StatusCode> {
    let (uid, other) = (account_id(&uid)?, account_id(&other)?);
    run_blocking(&context, move |context| moderation::unblock(context, &actor, uid, other)).await?;
    Ok(StatusCode::NO_CONTENT)
}
