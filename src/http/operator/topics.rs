//! Operator API for topics; each is named by its code.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::http::extractors::Json;
use crate::services::threads::topics::{self, TopicDetails};

use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Topic, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Topic {
    pub id: String,
    pub code: String,
    pub name: String,
    pub post_count: u32,
}

impl From<TopicDetails> for Topic {
    fn from(TopicDetails { topic, posts }: TopicDetails) -> Self {
        let (id, code) = (topic.id.to_string(), topic.code.to_string());
        Self { id, code, name: topic.name, post_count: posts }
    }
}

/// New topic.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewTopic {
    pub name: String,
    pub code: String,
}

/// Changes to a topic; a field that is left out stays as it is.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct TopicEdit {
    pub name: Option<String>,
    pub code: Option<String>,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    let of_topic = Router::new()
        .route("/", get(show_topic).patch(edit_topic).delete(remove_topic))
        .route("/removal", get(check_removal));
    Router::new()
        .route("/api/operator/topics", get(list_topics).post(add_topic))
        .nest("/api/operator/topics/{topic}", of_topic)
}

async fn list_topics(operator: Operator) -> Reply<Vec<Topic>> {
    operator.list(|context, _| topics::list(context)).await
}

async fn add_topic(operator: Operator, Json(new): Json<NewTopic>) -> Reply<Topic> {
    operator.run(move |context, actor| topics::add(context, actor, &new.name, &new.code)).await
}

async fn show_topic(operator: Operator, Path(code): Path<String>) -> Reply<Topic> {
    let operator = operator.naming(Noun::Topic, &code);
    operator.run(move |context, _| topics::get_by_code(context, &code)).await
}

async fn edit_topic(
    operator: Operator,
    Path(code): Path<String>,
    Json(edit): Json<TopicEdit>,
) -> Reply<Topic> {
    let operator = operator.naming(Noun::Topic, &code);
    let edit = move |context: &Context, actor: &_| {
        let id = topics::get_by_code(context, &code)?.topic.id;
        topics::edit(context, actor, id, edit.name.as_deref(), edit.code.as_deref())
    };
    operator.run(edit).await
}

/// Shows a topic that can be removed.
async fn check_removal(operator: Operator, Path(code): Path<String>) -> Reply<Topic> {
    let operator = operator.naming(Noun::Topic, &code);
    let check = move |context: &Context, actor: &_| {
        let id = topics::get_by_code(context, &code)?.topic.id;
        topics::check_removal(context, actor, id)
    };
    operator.run(check).await
}

async fn remove_topic(operator: Operator, Path(code): Path<String>) -> Reply<Topic> {
    let operator = operator.naming(Noun::Topic, &code);
    let remove = move |context: &Context, actor: &_| {
        let id = topics::get_by_code(context, &code)?.topic.id;
        topics::remove(context, actor, id)
    };
    operator.run(remove).await
}
