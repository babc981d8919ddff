//! Lists of posts: a thread page by page, and what waits to be published.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::config::Config;
use crate::context::Context;
use crate::domain::policy::Actor;
use crate::error::Error;
use crate::http::accounts::account_id;
use crate::http::error::{ErrorBody, Result};
use crate::http::extract::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::services::posts::{self, Start, Thread, Window};

use super::post_id;
use super::post_view::PostView;
use super::topics::{TopicCodeQuery, TopicView};

/// Posts on a page, where nothing else is asked for: a row of the grid.
const PAGE: usize = 3;
/// Posts of a list that is not asked for page by page.
const LIST: usize = 50;

const NOTHING_PENDING: &str = "You don't have any posts that need to be activated at this time.";

/// Which thread it is a part of.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ThreadView {
    code: String,
    topic: TopicView,
}

/// A part of a thread.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ThreadPage {
    /// Newest first.
    results: Vec<PostView>,
    thread: ThreadView,
    /// Of all posts in the thread.
    total: u32,
}

impl ThreadPage {
    fn of(config: &Config, Thread { topic, posts }: Thread) -> Self {
        Self {
            results: PostView::all(config, posts),
            total: topic.posts,
            thread: ThreadView { code: topic.topic.code.to_string(), topic: topic.into() },
        }
    }
}

/// The newest posts of a thread, 50 at most.
#[utoipa::path(get, path = "/api/thread/post/list", tag = "threads", params(TopicCodeQuery), responses(
    (status = 200, body = ThreadPage), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn list_posts(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<TopicCodeQuery>,
) -> Result<impl IntoResponse> {
    part(&context, actor, query.code, Window::new(Start::Page(1), LIST)).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PageQuery {
    code: String,
    /// Counted from 1, which it is when it is left out.
    page: Option<u32>,
    /// Posts on a page, 1 to 50; 3 when it is left out.
    limit: Option<u32>,
    /// A post: those that were published before it, whatever the page. What is new meanwhile does not shift them.
    after: Option<String>,
}

impl PageQuery {
    fn window(&self) -> Result<Window, Error> {
        let start = match &self.after {
            Some(after) => Start::After(post_id(after)?),
            None => Start::Page(self.page.unwrap_or(1) as usize),
        };
        Ok(Window::new(start, self.limit.map_or(PAGE, |limit| limit as usize)))
    }
}

/// A page of a thread.
#[utoipa::path(get, path = "/api/thread/post/list/page", tag = "threads", params(PageQuery), responses(
    (status = 200, body = ThreadPage), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn list_posts_of_page(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<PageQuery>,
) -> Result<impl IntoResponse> {
    let window = query.window()?;
    part(&context, actor, query.code, window).await
}

async fn part(
    context: &Arc<Context>,
    actor: Actor,
    code: String,
    window: Window,
) -> Result<impl IntoResponse + use<>> {
    let list = if let Some(known) = posts::cached_page_json(context, &actor, &code, window) {
        known
    } else {
        let list = move |context: &Context| {
            let write = |thread| written(&context.config(), thread);
            posts::page_json(context, &actor, &code, window, write)
        };
        run_blocking(context, list).await?
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], Bytes::from_owner(list)))
}

fn written(config: &Config, thread: Thread) -> Result<Vec<u8>, Error> {
    let page = ThreadPage::of(config, thread);
    serde_json::to_vec(&page).map_err(|error| Error::Internal(Box::new(error)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct OwnerQuery {
    uid: String,
}

/// What waits, or words when nothing does.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::http) enum PendingPosts {
    Some(Vec<PostView>),
    None(MessageView),
}

/// Something to tell.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MessageView {
    pub(super) msg: &'static str,
}

/// One's own posts that wait to be published, newest first.
#[utoipa::path(get, path = "/api/usr/posts", tag = "threads", params(OwnerQuery), responses(
    (status = 200, body = PendingPosts), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
pub(in crate::http) async fn list_pending_posts(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<OwnerQuery>,
) -> Result<Json<PendingPosts>> {
    let uid = account_id(&query.uid)?;
    let waiting =
        run_blocking(&context, move |context| posts::pending(context, &actor, uid)).await?;
    Ok(Json(if waiting.is_empty() {
        PendingPosts::None(MessageView { msg: NOTHING_PENDING })
    } else {
        PendingPosts::Some(PostView::all(&context.config(), waiting))
    }))
}
