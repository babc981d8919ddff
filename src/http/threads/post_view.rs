//! Views of posts.

use serde::Serialize;
use utoipa::ToSchema;

use crate::config::Config;
use crate::domain::alt_text::AltText;
use crate::domain::blob::BlobHash;
use crate::domain::post::{Post, Thumbnail};
use crate::http::view::{AuthorView, TimeView, png_url};
use crate::services::threads::posts::PostDetails;

use super::topics::TopicView;

/// Smaller version of a post's picture. Its files never change.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ThumbnailView {
    /// Width in pixels.
    width: u32,
    height: u32,
    webp: String,
    png: String,
}

impl ThumbnailView {
    pub(super) fn of(config: &Config, Thumbnail { width, height, webp, png }: Thumbnail) -> Self {
        Self { width, height, webp: webp_url(config, webp), png: png_url(config, png) }
    }
}

/// Post in a thread.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PostView {
    id: String,
    /// Uid of the author.
    uid: String,
    topic_id: String,
    topic: TopicView,
    /// Whether everybody can see the post; if not, its author has not published it, or admins have hidden it.
    is_active: bool,
    /// Whether admins have hidden the post from everybody but its author.
    is_hidden: bool,
    /// Time of publication; of creation if the post is not public.
    created_at: TimeView,
    author: AuthorView,
    /// Caption of one line; may be empty.
    caption: String,
    /// Description of the picture, for readers who cannot see it; may be empty.
    alt: String,
    /// Path of the picture.
    data_url: String,
    /// Path of the smallest version of the picture.
    thumb_url: String,
    /// Width of the picture in pixels.
    width: u32,
    height: u32,
    /// Smaller versions of the picture, smallest first.
    thumbs: Vec<ThumbnailView>,
    /// Number of members who like the post.
    likes: u32,
    comments: u32,
    /// Whether the caller likes the post.
    liked: bool,
}

impl PostView {
    pub(super) fn of(config: &Config, shown: PostDetails) -> Self {
        let PostDetails { post, topic, author, tally, liked } = shown;
        let Post { picture, words, .. } = &post;
        let smallest = picture.thumbnails.first().map_or(picture.full, |small| small.png);
        let thumbs = picture.thumbnails.iter().map(|small| ThumbnailView::of(config, *small));
        Self {
            id: post.id.to_string(),
            uid: post.author.to_string(),
            topic_id: post.topic.to_string(),
            is_active: post.active_since().is_some(),
            is_hidden: post.is_hidden(),
            created_at: post.active_since().unwrap_or(post.made_at).into(),
            caption: words.caption.clone(),
            alt: words.alt.as_ref().map_or_else(String::new, |alt| AltText::as_str(alt).to_owned()),
            data_url: png_url(config, picture.full),
            thumb_url: png_url(config, smallest),
            width: picture.width,
            height: picture.height,
            thumbs: thumbs.collect(),
            likes: tally.likes,
            comments: tally.comments,
            topic: topic.into(),
            author: author.into(),
            liked,
        }
    }

    pub(super) fn all(config: &Config, shown: Vec<PostDetails>) -> Vec<Self> {
        shown.into_iter().map(|post| Self::of(config, post)).collect()
    }
}

fn webp_url(config: &Config, picture: BlobHash) -> String {
    config.at(&format!("/media/{picture}.webp"))
}
