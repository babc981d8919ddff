//! The posts of a topic, page by page.

use std::sync::Arc;

use crate::app::App;
use crate::domain::id::{AccountId, PostId};
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::services::remembered::Remembered;
use crate::services::topics::{self, ShownTopic};

use super::{MISSING, ShownPost, show_in};

/// Posts on one page, at most.
const MOST: usize = 50;

/// More answers than this are not remembered: a page of the most posts has some tens of kilobytes.
const KNOWN: usize = 256;

/// Parts of threads as they were written down, by who asked, for which topic's code.
pub type KnownThreads = Remembered<(Option<AccountId>, String, Window), Arc<[u8]>>;

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

/// None is known yet.
pub fn known_threads() -> KnownThreads {
    Remembered::new(KNOWN)
}

/// The same, written down by `write`; remembered until something is written.
pub fn written_thread(
    app: &App,
    actor: &Actor,
    code: &str,
    window: Window,
    write: impl FnOnce(Thread) -> Result<Vec<u8>>,
) -> Result<Arc<[u8]>> {
    let writes = app.store.writes();
    let written: Arc<[u8]> = write(thread(app, actor, code, window)?)?.into();
    app.threads.put(writes, (reader(actor), code.to_owned(), window), Arc::clone(&written));
    Ok(written)
}

/// The same, where it is known without looking at anything.
pub fn known_thread(app: &App, actor: &Actor, code: &str, window: Window) -> Option<Arc<[u8]>> {
    app.threads.get(app.store.writes(), &(reader(actor), code.to_owned(), window))
}

/// Members see what they like themselves; all others see the same.
fn reader(actor: &Actor) -> Option<AccountId> {
    policy::member(actor).ok()
}
