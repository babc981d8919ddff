//! Threads: topics, posts, comments and likes.

pub(super) mod comments;
pub(super) mod edit_topics;
pub(super) mod feed;
pub(super) mod likes;
pub(super) mod lists;
pub(super) mod live;
mod post_view;
pub(super) mod posts;
pub(super) mod topics;
pub(super) mod upload;

use std::sync::Arc;

use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::context::Context;

use super::body::BodyLimit;

pub(super) fn routes(upload: BodyLimit) -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(topics::list_topics, topics::show_topic_of_code))
        .routes(routes!(topics::count_posts))
        .routes(routes!(topics::show_topic))
        .routes(routes!(topics::find_topic))
        .routes(routes!(live::watch_thread))
        .routes(routes!(lists::list_posts))
        .routes(routes!(lists::list_posts_of_page))
        .routes(routes!(posts::show_media))
        .routes(routes!(feed::show_feed))
        .routes(routes!(lists::list_pending_posts))
        .routes(routes!(upload::upload_post).layer(upload.layer()))
        .routes(routes!(posts::show_post))
        .routes(routes!(posts::describe_post))
        .routes(routes!(posts::remove_post))
        .routes(routes!(posts::restore_post))
        .routes(routes!(posts::activate_post))
        .routes(routes!(edit_topics::add_topic))
        .routes(routes!(edit_topics::edit_topic, edit_topics::remove_topic))
        .routes(routes!(likes::list_likes))
        .routes(routes!(likes::add_like))
        .routes(routes!(likes::remove_like))
        .routes(routes!(comments::list_commented_posts))
        .routes(routes!(comments::list_comments))
        .routes(routes!(comments::add_comment))
        .routes(routes!(comments::remove_comment))
        .routes(routes!(comments::restore_comment))
}
