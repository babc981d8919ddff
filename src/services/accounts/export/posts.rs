//! A member's posts with their pictures, their comments, and the posts that they like, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::alt_text::AltText;
use crate::domain::comment::Comment;
use crate::domain::post::Post;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Content, Entry, Part};

pub(super) const POSTS: Part = Part {
    about: "threads.json\n    \
            Your posts with what you said of them, your comments, and the posts that you like.\n\n\
            posts/\n    \
            The pictures of your posts.\n",
    entries,
};

#[derive(Serialize)]
struct ThreadsFile {
    posts: Vec<PostFile>,
    comments: Vec<CommentFile>,
    /// Ids of posts.
    likes: Vec<String>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PostFile {
    id: String,
    topic: String,
    caption: String,
    alt: String,
    made_at: String,
    published_at: Option<String>,
    picture: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CommentFile {
    post: String,
    text: String,
    made_at: String,
}

fn entries(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let mut posts = tx.posts_of(account.id)?;
    posts.retain(|post| post.removed_at.is_none());
    let mut comments = tx.comments_of(account.id)?;
    comments.retain(|said| said.removed.is_none());
    let likes = tx.likes_of(account.id)?;
    if posts.is_empty() && comments.is_empty() && likes.is_empty() {
        return Ok(Vec::new());
    }
    let file = ThreadsFile {
        posts: posts.iter().map(|post| describe(tx, post)).collect::<Result<_>>()?,
        comments: comments.into_iter().map(CommentFile::from).collect(),
        likes: likes.iter().map(ToString::to_string).collect(),
    };
    let pictures = posts
        .iter()
        .map(|post| Entry { name: picture(post), content: Content::Picture(post.picture.full) });
    Ok([Entry::json("threads.json", &file)?].into_iter().chain(pictures).collect())
}

fn describe(tx: &ReadTx, post: &Post) -> Result<PostFile> {
    Ok(PostFile {
        id: post.id.to_string(),
        topic: tx.topic(post.topic)?.map(|topic| topic.name).unwrap_or_default(),
        caption: post.words.caption.clone(),
        alt: post
            .words
            .alt
            .as_ref()
            .map_or_else(String::new, |alt| AltText::as_str(alt).to_owned()),
        made_at: post.made_at.to_string(),
        published_at: post.active_since().map(|since| since.to_string()),
        picture: picture(post),
    })
}

impl From<Comment> for CommentFile {
    fn from(comment: Comment) -> Self {
        let (post, made_at) = (comment.post.to_string(), comment.made_at.to_string());
        Self { post, made_at, text: comment.text }
    }
}

fn picture(post: &Post) -> String {
    format!("posts/{}.png", post.id)
}
