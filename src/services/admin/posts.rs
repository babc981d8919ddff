//! Posts, as the operator asks for them.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::policy::Actor;
use crate::domain::report::{Reported, Verdict};
use crate::error::{Error, Result};
use crate::services::moderation::{self, Decision};
use crate::services::posts::{self, ShownPost};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Those that everybody sees, or those that are hidden; of one topic's code, or of all.
    List {
        topic: Option<String>,
        hidden: bool,
        limit: usize,
    },
    Settle {
        post: String,
        verdict: Verdict,
        note: String,
    },
}

/// A post, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Post {
    pub id: String,
    /// The topic's code.
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

pub(super) fn perform(app: &App, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::List { topic, hidden, limit } => {
            let all = posts::latest(app, actor, topic.as_deref(), hidden, limit)?;
            Ok(Answer::Posts(all.into_iter().map(Post::from).collect()))
        }
        Request::Settle { post, verdict, note } => {
            let about = Reported::parse("post", &post).ok_or(Error::NotFound("This post"))?;
            let settled = moderation::settle(
                app,
                actor,
                about,
                Decision { verdict, note: &note, why: "", seen: None },
            )?;
            Ok(Answer::Reported(settled.into()))
        }
    }
}
