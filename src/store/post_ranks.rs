//! Ranks of active posts in their topic: a page is found by its number without a walk over the posts before it.
//!
//! The posts of a topic are divided into segments of neighbours, whose sizes are stored. A segment begins at its key and ends before the
//! next one of its topic. The number of each author's posts in a segment is stored too, for readers who do not see some authors.

use std::collections::HashSet;
use std::ops::Bound;

use super::engine::{Order, ReadTx, WriteTx};
use super::key::{Key, successor};
use super::tables::{AUTHOR_RANKS, POST_RANKS, POSTS_OF_TOPIC};
use super::{Error, Result};
use crate::domain::id::{AccountId, PostId, TopicId};
use crate::domain::time::Timestamp;

/// Size at which a segment is split into two.
const MAX_SEGMENT_SIZE: u32 = 512;
/// Number of segments read at once.
const AT_A_TIME: usize = 256;

/// Key of an active post among those of its topic.
pub(super) type RankKey = (TopicId, Timestamp, PostId);

/// Segment with its first key and its size.
struct Segment {
    start: Vec<u8>,
    size: u32,
}

/// Posts that one reader does not see: all posts of some authors, and single ones.
pub struct HiddenPosts {
    pub authors: HashSet<AccountId>,
    pub posts: HashSet<PostId>,
}

impl HiddenPosts {
    pub(super) fn contains(&self, author: AccountId, post: PostId) -> bool {
        self.authors.contains(&author) || self.posts.contains(&post)
    }
}

/// Keys from the start of a segment to before its end, and the number of its posts that a reader sees.
pub(super) struct VisibleSegment {
    pub(super) start: Vec<u8>,
    pub(super) end: Vec<u8>,
    pub(super) visible: usize,
}

impl ReadTx {
    /// Key before which the posts after the newest `skip` of a topic lie, in the segment that the first of them is in, and the number
    /// of posts of that segment to skip. `None` when the topic has no more posts.
    pub(super) fn find_rank(
        &self,
        topic: TopicId,
        skip: usize,
    ) -> Result<Option<(Vec<u8>, usize)>> {
        let first = topic.to_key();
        let mut end = successor(&first).unwrap_or_default();
        let mut left = skip;
        loop {
            let segments = self.segments_before(&first, Bound::Excluded(&end), AT_A_TIME)?;
            if segments.is_empty() {
                return Ok(None);
            }
            for Segment { start, size } in segments {
                let size = size as usize;
                if left < size {
                    return Ok(Some((end, left)));
                }
                left -= size;
                end = start;
            }
        }
    }

    /// All segments of a topic, the newest first, with the numbers of posts that are left without the hidden ones.
    pub(super) fn visible_segments(
        &self,
        topic: TopicId,
        hidden: &HiddenPosts,
    ) -> Result<Vec<VisibleSegment>> {
        let first = topic.to_key();
        let mut end = successor(&first).unwrap_or_default();
        let mut segments = Vec::new();
        for Segment { start, size } in
            self.segments_before(&first, Bound::Excluded(&end.clone()), usize::MAX)?
        {
            let next = std::mem::replace(&mut end, start.clone());
            segments.push(VisibleSegment { start, end: next, visible: size as usize });
        }
        for author in &hidden.authors {
            let counts =
                self.scan_prefix(&AUTHOR_RANKS, &(topic, *author), Order::Ascending, usize::MAX)?;
            for (key, count) in counts {
                hide(&mut segments, &key[topic.to_key().len() * 2..], count as usize);
            }
        }
        for post in &hidden.posts {
            let Some(post) = self.post(*post)? else { continue };
            let Some(since) = post.active_since() else { continue };
            if post.topic == topic && !hidden.authors.contains(&post.author) {
                hide(&mut segments, &(topic, since, post.id).to_key(), 1);
            }
        }
        Ok(segments)
    }

    /// Segments from `first` to the bound, the last one first.
    fn segments_before(
        &self,
        first: &[u8],
        to: Bound<&[u8]>,
        limit: usize,
    ) -> Result<Vec<Segment>> {
        let order = Order::Descending;
        let entries = self.entries(POST_RANKS.name, Bound::Included(first), to, order, limit)?;
        let segment = |(start, size): (Vec<u8>, Vec<u8>)| {
            Ok(Segment { start, size: POST_RANKS.decode(&size)? })
        };
        entries.into_iter().map(segment).collect()
    }
}

/// Takes hidden posts from the count of the segment that `key` lies in. The newest segment is the first.
fn hide(segments: &mut [VisibleSegment], key: &[u8], posts: usize) {
    let place = segments.partition_point(|segment| segment.start[..] > *key);
    if let Some(segment) = segments.get_mut(place) {
        segment.visible = segment.visible.saturating_sub(posts);
    }
}

