//! Likes of posts.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, queue_write, run_blocking};
use crate::http::ids::{account_id, post_id};
use crate::services::threads::posts;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PidQuery {
    pub(super) pid: String,
}

/// Like of a post by a member.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct LikeView {
    uid: String,
    pid: String,
}

/// Lists the members who like a post, at most 1,000.
#[utoipa::path(get, path = "/api/likes", tag = "threads", security(("apiToken" = ["read"])),
    params(PidQuery), responses((status = 200, body = [LikeView])))]
pub(in crate::http) async fn list_likes(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(PidQuery { pid }): Query<PidQuery>,
) -> Result<Json<Vec<LikeView>>> {
    let id = post_id(&pid)?;
    let members =
        run_blocking(&context, move |context| posts::list_likes(context, &actor, id)).await?;
    let view = |member: crate::domain::id::AccountId| LikeView {
        uid: member.to_string(),
        pid: pid.clone(),
    };
    Ok(Json(members.into_iter().map(view).collect()))
}

/// Like of a post by the caller, to add or remove.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewLike {
    uid: String,
    pid: String,
}

/// Number of likes of a post.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct LikesOfPost {
    pid: String,
    likes: u32,
    /// Whether the caller likes the post.
    liked: bool,
}

/// Likes a post; idempotent.
#[utoipa::path(post, path = "/api/like/add", tag = "threads", security(("apiToken" = ["threads"])),
    request_body = NewLike, responses((status = 200, body = LikesOfPost)))]
pub(in crate::http) async fn add_like(
    state: AppState,
    caller: CurrentActor,
    like: Json<NewLike>,
) -> Result<Json<LikesOfPost>> {
    set_like(state, caller, like, true).await
}

/// Removes the caller's like of a post.
#[utoipa::path(post, path = "/api/like/remove", tag = "threads",
    security(("apiToken" = ["threads"])), request_body = NewLike,
    responses((status = 200, body = LikesOfPost)))]
pub(in crate::http) async fn remove_like(
    state: AppState,
    caller: CurrentActor,
    like: Json<NewLike>,
) -> Result<Json<LikesOfPost>> {
    set_like(state, caller, like, false).await
}

async fn set_like(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(NewLike { uid, pid }): Json<NewLike>,
    liked: bool,
) -> Result<Json<LikesOfPost>> {
    let (uid, id) = (account_id(&uid)?, post_id(&pid)?);
    let set = move |context: &_| posts::like(context, &actor, uid, id, liked);
    Ok(Json(LikesOfPost { pid, likes: queue_write(&context, set).await?, liked }))
}
