//! Posts by id, by topic while they are active, by member, and by the files of their pictures.
//!
//! The number of active posts of each topic and the total bytes of each member's pictures are stored beside them.

use std::collections::HashSet;
use std::ops::Bound;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{Key, last_id, successor};
use super::post_ranks::HiddenPosts;
use super::tables::{
    PENDING_POSTS, PICTURE_BYTES, POSTS, POSTS_OF_ACCOUNT, POSTS_OF_PICTURE, POSTS_OF_TOPIC,
    TOPIC_COUNTS,
};
use crate::domain::blob::BlobHash;
use crate::domain::handwriting::Source;
use crate::domain::id::{AccountId, PostId, TopicId};
use crate::domain::post::Post;
use crate::domain::search::Subject;
use crate::domain::time::Timestamp;

/// Number of the newest posts in which pages without hidden posts are looked for first.
const NEWEST: usize = 128;

impl ReadTx {
    pub fn post(&self, id: PostId) -> Result<Option<Post>> {
        self.get(&POSTS, &id)
    }

    /// Active posts of a topic, newest first, after the first `skip`, at most `limit`.
    pub fn posts_of_topic(&self, topic: TopicId, skip: usize, limit: usize) -> Result<Vec<Post>> {
        let Some((end, skip)) = self.find_rank(topic, skip)? else { return Ok(Vec::new()) };
        let (from, read) = (topic.to_key(), skip.saturating_add(limit));
        let (from, to) = (Bound::Included(&from[..]), Bound::Excluded(&end[..]));
        let entries = self.entries(POSTS_OF_TOPIC.name, from, to, Order::Descending, read)?;
        self.posts(entries.iter().skip(skip).map(|(key, _)| &key[..]))
    }

    /// Active posts of a topic that became active before the given time and post, newest first. The post may be gone.
    pub fn posts_of_topic_before(
        &self,
        topic: TopicId,
        (since, post): (Timestamp, PostId),
        limit: usize,
    ) -> Result<Vec<Post>> {
        let (from, to) = (topic.to_key(), (topic, since, post).to_key());
        let (from, to) = (Bound::Included(&from[..]), Bound::Excluded(&to[..]));
        let entries = self.entries(POSTS_OF_TOPIC.name, from, to, Order::Descending, limit)?;
        self.posts(entries.iter().map(|(key, _)| &key[..]))
    }

    /// Active posts of a topic without the hidden ones, newest first, after the first `skip`, at most `limit`.
    pub fn visible_posts_of_topic(
        &self,
        topic: TopicId,
        hidden: &HiddenPosts,
        skip: usize,
        limit: usize,
    ) -> Result<Vec<Post>> {
        let end = successor(&topic.to_key()).unwrap_or_default();
        self.visible_posts_before(topic, hidden, &end, skip, limit)
    }

    /// Active posts of a topic without the hidden ones that became active before the given time and post, newest first.
    pub fn visible_posts_of_topic_before(
        &self,
        topic: TopicId,
        hidden: &HiddenPosts,
        (since, post): (Timestamp, PostId),
        limit: usize,
    ) -> Result<Vec<Post>> {
        let end = (topic, since, post).to_key();
        self.visible_posts_before(topic, hidden, &end, 0, limit)
    }

    /// Reads visible posts with a key before `end`. The first pages need no counts; for the others, segments that are skipped or
    /// hidden are not read. `skip` counts from the newest post of the topic, so `end` is its end unless it is 0.
    fn visible_posts_before(
        &self,
        topic: TopicId,
        hidden: &HiddenPosts,
        end: &[u8],
        mut skip: usize,
        limit: usize,
    ) -> Result<Vec<Post>> {
        if skip < NEWEST {
            let first = self.visible_keys(&topic.to_key(), end, hidden, NEWEST)?;
            if first.len() >= skip + limit {
                return self.posts(first[skip..skip + limit].iter().map(|key| &key[..]));
            }
        }
        let mut visible = Vec::new();
        for segment in self.visible_segments(topic, hidden)? {
            if &segment.start[..] >= end {
                continue;
            }
            if segment.visible <= skip {
                skip -= segment.visible;
                continue;
            }
            let end = end.min(&segment.end);
            let keys = self.visible_keys(&segment.start, end, hidden, usize::MAX)?;
            visible.extend(keys.into_iter().skip(skip).take(limit - visible.len()));
            skip = 0;
            if visible.len() == limit {
                break;
            }
        }
        self.posts(visible.iter().map(|key| &key[..]))
    }

