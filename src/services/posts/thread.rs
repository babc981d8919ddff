//! The posts of a topic, page by page.

use std::sync::Arc;

use crate::context::Context;
use crate::domain::id::{AccountId, PostId};
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Post, State};
use crate::domain::time::Time;
use crate::error::Result;
use crate::platform::VersionedCache;
use crate::services::moderation::HiddenContentFilter;
use crate::services::topics::{self, ShownTopic};
use crate::store::ReadTx;

use super::{ShownPost, show_in};

/// Posts on one page, at most.
const MAX_PAGE_SIZE: usize = 50;

/// More answers than this are not remembered: a page of the most posts has some tens of kilobytes.
const MAX_CACHED: usize = 256;

/// Parts of threads as they were written down, by who asked, for which topic's code.
type ThreadPageCache = VersionedCache<(Option<AccountId>, String, Window), Arc<[u8]>, MAX_CACHED>;

/// Which part of a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    start: Start,
    limit: usize,
}

impl Window {
    /// 1 to 50 posts, whatever is asked for.
    pub fn new(start: Start, limit: usize) -> Self {
        Self { start, limit: limit.clamp(1, MAX_PAGE_SIZE) }
    }
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
pub fn thread(context: &Context, actor: &Actor, code: &str, window: Window) -> Result<Thread> {
    let tx = context.read()?;
    let topic = topics::find_code(&tx, code)?;
    let unseen = HiddenContentFilter::of(&tx, actor)?;
    let posts = if unseen.is_nothing() {
        of_window(&tx, &topic, window)?
    } else {
        seen_of_window(&tx, &topic, window, &unseen)?
    };
    let posts = posts.into_iter().map(|post| show_in(&tx, actor, topic.clone(), post));
    Ok(Thread { posts: posts.collect::<Result<_>>()?, topic })
}

fn of_window(tx: &ReadTx, topic: &ShownTopic, window: Window) -> Result<Vec<Post>> {
    let (id, limit) = (topic.topic.id, window.limit);
    Ok(match window.start {
        Start::Page(page) => {
            let skip = page.saturating_sub(1).saturating_mul(limit);
            // Nobody walks through a whole topic to find nothing at its end.
            if skip < topic.posts as usize {
                tx.posts_of_topic(id, skip, limit)?
            } else {
                Vec::new()
            }
        }
        Start::After(post) => {
            tx.posts_of_topic_before(id, (published_at(tx, post)?, post), limit)?
        }
    })
}

/// The same for somebody who does not see all of it: what they see follows closely, so that an empty page is the end.
fn seen_of_window(
    tx: &ReadTx,
    topic: &ShownTopic,
    window: Window,
    unseen: &HiddenContentFilter,
) -> Result<Vec<Post>> {
    let Window { start, limit } = window;
    let (mut place, mut skip) = match start {
        Start::Page(page) => (Start::Page(1), page.saturating_sub(1).saturating_mul(limit)),
        Start::After(_) => (start, 0),
    };
    let mut seen = Vec::new();
    // Nobody walks through a whole topic to find nothing at its end.
    if skip >= topic.posts as usize && place == Start::Page(1) {
        return Ok(seen);
    }
    loop {
        let posts = of_window(tx, topic, Window { start: place, limit: MAX_PAGE_SIZE })?;
        let Some(last) = posts.last() else { return Ok(seen) };
        place = Start::After(last.id);
        for post in posts {
            if unseen.has_post(tx, &post)? {
                continue;
            }
            if skip > 0 {
                skip -= 1;
            } else {
                seen.push(post);
            }
            if seen.len() == limit {
                return Ok(seen);
            }
        }
    }
}

/// When a post became active. Of one that is gone for good, when it was made, which is a little earlier: whoever has read that
/// far goes on from about there.
fn published_at(tx: &ReadTx, post: PostId) -> Result<Time> {
    Ok(match tx.post(post)?.map(|post| post.state) {
        Some(State::Active { since } | State::Hidden { since }) => since,
        Some(State::Pending) | None => post.made_at(),
    })
}

/// The same, written down by `write`; remembered until something is written.
pub fn page_json(
    context: &Context,
    actor: &Actor,
    code: &str,
    window: Window,
    write: impl FnOnce(Thread) -> Result<Vec<u8>>,
) -> Result<Arc<[u8]>> {
    let writes = context.store.writes();
    let part = thread(context, actor, code, window)?;
    // Only what others ask for in the same way: neither a code in other letters, nor a page that nobody has come to.
    let is_usual = part.topic.topic.code.as_str() == code && !part.posts.is_empty();
    let written: Arc<[u8]> = write(part)?.into();
    if is_usual {
        context.state::<ThreadPageCache>().insert(
            writes,
            (reader(actor), code.to_owned(), window),
            Arc::clone(&written),
        );
    }
    Ok(written)
}

/// The same, where it is known without looking at anything.
pub fn cached_page_json(
    context: &Context,
    actor: &Actor,
    code: &str,
    window: Window,
) -> Option<Arc<[u8]>> {
    context
        .state::<ThreadPageCache>()
        .get(context.store.writes(), &(reader(actor), code.to_owned(), window))
}

/// Members see what they like themselves; all others see the same.
fn reader(actor: &Actor) -> Option<AccountId> {
    policy::member(actor).ok()
}
