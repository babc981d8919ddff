//! Live updates of a thread by server-sent events.

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

use crate::domain::client_address::ClientAddress;
use crate::domain::id::{PostId, TopicId};
use crate::error::SERVER_BUSY;
use crate::http::client_ip::ClientIp;
use crate::http::error::{ApiError, Result};
use crate::http::extractors::{AppState, Query, run_blocking};
use crate::platform::Subscription;
use crate::post_events::PostChanged;
use crate::services::threads::topics;

use super::topics::TopicCodeQuery;

/// Time in which changes are batched into one event.
const BATCH_WINDOW: Duration = Duration::from_secs(1);
/// Interval of comment lines, without which proxies take the connection for dead.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(25);

/// Event of the stream.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ChangedPosts {
    /// Ids of posts of the thread that were added, removed or changed. Empty if any may have changed.
    pids: Vec<String>,
}

/// Streams the changes in a thread as they happen: at most one event per second, each a `ChangedPosts`.
#[utoipa::path(get, path = "/api/thread/live", tag = "threads", params(TopicCodeQuery),
    responses((status = 200, content_type = "text/event-stream", body = ChangedPosts)))]
pub(in crate::http) async fn watch_thread(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Query(query): Query<TopicCodeQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>> + use<>>> {
    let topic = run_blocking(&context, move |context| topics::get_by_code(context, &query.code))
        .await?
        .topic
        .id;
    let events = context.post_events.subscribe(from).ok_or_else(busy)?;
    let lines = stream::unfold(events, move |events| next(events, topic));
    Ok(Sse::new(lines).keep_alive(KeepAlive::new().interval(KEEP_ALIVE_INTERVAL)))
}

fn busy() -> ApiError {
    let status = StatusCode::SERVICE_UNAVAILABLE;
    ApiError::request(status, "busy", SERVER_BUSY)
}

type PostSubscription = Subscription<PostChanged, ClientAddress>;

/// Next event of the stream; `None` at its end.
async fn next(
    mut events: PostSubscription,
    topic: TopicId,
) -> Option<(Result<Event, Infallible>, PostSubscription)> {
    let mut posts = BTreeSet::new();
    let mut all = false;
    while posts.is_empty() && !all {
        all = receive(&mut events, topic, &mut posts).await?;
    }
    // Changes within the batch window are sent along.
    let end = tokio::time::sleep(BATCH_WINDOW);
    tokio::pin!(end);
    loop {
        tokio::select! {
            () = &mut end => break,
            received = receive(&mut events, topic, &mut posts) => all |= received?,
        }
    }
    let pids = if all { Vec::new() } else { posts.iter().map(ToString::to_string).collect() };
    let line = serde_json::to_string(&ChangedPosts { pids }).unwrap_or_default();
    Some((Ok(Event::default().data(line)), events))
}

/// Waits for the next event. Returns whether events were missed; `None` when the bus is closed.
async fn receive(
    events: &mut PostSubscription,
    topic: TopicId,
    posts: &mut BTreeSet<PostId>,
) -> Option<bool> {
    match events.recv().await {
        Ok(changed) => {
            posts.extend((changed.topic == topic).then_some(changed.post));
            Some(false)
        }
        Err(RecvError::Lagged(_)) => Some(true),
        Err(RecvError::Closed) => None,
    }
}
