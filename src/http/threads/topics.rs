//! Topics of the threads.

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::config::Config;
use crate::context::Context;
use crate::domain::post::Post;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, OptionalJson, Query, run_blocking};
use crate::http::ids::topic_id;
use crate::http::view::{TimeView, png_url};
use crate::services::threads::topic_list::{self, ListedTopic};
use crate::services::threads::topics::{self, TopicDetails};

use super::post_view::ThumbnailView;

/// Topic of a thread.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct TopicView {
    id: String,
    name: String,
    /// Code of the topic in URLs and mail addresses.
    code: String,
    /// Number of posts that everybody can see.
    post_count: u32,
}

impl From<TopicDetails> for TopicView {
    fn from(TopicDetails { topic, posts }: TopicDetails) -> Self {
        let (id, code) = (topic.id.to_string(), topic.code.to_string());
        Self { id, name: topic.name, code, post_count: posts }
    }
}

/// Recent post of a topic, with its picture.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct LatestPostView {
    id: String,
    /// Description of the picture, for readers who cannot see it; may be empty.
    alt: String,
    /// Path of the smallest version of the picture.
    thumb_url: String,
    /// Smallest version of the picture, in two formats.
    thumbs: Vec<ThumbnailView>,
}

impl LatestPostView {
    fn of(config: &Config, Post { id, picture, words, .. }: &Post) -> Self {
        let smallest = picture.thumbnails.first();
        Self {
            id: id.to_string(),
            alt: words.alt.as_ref().map_or_else(String::new, |alt| alt.as_str().to_owned()),
            thumb_url: png_url(config, smallest.map_or(picture.full, |small| small.png)),
            thumbs: smallest.map(|small| ThumbnailView::of(config, *small)).into_iter().collect(),
        }
    }
}

/// Topic of a thread in the list of all topics.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct ListedTopicView {
    id: String,
    name: String,
    /// Code of the topic in URLs and mail addresses.
    code: String,
    /// Number of posts that everybody can see.
    post_count: u32,
    /// Newest posts that the caller can see, at most three.
    latest: Vec<LatestPostView>,
    /// Name of the author of the newest of these posts; null without one.
    last_author: Option<String>,
    /// Time at which it was published.
    last_post_at: Option<TimeView>,
}

impl ListedTopicView {
    fn of(config: &Config, ListedTopic { topic, latest, last_author }: ListedTopic) -> Self {
        let TopicView { id, name, code, post_count } = topic.into();
        let last_post_at = latest.first().and_then(Post::active_since).map(TimeView::from);
        Self {
            id,
            name,
            code,
            post_count,
            latest: latest.iter().map(|post| LatestPostView::of(config, post)).collect(),
            last_author: last_author.map(|author| author.name),
            last_post_at,
        }
    }
}

/// Request body: an empty object, or none at all.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NoQuery {}

/// Lists all topics with their newest posts; the newest topic comes first.
#[utoipa::path(post, path = "/api/topics", tag = "threads", request_body = NoQuery,
    responses((status = 200, body = [ListedTopicView])))]
pub(in crate::http) async fn list_topics(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    OptionalJson(NoQuery {}): OptionalJson<NoQuery>,
) -> Result<impl IntoResponse> {
    let list = if let Some(known) = topic_list::cached_list_json(&context, &actor) {
        known
    } else {
        let list = move |context: &Context| {
            topic_list::list_json(context, &actor, |all| to_json(&context.config(), all))
        };
        run_blocking(&context, list).await?
    };
    Ok(([(header::CONTENT_TYPE, "application/json")], Bytes::from_owner(list)))
}

fn to_json(config: &Config, all: Vec<ListedTopic>) -> Result<Vec<u8>, Error> {
    let views: Vec<_> = all.into_iter().map(|topic| ListedTopicView::of(config, topic)).collect();
    serde_json::to_vec(&views).map_err(|error| Error::Internal(Box::new(error)))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct TopicCodeQuery {
    pub(super) code: String,
}

/// Shows the topic with a code.
#[utoipa::path(get, path = "/api/topics", tag = "threads", security(("apiToken" = ["read"])),
    params(TopicCodeQuery), responses((status = 200, body = TopicView)))]
pub(in crate::http) async fn show_topic_of_code(
    State(context): AppState,
    Query(query): Query<TopicCodeQuery>,
) -> Result<Json<TopicView>> {
    Ok(Json(
        run_blocking(&context, move |context| topics::get_by_code(context, &query.code))
            .await?
            .into(),
    ))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct TopicIdQuery {
    id: String,
}

/// Shows the topic with an id.
#[utoipa::path(get, path = "/api/topic", tag = "threads", security(("apiToken" = ["read"])),
    params(TopicIdQuery), responses((status = 200, body = TopicView)))]
pub(in crate::http) async fn show_topic(
    State(context): AppState,
    Query(query): Query<TopicIdQuery>,
) -> Result<Json<TopicView>> {
    let id = topic_id(&query.id)?;
    Ok(Json(run_blocking(&context, move |context| topics::get(context, id)).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct TopicQuery {
    topic_id: String,
}

/// Alias of `/api/topic`, with the id in the body.
#[utoipa::path(post, path = "/api/thread/find/topic", tag = "threads",
    security(("apiToken" = ["read"])), request_body = TopicQuery,
    responses((status = 200, body = TopicView)))]
pub(in crate::http) async fn find_topic(
    State(context): AppState,
    Json(query): Json<TopicQuery>,
) -> Result<Json<TopicView>> {
    let id = topic_id(&query.topic_id)?;
    Ok(Json(run_blocking(&context, move |context| topics::get(context, id)).await?.into()))
}

#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(in crate::http) struct TopicCountQuery {
    topic_id: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PostCount {
    count: u32,
}

/// Counts the posts of a topic that everybody can see.
#[utoipa::path(get, path = "/api/topics/count", tag = "threads", security(("apiToken" = ["read"])),
    params(TopicCountQuery), responses((status = 200, body = PostCount)))]
pub(in crate::http) async fn count_posts(
    State(context): AppState,
    Query(query): Query<TopicCountQuery>,
) -> Result<Json<PostCount>> {
    let id = topic_id(&query.topic_id)?;
    let topic = run_blocking(&context, move |context| topics::get(context, id)).await?;
    Ok(Json(PostCount { count: topic.posts }))
}
