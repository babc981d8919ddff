//! Lists of posts: a thread page by page, and posts that are not published yet.

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
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, run_blocking};
use crate::http::ids::{account_id, post_id};
use crate::services::threads::posts::{self, PageStart, Thread, Window};

use super::post_view::PostView;
use super::topics::{TopicCodeQuery, TopicView};

/// Default number of posts on a page: a row of the grid.
const PAGE: usize = 3;
/// Maximum number of posts in a list without pages.
const MAX_LISTED: usize = 50;

const NOTHING_PENDING: &str = "You don't have any posts that need to be activated at this time.";

/// Thread that a page belongs to.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ThreadView {
    code: String,
    topic: TopicView,
}

/// Page of a thread.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ThreadPage {
    /// Posts, newest first.
    results: Vec<PostView>,
    thread: ThreadView,
    /// Number of all posts in the thread.
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

/// Lists the newest posts of a thread, at most 50.
#[utoipa::path(get, path = "/api/thread/post/list", tag = "threads",
    security(("apiToken" = ["read"])), params(TopicCodeQuery),
    responses((status = 200, body = ThreadPage)))]
pub(in crate::http) async fn list_posts(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<TopicCodeQuery>,
) -> Result<impl IntoResponse> {
    part(&context, actor, query.code, Window::new(PageStart::Page(1), MAX_LISTED)).await
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PageQuery {
    code: String,
    /// Page, counted from 1; 1 by default.
    page: Option<u32>,
    /// Number of posts on a page, 1 to 50; 3 by default.
    limit: Option<u32>,
    /// Cursor, the id of a post: lists posts published before it and overrides `page`, so that new posts do not shift the result.
    after: Option<String>,
}

impl PageQuery {
    fn window(&self) -> Result<Window, Error> {
        let start = match &self.after {
            Some(after) => PageStart::After(post_id(after)?),
            None => PageStart::Page(self.page.unwrap_or(1) as usize),
        };
        Ok(Window::new(start, self.limit.map_or(PAGE, |limit| limit as usize)))
    }
}

/// Lists a page of a thread.
#[utoipa::path(get, path = "/api/thread/post/list/page", tag = "threads",
    security(("apiToken" = ["read"])), params(PageQuery),
    responses((status = 200, body = ThreadPage)))]
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
            let write = |thread| to_json(&context.config(), thread);
            posts::page_json(context, &actor, &code, window, write)
        };
        run_blocking(context, list).await?
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], Bytes::from_owner(list)))
}

fn to_json(config: &Config, thread: Thread) -> Result<Vec<u8>, Error> {
    let page = ThreadPage::of(config, thread);
    serde_json::to_vec(&page).map_err(|error| Error::Internal(Box::new(error)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct OwnerQuery {
    uid: String,
}

/// Posts that are not published yet, or a message if there are none.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
pub(in crate::http) enum PendingPosts {
    Some(Vec<PostView>),
    None(MessageView),
}

/// Message for people.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct MessageView {
    pub(super) msg: &'static str,
}

/// Lists the caller's own posts that are not published yet, newest first.
#[utoipa::path(get, path = "/api/usr/posts", tag = "threads", security(("apiToken" = ["read"])),
    params(OwnerQuery), responses((status = 200, body = PendingPosts)))]
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