    /// Keys of the posts between two keys that are not hidden, newest first, out of the newest `read`.
    fn visible_keys(
        &self,
        from: &[u8],
        to: &[u8],
        hidden: &HiddenPosts,
        read: usize,
    ) -> Result<Vec<Vec<u8>>> {
        let (from, to) = (Bound::Included(from), Bound::Excluded(to));
        let mut visible = Vec::new();
        for (key, author) in self.entries(POSTS_OF_TOPIC.name, from, to, Order::Descending, read)? {
            let author = POSTS_OF_TOPIC.decode(&author)?;
            if !hidden.contains(author, PostId::from_bytes(last_id(&key))) {
                visible.push(key);
            }
        }
        Ok(visible)
    }

    /// A member's unpublished posts, newest first.
    pub fn pending_posts_of(&self, author: AccountId) -> Result<Vec<Post>> {
        let entries = self.scan_prefix(&PENDING_POSTS, &author, Order::Descending, usize::MAX)?;
        self.posts(entries.iter().map(|(key, ())| &key[..]))
    }

    /// All posts of a member, including removed ones, oldest first.
    pub fn posts_of(&self, author: AccountId) -> Result<Vec<Post>> {
        let entries = self.scan_prefix(&POSTS_OF_ACCOUNT, &author, Order::Ascending, usize::MAX)?;
        self.posts(entries.iter().map(|(key, ())| &key[..]))
    }

    /// Posts with a file in their picture.
    pub fn posts_of_picture(&self, blob: BlobHash) -> Result<Vec<Post>> {
        let entries = self.scan_prefix(&POSTS_OF_PICTURE, &blob, Order::Ascending, usize::MAX)?;
        self.posts(entries.iter().map(|(key, ())| &key[..]))
    }

    /// Posts in order of creation, after `last`, at most `limit`.
    pub fn posts_after(&self, last: Option<PostId>, limit: usize) -> Result<Vec<Post>> {
        let from = last.map(|last| last.to_key());
        let from = from.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let (to, order) = (Bound::Unbounded, Order::Ascending);
        let entries = self.entries(POSTS.name, from, to, order, limit)?;
        self.posts(entries.iter().map(|(key, _)| &key[..]))
    }

    /// Posts that are not removed and match `wanted`, newest first by creation, at most `limit`.
    pub fn latest_posts(&self, limit: usize, wanted: impl Fn(&Post) -> bool) -> Result<Vec<Post>> {
        let (mut found, mut before): (Vec<Post>, Option<PostId>) = (Vec::new(), None);
        loop {
            let to = before.map(|post| post.to_key());
            let to = to.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
            let some = self.entries(POSTS.name, Bound::Unbounded, to, Order::Descending, 256)?;
            let Some((last, _)) = some.last() else { return Ok(found) };
            before = Some(PostId::from_bytes(last_id(last)));
            for post in self.posts(some.iter().map(|(key, _)| &key[..]))? {
                if found.len() == limit {
                    return Ok(found);
                }
                if post.removed_at.is_none() && wanted(&post) {
                    found.push(post);
                }
            }
        }
    }

    /// Adds the files of all posts' pictures.
    pub fn collect_blobs_of_posts(&self, blobs: &mut HashSet<BlobHash>) -> Result<()> {
        self.for_each(&POSTS, |post: Post| blobs.extend(post.picture.blobs()))
    }

