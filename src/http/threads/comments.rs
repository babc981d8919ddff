//! Comments on posts.

use std::io;
use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::id::{CommentId, PostId};
use crate::domain::policy::Actor;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, queue_write, run_blocking};
use crate::http::ids::{account_id, comment_id, post_id};
use crate::http::view::{AuthorView, TimeView};
use crate::services::threads::posts::{self, CommentDetails, CommentPage, CommentedPost};

use super::likes::PidQuery;

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

/// Post of the caller with recent comments by others.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct CommentedPostView {
    pid: String,
    caption: String,
    /// Name of its topic.
    topic: String,
    /// Number of recent comments, at most 50.
    comments: usize,
    newest: CommentView,
}

/// Lists the caller's posts on which others have commented in the last 30 days, the newest comment first.
#[utoipa::path(get, path = "/api/usr/comments", tag = "threads", security(("apiToken" = ["read"])),
    responses((status = 200, body = [CommentedPostView])))]
pub(in crate::http) async fn list_commented_posts(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<CommentedPostView>>> {
    let commented =
        run_blocking(&context, move |context| posts::list_commented(context, &actor)).await?;
    let view = |CommentedPost { post, topic, comments, newest }| CommentedPostView {
        pid: post.id.to_string(),
        caption: post.words.caption,
        topic: topic.topic.name,
        comments,
        newest: newest.into(),
    };
    Ok(Json(commented.into_iter().map(view).collect()))
}

/// Lists the comments on a post, oldest first.
#[utoipa::path(get, path = "/api/comments", tag = "threads", security(("apiToken" = ["read"])),
    params(PidQuery), responses((status = 200, body = [CommentView])))]
pub(in crate::http) async fn list_comments(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(PidQuery { pid }): Query<PidQuery>,
) -> Result<Response> {
    let post = post_id(&pid)?;
    let list = CommentList { context, actor, post };
    let CommentPage { comments, last } = list.page_after(None).await?;
    if last.is_none() {
        let all: Vec<CommentView> = comments.into_iter().map(CommentView::from).collect();
        return Ok(Json(all).into_response());
    }
    // Read again once the client receives it, so that clients that receive nothing hold nothing.
    let begin = Position { last: None, separator: b'[' };
    let json = stream::try_unfold((list, Some(begin)), async |(list, position)| {
        let Some(position) = position else { return Ok(None) };
        let (part, next) = list.write_page(position).await?;
        io::Result::Ok(Some((part, (list, next))))
    });
    let media_type = [(header::CONTENT_TYPE, "application/json")];
    Ok((media_type, Body::from_stream(json)).into_response())
}

/// Comments that one reader sees on a post, read page by page as they are received.
struct CommentList {
    context: Arc<Context>,
    actor: Actor,
    post: PostId,
}

impl CommentList {
    async fn page_after(&self, last: Option<CommentId>) -> Result<CommentPage> {
        let (actor, post) = (self.actor.clone(), self.post);
        let read = move |context: &Context| posts::list_comments(context, &actor, post, last);
        run_blocking(&self.context, read).await
    }

    /// The next page as part of a JSON array, and the position after it; `None` at the end.
    async fn write_page(&self, position: Position) -> io::Result<(Bytes, Option<Position>)> {
        let Position { last, mut separator } = position;
        let page = self.page_after(last).await;
        let CommentPage { comments, last } =
            page.map_err(|error| io::Error::other(error.message()))?;
        let mut json = Vec::new();
        for comment in comments {
            json.push(separator);
            separator = b',';
            serde_json::to_writer(&mut json, &CommentView::from(comment))?;
        }
        if last.is_some() {
            return Ok((json.into(), Some(Position { last, separator })));
        }
        let end: &[u8] = if separator == b'[' { b"[]" } else { b"]" };
        json.extend_from_slice(end);
        Ok((json.into(), None))
    }
}

/// Position in the array of all comments.
struct Position {
    /// Comment that was written last.
    last: Option<CommentId>,
    /// Byte before the next comment.
    separator: u8,
}

/// New comment on a post.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewComment {
    /// Text of 1 to 1,000 characters.
    #[schema(max_length = 1000)]
    text: String,
    uid: String,
    pid: String,
}

/// Comments on a post.
#[utoipa::path(post, path = "/api/comments/add", tag = "threads",
    security(("apiToken" = ["threads"])), request_body = NewComment,
    responses((status = 201, body = CommentView)))]
pub(in crate::http) async fn add_comment(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(NewComment { text, uid, pid }): Json<NewComment>,
) -> Result<(StatusCode, Json<CommentView>)> {
    let (uid, id) = (account_id(&uid)?, post_id(&pid)?);
    let add = move |context: &_| posts::add_comment(context, &actor, uid, id, &text);
    Ok((StatusCode::CREATED, Json(queue_write(&context, add).await?.into())))
}

/// Removes a comment: the caller's own, or one on the caller's post. Admins remove any. Can be undone for ten minutes.
#[utoipa::path(delete, path = "/api/comments/remove/{id}", tag = "threads",
    security(("apiToken" = ["threads"])), params(("id" = String, Path)), responses((status = 204)))]
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
#[utoipa::path(post, path = "/api/comments/restore/{id}", tag = "threads",
    security(("apiToken" = ["threads"])), params(("id" = String, Path)), responses((status = 204)))]
pub(in crate::http) async fn restore_comment(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = comment_id(&id)?;
    run_blocking(&context, move |context| posts::restore_comment(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
