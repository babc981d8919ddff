//! The posts of a topic, page by page.

use crate::app::App;
use crate::domain::id::PostId;
use crate::domain::policy::Actor;
use crate::error::Result;
use crate::services::topics::{self, ShownTopic};

use super::{MISSING, ShownPost, show_in};

/// Posts on one page, at most.
const MOST: usize = 50;

/// Which part of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    pub start: Start,
    /// How many posts, 1 to 50.
    pub limit: usize,
}

/// Where a part begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Start {
    /// Counted from 1.
    Page(usize),
    /// With what was published before this post: what is new meanwhile does not shift it.
    After(PostId),
}

/// A part of a topic's posts.
#[derive(Clone, Debug)]
pub struct Thread {
    pub topic: ShownTopic,
    /// Newest first.
    pub posts: Vec<ShownPost>,
}

/// Active posts of the topic with this code.
pub fn thread(app: &App, actor: &Actor, code: &str, window: Window) -> Result<Thread> {
    let tx = app.read()?;
    let topic = topics::find_code(&*tx, code)?;
    let (id, limit) = (topic.topic.id, window.limit.clamp(1, MOST));
    let posts = match window.start {
        Start::Page(page) => {
            tx.posts_of_topic(id, page.saturating_sub(1).saturating_mul(limit), limit)?
        }
        Start::After(post) => {
            let post = tx.post(post)?.filter(|post| post.topic == id).ok_or(MISSING)?;
            tx.posts_of_topic_after(&post, limit)?
        }
    };
    let posts = posts.into_iter().map(|post| show_in(&*tx, actor, topic.clone(), post));
    Ok(Thread { posts: posts.collect::<Result<_>>()?, topic })
}
