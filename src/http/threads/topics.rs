//! Topics of the threads.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::http::error::{ErrorBody, Result};
use crate::http::extractors::{AppState, Json, OptionalJson, Query, run_blocking};
use crate::http::ids::topic_id;
use crate::services::threads::topics::{self, TopicDetails};

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

/// Request body: an empty object, or none at all.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NoQuery {}

/// Lists all topics, newest first.
#[utoipa::path(post, path = "/api/topics", tag = "threads", request_body = NoQuery, responses(
    (status = 200, body = [TopicView])))]
pub(in crate::http) async fn list_topics(
    State(context): AppState,
    OptionalJson(NoQuery {}): OptionalJson<NoQuery>,
) -> Result<Json<Vec<TopicView>>> {
    let all = run_blocking(&context, topics::list).await?;
    Ok(Json(all.into_iter().map(TopicView::from).collect()))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct TopicCodeQuery {
    pub(super) code: String,
}

/// Shows the topic with a code.
#[utoipa::path(get, path = "/api/topics", tag = "threads", params(TopicCodeQuery), responses(
    (status = 200, body = TopicView), (status = 404, body = ErrorBody)))]
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
#[utoipa::path(get, path = "/api/topic", tag = "threads", params(TopicIdQuery), responses(
    (status = 200, body = TopicView), (status = 404, body = ErrorBody)))]
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
#[utoipa::path(post, path = "/api/thread/find/topic", tag = "threads", request_body = TopicQuery, responses(
    (status = 200, body = TopicView), (status = 404, body = ErrorBody)))]
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
#[utoipa::path(get, path = "/api/topics/count", tag = "threads", params(TopicCountQuery), responses(
    (status = 200, body = PostCount), (status = 404, body = ErrorBody)))]
pub(in crate::http) async fn count_posts(
    State(context): AppState,
    Query(query): Query<TopicCountQuery>,
) -> Result<Json<PostCount>> {
    let id = topic_id(&query.topic_id)?;
    let topic = run_blocking(&context, move |context| topics::get(context, id)).await?;
    Ok(Json(PostCount { count: topic.posts }))
}
