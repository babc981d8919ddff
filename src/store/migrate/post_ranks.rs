//! Step 22: adds authors to the index of active posts, and the stored sizes of its segments, for all posts and for each author.

use crate::domain::post::Post;
use crate::store::Result;
use crate::store::engine::WriteTx;
use crate::store::key::Key;
use crate::store::tables::{POST_RANKS, POSTS, POSTS_OF_TOPIC};

const OLD_POSTS_OF_TOPIC: &str = "posts-of-topic-1";

pub(super) fn rank(tx: &mut WriteTx) -> Result<()> {
    super::create_tables(tx)?;
    tx.drop_table(OLD_POSTS_OF_TOPIC)?;
    // Earlier programs stored the sizes for all posts already.
    tx.drop_table(POST_RANKS.name)?;
    tx.create(POST_RANKS.name)?;
    let mut active = Vec::new();
    tx.for_each(&POSTS, |post: Post| {
        active.extend(post.active_since().map(|since| ((post.topic, since, post.id), post.author)));
    })?;
    // In the order of the index: a segment is split where the posts that are counted so far have their middle.
    active.sort_by_cached_key(|(key, _)| key.to_key());
    for (post, author) in active {
        tx.put(&POSTS_OF_TOPIC, &post, &author)?;
        tx.add_rank(&post, author)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::blob::BlobHash;
    use crate::domain::id::{AccountId, PostId, TopicId};
    use crate::domain::post::{Picture, State, Words};
    use crate::domain::time::Timestamp;
    use crate::store::Store;
    use crate::store::check::find_flaws;
    use crate::store::tables::AUTHOR_RANKS;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn post(number: u16) -> Post {
        let mut random = [0; 10];
        random[..2].copy_from_slice(&number.to_be_bytes());
        let full = BlobHash::of(&random);
        // Published in another order than made.
        let since = Timestamp { seconds: i64::from(number ^ 0x155), nanoseconds: 0 };
        Post {
            id: PostId::new(NOW, random),
            author: AccountId::new(NOW, [(number % 3) as u8; 10]),
            topic: TopicId::new(NOW, [2; 10]),
            picture: Picture { full, width: 1, height: 1, thumbnails: Vec::new(), bytes: 1 },
            words: Words::default(),
            made_at: NOW,
            state: State::Active { since },
            removed_at: None,
        }
    }

    #[test]
    fn migration_ranks_existing_posts() {
        let store = Store::in_memory().unwrap();
        let made: Result<()> = store.write(|tx| {
            (0..2_000).try_for_each(|number| tx.put_post(&post(number)))?;
            tx.drop_table(POSTS_OF_TOPIC.name)?;
            tx.drop_table(AUTHOR_RANKS.name)?;
            rank(tx)
        });
        made.unwrap();
        let tx = store.read().unwrap();
        assert_eq!(find_flaws(&tx).unwrap(), []);
        let oldest = tx.posts_of_topic(post(0).topic, 1_999, 3).unwrap();
        let since = (0..2_000).map(|number| post(number).active_since()).min().unwrap();
        assert_eq!(oldest.iter().map(Post::active_since).collect::<Vec<_>>(), [since]);
    }
}
