//! Posts: showing, publishing, describing and removing one.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::ids::post_id;
use crate::http::view::png_url;
use crate::services::threads::posts;

use super::lists::MessageView;
use super::post_view::PostView;

/// Shows a post, if the caller may see it.
#[utoipa::path(get, path = "/api/posts/{id}", tag = "threads", security(("apiToken" = ["read"])),
    params(("id" = String, Path)), responses((status = 200, body = PostView)))]
pub(in crate::http) async fn show_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<PostView>> {
    let id = post_id(&id)?;
    let shown = run_blocking(&context, move |context| posts::get(context, &actor, id)).await?;
    Ok(Json(PostView::of(&context.config(), shown)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PostIdQuery {
    id: String,
}

/// Path of a picture.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct MediaView {
    data_url: String,
}

/// Shows the path of a post's picture, in a list of one.
#[utoipa::path(get, path = "/api/thread/post/media", tag = "threads",
    security(("apiToken" = ["read"])), params(PostIdQuery),
    responses((status = 200, body = [MediaView])))]
pub(in crate::http) async fn show_media(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<PostIdQuery>,
) -> Result<Json<[MediaView; 1]>> {
    let id = post_id(&query.id)?;
    let shown = run_blocking(&context, move |context| posts::get(context, &actor, id)).await?;
    Ok(Json([MediaView { data_url: png_url(&context.config(), shown.post.picture.full) }]))
}

/// Publishes the caller's post; idempotent.
#[utoipa::path(put, path = "/api/activate-post/{id}", tag = "threads",
    security(("apiToken" = ["threads"])), params(("id" = String, Path)),
    responses((status = 200, body = MessageView)))]
pub(in crate::http) async fn activate_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<MessageView>> {
    let id = post_id(&id)?;
    run_blocking(&context, move |context| posts::publish(context, &actor, id)).await?;
    Ok(Json(MessageView { msg: "Your post is published." }))
}

/// New caption and description of a post.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewWords {
    id: String,
    /// Caption, one line of at most 200 characters; may be empty.
    #[schema(max_length = 200)]
    caption: String,
    /// Description of the picture, at most 1000 characters; may be empty.
    #[schema(max_length = 1000)]
    alt: String,
}

/// Changes the caption and description of the caller's post.
#[utoipa::path(post, path = "/api/posts/describe", tag = "threads",
    security(("apiToken" = ["threads"])), request_body = NewWords,
    responses((status = 200, body = PostView)))]
pub(in crate::http) async fn describe_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(NewWords { id, caption, alt }): Json<NewWords>,
) -> Result<Json<PostView>> {
    let id = post_id(&id)?;
    let describe = move |context: &_| posts::describe(context, &actor, id, &caption, &alt);
    let shown = run_blocking(&context, describe).await?;
    Ok(Json(PostView::of(&context.config(), shown)))
}

/// Removes the caller's post. Can be undone for ten minutes.
#[utoipa::path(delete, path = "/api/posts/remove/{id}", tag = "threads",
    security(("apiToken" = ["threads"])), params(("id" = String, Path)), responses((status = 204)))]
pub(in crate::http) async fn remove_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = post_id(&id)?;
    run_blocking(&context, move |context| posts::remove(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undoes the removal of the caller's post.
#[utoipa::path(post, path = "/api/posts/restore/{id}", tag = "threads",
    security(("apiToken" = ["threads"])), params(("id" = String, Path)), responses((status = 204)))]
pub(in crate::http) async fn restore_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = post_id(&id)?;
    run_blocking(&context, move |context| posts::restore(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
