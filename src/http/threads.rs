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

use axum::Router;
use axum::routing::{delete, get, post, put};

use crate::context::Context;

use super::body::BodyLimit;

pub(super) fn routes(context: &Context) -> Router<Arc<Context>> {
    let picture = BodyLimit::upload(context).layer();
    Router::new()
        .route("/api/topics", post(topics::list_topics).get(topics::show_topic_of_code))
        .route("/api/topics/count", get(topics::count_posts))
        .route("/api/topic", get(topics::show_topic))
        .route("/api/thread/find/topic", post(topics::find_topic))
        .route("/api/thread/live", get(live::watch_thread))
        .route("/api/thread/post/list", get(lists::list_posts))
        .route("/api/thread/post/list/page", get(lists::list_posts_of_page))
        .route("/api/thread/post/media", get(posts::show_media))
        .route("/thread/{code}/feed.atom", get(feed::show_feed))
        .route("/api/usr/posts", get(lists::list_pending_posts))
        .route("/api/upload/{uid}/{topicId}/{topicCode}", post(upload::upload_post).layer(picture))
        .route("/api/posts/{id}", get(posts::show_post))
        .route("/api/posts/describe", post(posts::describe_post))
        .route("/api/posts/remove/{id}", delete(posts::remove_post))
        .route("/api/posts/restore/{id}", post(posts::restore_post))
        .route("/api/activate-post/{id}", put(posts::activate_post))
        .route("/api/admin/topics", post(edit_topics::add_topic))
        .route(
            "/api/admin/topics/{id}",
            put(edit_topics::edit_topic).delete(edit_topics::remove_topic),
        )
        .route("/api/likes", get(likes::list_likes))
        .route("/api/like/add", post(likes::add_like))
        .route("/api/like/remove", post(likes::remove_like))
        .route("/api/usr/comments", get(comments::list_commented_posts))
        .route("/api/comments", get(comments::list_comments))
        .route("/api/comments/add", post(comments::add_comment))
        .route("/api/comments/remove/{id}", delete(comments::remove_comment))
        .route("/api/comments/restore/{id}", post(comments::restore_comment))
}
