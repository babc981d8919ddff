//! One post: looked at, published, described, removed.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::view::png_url;
use crate::services::posts;

use super::lists::MessageView;
use super::post_id;
use super::post_view::PostView;

/// A post, if the caller may see it.
#[utoipa::path(get, path = "/api/posts/{id}", tag = "threads", params(("id" = String, Path)), responses(
    (status = 200, body = PostView), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn show_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<PostView>> {
    let id = post_id(&id)?;
    let shown = run_blocking(&context, move |context| posts::one(context, &actor, id)).await?;
    Ok(Json(PostView::of(&context.config(), shown)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PostIdQuery {
    id: String,
}

/// Where a picture is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct MediaView {
    data_url: String,
}

/// The picture of a post, in a list of one.
#[utoipa::path(get, path = "/api/thread/post/media", tag = "threads", params(PostIdQuery), responses(
    (status = 200, body = [MediaView]), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn show_media(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<PostIdQuery>,
) -> Result<Json<[MediaView; 1]>> {
    let id = post_id(&query.id)?;
    let shown = run_blocking(&context, move |context| posts::one(context, &actor, id)).await?;
    Ok(Json([MediaView { data_url: png_url(&context.config(), shown.post.picture.full) }]))
}

/// Lets everybody see one's post; twice is once.
#[utoipa::path(put, path = "/api/activate-post/{id}", tag = "threads", params(("id" = String, Path)), responses(
    (status = 200, body = MessageView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn activate_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<MessageView>> {
    let id = post_id(&id)?;
    run_blocking(&context, move |context| posts::publish(context, &actor, id)).await?;
    Ok(Json(MessageView { msg: "Your post is published." }))
}

/// Another caption and description of one's post.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewWords {
    id: String,
    /// One line of at most 200 characters, or empty.
    caption: String,
    /// At most 1000 characters, or empty.
    alt: String,
}

/// Says something else with one's picture.
#[utoipa::path(post, path = "/api/posts/describe", tag = "threads", request_body = NewWords, responses(
    (status = 200, body = PostView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
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

/// Removes one's post; for ten minutes that can be taken back.
#[utoipa::path(delete, path = "/api/posts/remove/{id}", tag = "threads", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn remove_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = post_id(&id)?;
    run_blocking(&context, move |context| posts::remove(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Takes the removal of one's post back.
#[utoipa::path(post, path = "/api/posts/restore/{id}", tag = "threads", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn restore_post(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = post_id(&id)?;
    run_blocking(&context, move |context| posts::restore(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
