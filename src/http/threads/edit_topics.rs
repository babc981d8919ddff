//! Topics for admins: adding, changing and removing them.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::ids::topic_id;
use crate::services::threads::topics;

use super::topics::TopicView;

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewTopic {
    /// Name, one line of at most 80 characters.
    #[schema(max_length = 80)]
    name: String,
    /// Code of 2 to 32 letters and digits, and hyphens between them; part of the mail addresses for posting.
    #[schema(max_length = 32)]
    code: String,
}

/// Adds a topic.
#[utoipa::path(post, path = "/api/admin/topics", tag = "admin",
    security(("apiToken" = ["threads"])), request_body = NewTopic,
    responses((status = 201, body = TopicView)))]
pub(in crate::http) async fn add_topic(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(NewTopic { name, code }): Json<NewTopic>,
) -> Result<(StatusCode, Json<TopicView>)> {
    let topic =
        run_blocking(&context, move |context| topics::add(context, &actor, &name, &code)).await?;
    Ok((StatusCode::CREATED, Json(topic.into())))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct TopicUpdate {
    /// New name; unchanged if left out.
    name: Option<String>,
    /// New code; unchanged if left out. A change breaks old links and mail addresses.
    code: Option<String>,
}

/// Changes the name or code of a topic.
#[utoipa::path(put, path = "/api/admin/topics/{id}", tag = "admin",
    security(("apiToken" = ["threads"])), params(("id" = String, Path)), request_body = TopicUpdate,
    responses((status = 200, body = TopicView)))]
pub(in crate::http) async fn edit_topic(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
    Json(TopicUpdate { name, code }): Json<TopicUpdate>,
) -> Result<Json<TopicView>> {
    let id = topic_id(&id)?;
    let edit =
        move |context: &_| topics::edit(context, &actor, id, name.as_deref(), code.as_deref());
    Ok(Json(run_blocking(&context, edit).await?.into()))
}

/// Removes a topic without posts.
#[utoipa::path(delete, path = "/api/admin/topics/{id}", tag = "admin",
    security(("apiToken" = ["threads"])), params(("id" = String, Path)), responses((status = 204)))]
pub(in crate::http) async fn remove_topic(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let id = topic_id(&id)?;
    run_blocking(&context, move |context| topics::remove(context, &actor, id)).await?;
    Ok(StatusCode::NO_CONTENT)
}
