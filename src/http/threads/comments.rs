//! Comments on posts.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::http::accounts::account_id;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::view::{AuthorView, TimeView};
use crate::services::posts::{self, CommentDetails};

use super::likes::PidQuery;
use super::{comment_id, post_id};

/// Comment on a post.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct CommentView {
    id: String,
    text: String,
    uid: String,
    pid: String,
    created_at: TimeView,
    user: AuthorView,
}

impl From<CommentDetails> for CommentView {
    fn from(CommentDetails { comment, author }: CommentDetails) -> Self {
        Self {
            id: comment.id.to_string(),
            uid: comment.author.to_string(),
            pid: comment.post.to_string(),
            created_at: comment.made_at.into(),
            user: author.into(),
            text: comment.text,
        }
    }
}

/// Lists the comments on a post, oldest first.
#[utoipa::path(get, path = "/api/comments", tag = "threads", params(PidQuery), responses(
    (status = 200, body = [CommentView]), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn list_comments(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(PidQuery { pid }): Query<PidQuery>,
) -> Result<Json<Vec<CommentView>>> {
    let id = post_id(&pid)?;
    let said =
        run_blocking(&context, move |context| posts::list_comments(context, &actor, id)).await?;
    Ok(Json(said.into_iter().map(CommentView::from).collect()))
}

/// New comment on a post.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewComment {
    /// Text of 1 to 1,000 characters.
    text: String,
    uid: String,
    pid: String,
}

/// Comments on a post.
#[utoipa::path(post, path = "/api/comments/add", tag = "threads", request_body = NewComment, responses(
    (status = 201, body = CommentView), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(in crate::http) async fn add_comment(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(NewComment { text, uid, pid }): Json<NewComment>,
) -> Result<(StatusCode, Json<CommentView>)> {
    let (uid, id) = (account_id(&uid)?, post_id(&pid)?);
    let add = move |context: &_| posts::add_comment(context, &actor, uid, id, &text);
    Ok((StatusCode::CREATED, Json(run_blocking(&context, add).await?.into())))
}

/// Removes a comment: the caller's own, or one on the caller's post. Admins remove any. Can be undone for ten minutes.
#[utoipa::path(delete, path = "/api/comments/remove/{id}", tag = "threads", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn remove_comment(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = comment_id(&id)?;
    run_blocking(&context, move |context| posts::remove_comment(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Undoes the caller's removal of a comment.
#[utoipa::path(post, path = "/api/comments/restore/{id}", tag = "threads", params(("id" = String, Path)), responses(
    (status = 204), (status = 401, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn restore_comment(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = comment_id(&id)?;
    run_blocking(&context, move |context| posts::restore_comment(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
