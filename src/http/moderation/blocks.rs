//! Blocks of members by members.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::account_id;
use crate::http::view::TimeView;
use crate::services::moderation::{self, Block};

/// Member whom the caller has blocked.
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
    /// Uid of the caller.
    uid: String,
    /// Uid of the member to block or unblock.
    other: String,
}

/// Lists the members whom the caller has blocked, latest first.
#[utoipa::path(get, path = "/api/blocks", tag = "threads",
    responses((status = 200, body = [BlockView])))]
pub(in crate::http) async fn list_blocks(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<BlockView>>> {
    let blocks =
        run_blocking(&context, move |context| moderation::list_blocks(context, &actor)).await?;
    Ok(Json(blocks.into_iter().map(BlockView::from).collect()))
}

/// Blocks a member: the caller no longer sees them; they cannot like or comment on the caller's posts, and are not notified.
#[utoipa::path(post, path = "/api/block/add", tag = "threads", request_body = BlockBody,
    responses((status = 204)))]
pub(in crate::http) async fn add_block(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(BlockBody { uid, other }): Json<BlockBody>,
) -> Result<StatusCode> {
    let (uid, other) = (account_id(&uid)?, account_id(&other)?);
    run_blocking(&context, move |context| moderation::block(context, &actor, uid, other)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a block.
#[utoipa::path(post, path = "/api/block/remove", tag = "threads", request_body = BlockBody,
    responses((status = 204)))]
pub(in crate::http) async fn remove_block(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(BlockBody { uid, other }): Json<BlockBody>,
) -> Result<StatusCode> {
    let (uid, other) = (account_id(&uid)?, account_id(&other)?);
    run_blocking(&context, move |context| moderation::unblock(context, &actor, uid, other)).await?;
    Ok(StatusCode::NO_CONTENT)
}
