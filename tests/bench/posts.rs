//! Posts of the threads that are measured.

use inkfold::domain::blob::BlobHash;
use inkfold::domain::id::{AccountId, PostId, TopicId};
use inkfold::domain::post::{Picture, Post, State, Thumbnail, Words};
use inkfold::domain::time::Timestamp;

/// Visible post, a second younger than the one with the number before.
pub(crate) fn post(number: u32, author: AccountId, topic: TopicId) -> Post {
    let made_at = Timestamp { seconds: 1_767_225_600 + i64::from(number), nanoseconds: 0 };
    let mut random = [0; 10];
    random[..4].copy_from_slice(&number.to_be_bytes());
    let file = |name: u8| BlobHash::of(&[&[name], &random[..]].concat());
    let small = |width: u32, name: u8| Thumbnail {
        width,
        height: width * 4 / 3,
        webp: file(name),
        png: file(name + 1),
    };
    let thumbnails = vec![small(480, 1), small(960, 3)];
    let picture = Picture { full: file(0), width: 1404, height: 1872, thumbnails, bytes: 100_000 };
    let words = Words::parse("Two lines of rain", "It rained.").expect("words");
    let state = State::Active { since: made_at };
    let id = PostId::new(made_at, random);
    Post { id, author, topic, picture, words, made_at, state, removed_at: None }
}
