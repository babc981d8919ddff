//! Pages of a topic's posts.

use std::sync::Arc;

use crate::context::Context;
use crate::domain::id::{AccountId, PostId, TopicId};
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Post, State};
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::platform::VersionedCache;
use crate::services::moderation::HiddenContentFilter;
use crate::services::threads::topics::{self, TopicDetails};
use crate::store::ReadTx;

use super::{PostDetails, load_details_in};

/// Maximum number of posts on one page.
const MAX_PAGE_SIZE: usize = 50;

/// Maximum number of cached pages: a full page is some tens of kilobytes.
const MAX_CACHED: usize = 256;

/// Cache of serialized pages, by reader, topic code and window.
type ThreadPageCache = VersionedCache<(Option<AccountId>, String, Window), Arc<[u8]>, MAX_CACHED>;

/// Start and length of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Window {
    start: PageStart,
    limit: usize,
}

impl Window {
    /// Clamps `limit` to 1 to 50 posts.
    pub fn new(start: PageStart, limit: usize) -> Self {
        Self { start, limit: limit.clamp(1, MAX_PAGE_SIZE) }
    }
}

/// Start of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PageStart {
    /// Number of the page, counted from 1.
    Page(usize),
    /// Cursor: posts that were published before this one. New posts do not shift it.
    After(PostId),
}

/// Page of a topic's posts.
#[derive(Clone, Debug)]
pub struct Thread {
    pub topic: TopicDetails,
    /// The newest first.
    pub posts: Vec<PostDetails>,
}

/// Lists active posts of the topic with this code.
pub fn thread(context: &Context, actor: &Actor, code: &str, window: Window) -> Result<Thread> {
    let tx = context.read()?;
    let topic = topics::find_code(&tx, code)?;
    let unseen = HiddenContentFilter::of(&tx, actor)?;
    let posts = of_window(&tx, topic.topic.id, window, &unseen)?;
    let posts = posts.into_iter().map(|post| load_details_in(&tx, actor, topic.clone(), post));
    Ok(Thread { posts: posts.collect::<Result<_>>()?, topic })
}

/// Newest active posts of a topic that the reader may see, at most `limit`. Those hidden from them are only replaced by posts of the
/// first page, so that a long thread of a blocked member is not read to its end.
pub(in crate::services) fn latest_of(
    tx: &ReadTx,
    topic: &TopicDetails,
    unseen: &HiddenContentFilter,
    limit: usize,
) -> Result<Vec<Post>> {
    if unseen.is_nothing() {
        return Ok(tx.posts_of_topic(topic.topic.id, 0, limit)?);
    }
    let mut seen = Vec::new();
    for post in tx.posts_of_topic(topic.topic.id, 0, MAX_PAGE_SIZE)? {
        if seen.len() < limit && !unseen.has_post(tx, &post)? {
            seen.push(post);
        }
    }
    Ok(seen)
}

/// Lists the posts of a window. Those hidden from the reader are replaced by later ones, so that only the end is an empty page.
fn of_window(
    tx: &ReadTx,
    topic: TopicId,
    window: Window,
    unseen: &HiddenContentFilter,
) -> Result<Vec<Post>> {
    let limit = window.limit;
    Ok(match window.start {
        PageStart::Page(page) => {
            let skip = page.saturating_sub(1).saturating_mul(limit);
            if unseen.is_nothing() {
                tx.posts_of_topic(topic, skip, limit)?
            } else {
                tx.visible_posts_of_topic(topic, &unseen.posts(tx)?, skip, limit)?
            }
        }
        PageStart::After(post) => {
            let cursor = (published_at(tx, post)?, post);
            if unseen.is_nothing() {
                tx.posts_of_topic_before(topic, cursor, limit)?
            } else {
                tx.visible_posts_of_topic_before(topic, &unseen.posts(tx)?, cursor, limit)?
            }
        }
    })
}

/// Time at which a post became active. For a post that is gone for good, its creation time, which is a little earlier: readers
/// who used it as a cursor resume near there.
fn published_at(tx: &ReadTx, post: PostId) -> Result<Timestamp> {
    Ok(match tx.post(post)?.map(|post| post.state) {
        Some(State::Active { since } | State::Hidden { since }) => since,
        Some(State::Pending) | None => post.made_at(),
    })
}

/// Returns a page serialized by `write`, and caches it until the next database write.
pub fn page_json(
    context: &Context,
    actor: &Actor,
    code: &str,
    window: Window,
    write: impl FnOnce(Thread) -> Result<Vec<u8>>,
) -> Result<Arc<[u8]>> {
    let version = context.store.version();
    let part = thread(context, actor, code, window)?;
    // Caches only pages that others request the same way: neither a code in other letter case, nor an empty page.
    let is_usual = part.topic.topic.code.as_str() == code && !part.posts.is_empty();
    let written: Arc<[u8]> = write(part)?.into();
    if is_usual {
        context.state::<ThreadPageCache>().insert(
            version,
            (reader(actor), code.to_owned(), window),
            Arc::clone(&written),
        );
    }
    Ok(written)
}

/// Returns a page from the cache, without reading the database.
pub fn cached_page_json(
    context: &Context,
    actor: &Actor,
    code: &str,
    window: Window,
) -> Option<Arc<[u8]>> {
    context
        .state::<ThreadPageCache>()
        .get(context.store.version(), &(reader(actor), code.to_owned(), window))
}

/// Cache key of a reader. Members see their own likes; all visitors see the same page.
fn reader(actor: &Actor) -> Option<AccountId> {
    policy::member(actor).ok()
}
