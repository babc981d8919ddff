//! List of all topics with their newest posts, as a reader sees them.

use std::sync::Arc;

use crate::context::Context;
use crate::domain::author::Author;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::post::Post;
use crate::error::Result;
use crate::platform::VersionedCache;
use crate::services::moderation::HiddenContentFilter;
use crate::store::ReadTx;

use super::posts::latest_of;
use super::topics::{self, TopicDetails};

/// Number of posts that are shown of each topic.
const LATEST: usize = 3;

/// Maximum number of cached lists: one for all visitors, and one for each member.
const MAX_CACHED: usize = 128;

/// Cache of serialized lists, by reader.
type TopicListCache = VersionedCache<Option<AccountId>, Arc<[u8]>, MAX_CACHED>;

/// Topic with its newest posts.
#[derive(Clone, Debug)]
pub struct ListedTopic {
    pub topic: TopicDetails,
    /// Active posts that the reader may see, the newest first.
    pub latest: Vec<Post>,
    /// Author of the newest of them.
    pub last_author: Option<Author>,
}

/// Lists all topics, newest first.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<ListedTopic>> {
    let tx = context.read()?;
    let unseen = HiddenContentFilter::of(&tx, actor)?;
    topics::all(&tx)?.into_iter().map(|topic| load(&tx, topic, &unseen)).collect()
}

fn load(tx: &ReadTx, topic: TopicDetails, unseen: &HiddenContentFilter) -> Result<ListedTopic> {
    let latest = latest_of(tx, &topic, unseen, LATEST)?;
    let last_author = match latest.first() {
        Some(post) => Some(Author::of(tx.account(post.author)?.as_ref())),
        None => None,
    };
    Ok(ListedTopic { topic, latest, last_author })
}

/// Returns the list serialized by `write`, and caches it until the next database write.
pub fn list_json(
    context: &Context,
    actor: &Actor,
    write: impl FnOnce(Vec<ListedTopic>) -> Result<Vec<u8>>,
) -> Result<Arc<[u8]>> {
    let version = context.store.version();
    let written: Arc<[u8]> = write(list(context, actor)?)?.into();
    let cache = context.state::<TopicListCache>();
    cache.insert(version, policy::member(actor).ok(), Arc::clone(&written));
    Ok(written)
}

/// Returns the list from the cache, without reading the database.
pub fn cached_list_json(context: &Context, actor: &Actor) -> Option<Arc<[u8]>> {
    context.state::<TopicListCache>().get(context.store.version(), &policy::member(actor).ok())
}