impl WriteTx {
    /// Counts a post that was added to its topic.
    pub(super) fn add_rank(&mut self, post: &RankKey, author: AccountId) -> Result<()> {
        // The first segment begins before any post, so that older ones find it.
        let first = || (post.0, Timestamp::default(), PostId::from_bytes([0; 16])).to_key();
        let segment = self.segment_of(post)?.unwrap_or_else(|| Segment { start: first(), size: 0 });
        let Segment { start, size } = segment;
        self.put_segment(&start, size + 1)?;
        self.change_author(post.0, author, &start, |count| count + 1)?;
        if size >= MAX_SEGMENT_SIZE { self.split(post.0, &start, size + 1) } else { Ok(()) }
    }

    /// Counts a post that was removed from its topic. What a removed segment covered then belongs to the segment before.
    pub(super) fn remove_rank(&mut self, post: &RankKey, author: AccountId) -> Result<()> {
        let Some(Segment { start, size }) = self.segment_of(post)? else { return Ok(()) };
        self.change_author(post.0, author, &start, |count| count.saturating_sub(1))?;
        match size {
            0 | 1 => self.remove(&POST_RANKS, &start),
            _ => self.put_segment(&start, size - 1),
        }
    }

    /// Changes the number of an author's posts in a segment.
    fn change_author(
        &mut self,
        topic: TopicId,
        author: AccountId,
        segment: &[u8],
        change: impl Fn(u32) -> u32,
    ) -> Result<()> {
        let key = (topic, author, segment.to_owned());
        match change(self.get(&AUTHOR_RANKS, &key)?.unwrap_or(0)) {
            0 => self.remove(&AUTHOR_RANKS, &key),
            count => self.put(&AUTHOR_RANKS, &key, &count),
        }
    }

    fn segment_of(&self, post: &RankKey) -> Result<Option<Segment>> {
        let (first, key) = (post.0.to_key(), post.to_key());
        Ok(self.segments_before(&first, Bound::Included(&key), 1)?.pop())
    }

    /// Splits a segment of `size` posts at the middle.
    fn split(&mut self, topic: TopicId, start: &[u8], size: u32) -> Result<()> {
        let end = successor(&topic.to_key());
        let end = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let (from, order) = (Bound::Included(start), Order::Ascending);
        let posts = self.entries(POSTS_OF_TOPIC.name, from, end, order, size as usize)?;
        let half = size / 2;
        let later = posts.get(half as usize..).unwrap_or_default();
        let (middle, _) = later.first().ok_or(Error::Corrupt { table: POST_RANKS.name })?;
        self.put_segment(start, half)?;
        self.put_segment(middle, size - half)?;
        for (_, author) in later {
            let author = POSTS_OF_TOPIC.decode(author)?;
            self.change_author(topic, author, start, |count| count.saturating_sub(1))?;
            self.change_author(topic, author, middle, |count| count + 1)?;
        }
        Ok(())
    }

