//! Operator requests for posts.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::policy::Actor;
use crate::domain::report::{Reported, Verdict};
use crate::error::{Required, Result};
use crate::services::moderation::{self, Decision};
use crate::services::posts::{self, ShownPost};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Lists public or hidden posts, of the topic with this code or of all topics.
    List {
        topic: Option<String>,
        hidden: bool,
    },
    Show {
        post: String,
    },
    Settle {
        post: String,
        verdict: Verdict,
        note: String,
    },
}

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

impl From<ShownPost> for Post {
    fn from(ShownPost { post, topic, author, tally, .. }: ShownPost) -> Self {
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

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::List { topic, hidden } => {
            let all = posts::latest(context, actor, topic.as_deref(), hidden, usize::MAX)?;
            Ok(Answer::Posts(all.into_iter().map(Post::from).collect()))
        }
        Request::Show { post } => {
            Ok(Answer::Reported(moderation::one(context, actor, about(&post)?)?.into()))
        }
        Request::Settle { post, verdict, note } => {
            let settled = moderation::resolve(
                context,
                actor,
                about(&post)?,
                Decision { verdict, note: &note, why: "", seen: None },
            )?;
            Ok(Answer::Reported(settled.into()))
        }
    }
}

fn about(post: &str) -> Result<Reported> {
    Reported::parse("post", post).required("This post")
}
