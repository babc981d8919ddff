//! Tells those who look at a thread what changes in it, while it does (server-sent events).

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use tokio::sync::broadcast::error::RecvError;
use utoipa::ToSchema;

use crate::domain::id::{PostId, TopicId};
use crate::error::Error;
use crate::http::client::Sender;
use crate::http::error::{ApiError, ErrorBody, Result};
use crate::http::extract::{AppState, Query, blocking};
use crate::news::Watch;
use crate::services::topics;

use super::topics::TopicCodeQuery;

/// What changes within this time is told together: nobody is told more often.
const GATHERING: Duration = Duration::from_secs(1);
/// A line without meaning, so that nobody between takes the connection for dead.
const STILL_HERE: Duration = Duration::from_secs(25);

/// One line of the stream.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ChangedPosts {
    /// Posts of the thread that came, went, or are otherwise than before. None: anything may have changed.
    pids: Vec<String>,
}

/// What changes in a thread, as it happens: a line at most each second, each a `ChangedPosts`.
#[utoipa::path(get, path = "/api/thread/live", tag = "threads", params(TopicCodeQuery), responses(
    (status = 200, content_type = "text/event-stream", body = ChangedPosts), (status = 404, body = ErrorBody),
    (status = 503, body = ErrorBody)))]
pub(in crate::http) async fn watch_thread(
    State(app): AppState,
    Sender(from): Sender,
    Query(query): Query<TopicCodeQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>> {
    let topic = blocking(&app, move |app| topics::of_code(app, &query.code)).await?.topic.id;
    let watch = app.news.watch(from).ok_or_else(busy)?;
    let lines = stream::unfold(watch, move |watch| next(watch, topic));
    Ok(Sse::new(lines).keep_alive(KeepAlive::new().interval(STILL_HERE)))
}

fn busy() -> ApiError {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    ApiError::request(status, "busy", Error::Busy.to_string())
}

/// The next line, if there ever is one.
async fn next(mut watch: Watch, topic: TopicId) -> Option<(Result<Event, Infallible>, Watch)> {
    let mut posts = BTreeSet::new();
    let mut all = false;
    while posts.is_empty() && !all {
        all = hear(&mut watch, topic, &mut posts).await?;
    }
    // What follows within the same moment comes along.
    let end = tokio::time::sleep(GATHERING);
    tokio::pin!(end);
    loop {
        tokio::select! {
            () = &mut end => break,
            heard = hear(&mut watch, topic, &mut posts) => all |= heard?,
        }
    }
    let pids = if all { Vec::new() } else { posts.iter().map(ToString::to_string).collect() };
    let line = serde_json::to_string(&ChangedPosts { pids }).unwrap_or_default();
    Some((Ok(Event::default().data(line)), watch))
}

/// Waits for something to be told; answers whether more was told than could be heard, and nothing at the end.
async fn hear(watch: &mut Watch, topic: TopicId, posts: &mut BTreeSet<PostId>) -> Option<bool> {
    match watch.recv().await {
        Ok(changed) => {
            posts.extend((changed.topic == topic).then_some(changed.post));
            Some(false)
        }
        Err(RecvError::Lagged(_)) => Some(true),
        Err(RecvError::Closed) => None,
    }
}