    fn put_segment(&mut self, start: &[u8], size: u32) -> Result<()> {
        self.put(&POST_RANKS, &start.to_owned(), &size)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::blob::BlobHash;
    use crate::domain::id::AccountId;
    use crate::domain::post::{Picture, Post, State, Words};
    use crate::store::Store;
    use crate::store::check::{FlawKind, find_flaws};

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn topic(number: u8) -> TopicId {
        TopicId::new(NOW, [number; 10])
    }

    fn author(number: u32) -> AccountId {
        AccountId::new(NOW, [number as u8; 10])
    }

    /// Active post; the order of posts in time is another than that of their numbers.
    fn post(number: u32, topic: TopicId) -> Post {
        let since = Timestamp {
            seconds: i64::from(number.wrapping_mul(2_654_435_761) >> 20),
            nanoseconds: 0,
        };
        let mut random = [0; 10];
        random[..4].copy_from_slice(&number.to_be_bytes());
        let full = BlobHash::of(&random);
        Post {
            id: PostId::new(NOW, random),
            author: author(number / 100 % 5),
            topic,
            picture: Picture { full, width: 1, height: 1, thumbnails: Vec::new(), bytes: 1 },
            words: Words::default(),
            made_at: NOW,
            state: State::Active { since },
            removed_at: None,
        }
    }

    fn put_all(tx: &mut WriteTx, posts: &[Post]) -> Result<()> {
        posts.iter().try_for_each(|post| tx.put_post(post))
    }

    /// Asserts that pages all over the topic have the posts that a walk finds.
    fn assert_paged(tx: &ReadTx, topic: TopicId, posts: &[Post]) {
        let mut newest: Vec<&Post> = posts.iter().filter(|post| post.topic == topic).collect();
        newest.sort_by_key(|post| std::cmp::Reverse((post.active_since(), post.id)));
        for skip in (0..newest.len() + 3).step_by(37).chain([newest.len() - 1]) {
            let page = tx.posts_of_topic(topic, skip, 3).unwrap();
            let expected = newest.iter().skip(skip).take(3).copied();
            assert!(page.iter().eq(expected), "after {skip}");
        }
        assert_eq!(find_flaws(tx).unwrap(), []);
    }

    #[test]
    fn page_number_selects_its_posts() {
        let store = Store::in_memory().unwrap();
        let mut posts: Vec<Post> =
            (0..4_000).map(|number| post(number, topic((number % 4 / 3) as u8))).collect();
        store.write(|tx| put_all(tx, &posts)).unwrap();
        for number in [0, 1] {
            assert_paged(&*store.read().unwrap(), topic(number), &posts);
        }
        // Whole segments and single posts are hidden, and some come back.
        let is_hidden = |post: &Post| {
            let since = post.active_since().map_or(0, |since| since.seconds);
            (1_000..3_000).contains(&since) || since % 7 == 0
        };
        let hidden: Vec<Post> = posts.extract_if(.., |post| is_hidden(post)).collect();
        let hide = |post: &Post| Post { state: State::Hidden { since: NOW }, ..post.clone() };
        let hide: Vec<Post> = hidden.iter().map(hide).collect();
        store.write(|tx| put_all(tx, &hide)).unwrap();
        assert_paged(&*store.read().unwrap(), topic(0), &posts);
        let back = &hidden[..hidden.len() / 2];
        store.write(|tx| put_all(tx, back)).unwrap();
        posts.extend_from_slice(back);
        assert_paged(&*store.read().unwrap(), topic(0), &posts);
    }

    /// Asserts that pages by number and by cursor have what a walk over the posts without the hidden ones finds.
    fn assert_visible(tx: &ReadTx, topic: TopicId, posts: &[Post], hidden: &HiddenPosts) {
        let mut newest: Vec<&Post> = posts.iter().filter(|post| post.topic == topic).collect();
        newest.sort_by_key(|post| std::cmp::Reverse((post.active_since(), post.id)));
        let expected = |before: usize, skip: usize| {
            let later =
                newest[before..].iter().filter(|post| !hidden.contains(post.author, post.id));
            later.skip(skip).take(3).copied().cloned().collect::<Vec<_>>()
        };
        for place in (0..newest.len() + 3).step_by(31) {
            let page = tx.visible_posts_of_topic(topic, hidden, place, 3).unwrap();
            assert_eq!(page, expected(0, place), "after {place}");
            let Some(cursor) = newest.get(place) else { continue };
            let since = (cursor.active_since().unwrap(), cursor.id);
            let page = tx.visible_posts_of_topic_before(topic, hidden, since, 3).unwrap();
            assert_eq!(page, expected(place + 1, 0), "before {place}");
        }
        assert_eq!(find_flaws(tx).unwrap(), []);
    }

    #[test]
    fn pages_leave_hidden_posts_out() {
        let store = Store::in_memory().unwrap();
        let mut posts: Vec<Post> = (0..3_000).map(|number| post(number, topic(1))).collect();
        // The newest thousand are all by one author.
        posts.sort_by_key(|post| std::cmp::Reverse((post.active_since(), post.id)));
        posts[..1_000].iter_mut().for_each(|post| post.author = author(9));
        store.write(|tx| put_all(tx, &posts)).unwrap();
        let reported = posts[1_000..].iter().step_by(3).map(|post| post.id).collect();
        let readers = [
            HiddenPosts { authors: [author(9), author(2)].into(), posts: HashSet::new() },
            HiddenPosts { authors: [author(2)].into(), posts: reported },
            HiddenPosts { authors: (0..10).map(author).collect(), posts: HashSet::new() },
        ];
        for hidden in &readers {
            assert_visible(&*store.read().unwrap(), topic(1), &posts, hidden);
        }
        let gone: Vec<Post> = posts.iter().step_by(2).cloned().collect();
        let removed: Result<()> =
            store.write(|tx| gone.iter().try_for_each(|post| tx.remove_post(post)));
        removed.unwrap();
        posts.retain(|post| !gone.contains(post));
        for hidden in &readers {
            assert_visible(&*store.read().unwrap(), topic(1), &posts, hidden);
        }
    }

    #[test]
    fn topic_without_posts_has_no_pages() {
        let store = Store::in_memory().unwrap();
        let only = post(1, topic(2));
        store.write(|tx| put_all(tx, std::slice::from_ref(&only))).unwrap();
        let page = |skip| store.read().unwrap().posts_of_topic(topic(2), skip, 3).unwrap().len();
        assert_eq!((page(0), page(1), page(usize::MAX)), (1, 0, 0));
        store.write(|tx| tx.remove_post(&only)).unwrap();
        assert_eq!((page(0), page(usize::MAX)), (0, 0));
    }

    #[test]
    fn wrong_segment_size_is_reported_as_flaw() {
        let store = Store::in_memory().unwrap();
        let wrong: Result<()> = store.write(|tx| {
            put_all(tx, &[post(1, topic(1))])?;
            tx.add_rank(&(topic(1), NOW, post(1, topic(1)).id), author(0))
        });
        wrong.unwrap();
        let flaws = find_flaws(&*store.read().unwrap()).unwrap();
        let flaws: Vec<_> = flaws.iter().map(|flaw| (&*flaw.table, flaw.wrong)).collect();
        let differs = |table| (table, FlawKind::Differs);
        assert_eq!(flaws, [differs(AUTHOR_RANKS.name), differs(POST_RANKS.name)]);
    }
}
