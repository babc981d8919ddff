//! Operator API for posts.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::item::Item;
use crate::domain::report;
use crate::error::{Required, Result};
use crate::http::extractors::{Json, Query};
use crate::services::moderation;
use crate::services::threads::posts::{self, PostDetails};

use super::call::{Operator, Reply};
use super::nouns::Noun;
use super::reports::{ReportedItem, VerdictRequest};

/// Post, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Post {
    pub id: String,
    /// Code of the topic.
    pub topic: String,
    pub username: String,
    pub name: String,
    pub caption: String,
    pub hidden: bool,
    pub made_at: String,
    pub likes: u32,
    pub comments: u32,
}

impl From<PostDetails> for Post {
    fn from(PostDetails { post, topic, author, tally, .. }: PostDetails) -> Self {
        Self {
            id: post.id.to_string(),
            topic: topic.topic.code.to_string(),
            username: author.username,
            name: author.name,
            hidden: post.is_hidden(),
            made_at: post.made_at.to_string(),
            caption: post.words.caption,
            likes: tally.likes,
            comments: tally.comments,
        }
    }
}

/// Part of the posts: public or hidden ones, of one topic or of all.
#[derive(Debug, Deserialize)]
struct PostFilter {
    /// Code of the topic.
    topic: Option<String>,
    hidden: bool,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/posts", get(list_posts))
        .route("/api/operator/posts/{post}", get(show_post))
        .route("/api/operator/posts/{post}/verdict", post(moderate_post))
}

async fn list_posts(
    operator: Operator,
    Query(PostFilter { topic, hidden }): Query<PostFilter>,
) -> Reply<Vec<Post>> {
    let operator = operator.naming(Noun::Topic, &topic);
    let list = move |context: &Context, actor: &_| {
        posts::latest(context, actor, topic.as_deref(), hidden, usize::MAX)
    };
    operator.list(list).await
}

async fn show_post(operator: Operator, Path(post): Path<String>) -> Reply<ReportedItem> {
    let operator = operator.naming(Noun::Post, &post);
    operator.run(move |context, actor| moderation::get(context, actor, parse_post(&post)?)).await
}

async fn moderate_post(
    operator: Operator,
    Path(post): Path<String>,
    Json(request): Json<VerdictRequest>,
) -> Reply<ReportedItem> {
    let operator = operator.naming(Noun::Post, &post);
    let moderate = move |context: &Context, actor: &_| {
        moderation::resolve(context, actor, parse_post(&post)?, request.decision())
    };
    operator.run(moderate).await
}

fn parse_post(post: &str) -> Result<report::ReportTarget> {
    report::ReportTarget::parse("post", post).required(Item::Post)
}
