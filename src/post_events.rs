//! Events of the threads, for members whose page shows a thread.

use crate::domain::client_address::ClientAddress;
use crate::domain::id::{PostId, TopicId};
use crate::platform::EventBus;

/// Most open streams; each takes some kilobytes.
const MAX_STREAMS: u32 = 4096;
/// Most open streams of one address. A club may sit behind one, but it leaves room for others.
const MAX_STREAMS_PER_ADDRESS: u32 = 1024;

/// Event: a post was published, commented, liked or removed in a topic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PostChanged {
    pub topic: TopicId,
    pub post: PostId,
}

/// Event bus of the threads.
pub type PostEvents = EventBus<PostChanged, ClientAddress>;

pub(crate) fn bus() -> PostEvents {
    EventBus::new(MAX_STREAMS, MAX_STREAMS_PER_ADDRESS)
}