    /// Number of active posts of a topic.
    pub fn count_posts(&self, topic: TopicId) -> Result<u32> {
        Ok(self.get(&TOPIC_COUNTS, &topic)?.unwrap_or(0))
    }

    /// Whether a topic has any post, in any state.
    pub fn has_posts(&self, topic: TopicId) -> Result<bool> {
        let mut found = false;
        self.for_each(&POSTS, |post: Post| found |= post.topic == topic)?;
        Ok(found)
    }

    /// Total bytes of the pictures of a member's posts.
    pub fn picture_bytes_of(&self, author: AccountId) -> Result<u64> {
        Ok(self.get(&PICTURE_BYTES, &author)?.unwrap_or(0))
    }

    fn posts<'a>(&self, keys: impl Iterator<Item = &'a [u8]>) -> Result<Vec<Post>> {
        keys.filter_map(|key| self.post(PostId::from_bytes(last_id(key))).transpose()).collect()
    }
}

impl WriteTx {
    /// Inserts or updates a post.
    pub fn put_post(&mut self, post: &Post) -> Result<()> {
        if let Some(before) = self.post(post.id)? {
            self.unlist(&before)?;
        } else {
            self.begin_post(post)?;
        }
        self.list(post)?;
        self.put(&POSTS, &post.id, post)
    }

    /// Inserts the index entries and picture bytes of a new post that do not depend on its state.
    fn begin_post(&mut self, post: &Post) -> Result<()> {
        self.put(&POSTS_OF_ACCOUNT, &(post.author, post.id), &())?;
        for blob in post.picture.blobs() {
            self.put(&POSTS_OF_PICTURE, &(blob, post.id), &())?;
        }
        self.enqueue_recognition(Source::Post(post.id), post.picture.full)?;
        let all = self.picture_bytes_of(post.author)?.saturating_add(post.picture.bytes);
        self.put(&PICTURE_BYTES, &post.author, &all)
    }

    /// Deletes a post permanently, with its likes and comments.
    pub fn remove_post(&mut self, post: &Post) -> Result<()> {
        self.unlist(post)?;
        self.remove_likes_for(post.id)?;
        self.remove_comments_for(post.id)?;
        self.remove(&POSTS_OF_ACCOUNT, &(post.author, post.id))?;
        for blob in post.picture.blobs() {
            self.remove(&POSTS_OF_PICTURE, &(blob, post.id))?;
        }
        self.remove_reading_of(Source::Post(post.id), post.picture.full)?;
        let left = self.picture_bytes_of(post.author)?.saturating_sub(post.picture.bytes);
        self.put(&PICTURE_BYTES, &post.author, &left)?;
        self.remove(&POSTS, &post.id)
    }

    /// Inserts the index entries and count of a post that depend on its state.
    fn list(&mut self, post: &Post) -> Result<()> {
        self.record_change(Subject::Post(post.id))?;
        if let Some(since) = post.active_since() {
            let count = self.count_posts(post.topic)? + 1;
            self.put(&TOPIC_COUNTS, &post.topic, &count)?;
            let key = (post.topic, since, post.id);
            self.put(&POSTS_OF_TOPIC, &key, &post.author)?;
            self.add_rank(&key, post.author)?;
        }
        if post.is_pending() {
            self.put(&PENDING_POSTS, &(post.author, post.id), &())?;
        }
        Ok(())
    }

    fn unlist(&mut self, post: &Post) -> Result<()> {
        self.record_change(Subject::Post(post.id))?;
        if let Some(since) = post.active_since() {
            let count = self.count_posts(post.topic)?.saturating_sub(1);
            self.put(&TOPIC_COUNTS, &post.topic, &count)?;
            let key = (post.topic, since, post.id);
            self.remove(&POSTS_OF_TOPIC, &key)?;
            self.remove_rank(&key, post.author)?;
        }
        if post.is_pending() {
            self.remove(&PENDING_POSTS, &(post.author, post.id))?;
        }
        Ok(())
    }
}
