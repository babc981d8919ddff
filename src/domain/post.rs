//! A post in a thread: one picture, perhaps with a caption. Only its author sees it until it is published.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::alt_text::AltText;
use super::blob::BlobHash;
use super::id::{AccountId, PostId, TopicId};
use super::message::Message;
use super::text::is_unprintable;
use super::time::Timestamp;

const MAX_CAPTION_LENGTH: usize = 200;
/// Time within which a removed post or comment can be restored.
pub const REMOVAL_RETENTION: Duration = Duration::from_mins(10);

/// A member's post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    pub id: PostId,
    pub author: AccountId,
    pub topic: TopicId,
    pub picture: Picture,
    pub words: Words,
    pub made_at: Timestamp,
    pub state: State,
    /// Time at which the author removed the post.
    pub removed_at: Option<Timestamp>,
}

/// State of a post. State machine: pending → active ⇄ hidden. Removal is independent of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// Waits for the author to publish it.
    Pending,
    /// Visible to everybody since that time.
    Active { since: Timestamp },
    /// Hidden by a moderator or an admin, and visible to its author, moderators and admins only; `since` is the time at which it was published.
    Hidden { since: Timestamp },
}

impl Post {
    /// Time since which the post is visible in its thread; `None` when it is not.
    pub fn active_since(&self) -> Option<Timestamp> {
        match self.state {
            State::Active { since } if self.removed_at.is_none() => Some(since),
            State::Active { .. } | State::Pending | State::Hidden { .. } => None,
        }
    }

    /// Whether an admin has hidden the post.
    pub fn is_hidden(&self) -> bool {
        matches!(self.state, State::Hidden { .. })
    }

    /// Whether the post waits for its author to publish it.
    pub fn is_pending(&self) -> bool {
        self.state == State::Pending && self.removed_at.is_none()
    }
}

/// Caption and alternative text of a post's picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// Caption, on one line; empty for none.
    pub caption: String,
    /// Alternative text, for readers who cannot see the picture.
    pub alt: Option<AltText>,
}

impl Words {
    /// # Errors
    /// The invalid field and a message.
    pub fn parse(caption: &str, alt: &str) -> Result<Self, (&'static str, Message)> {
        let caption = caption.split_whitespace().collect::<Vec<_>>().join(" ");
        if caption.chars().count() > MAX_CAPTION_LENGTH {
            return Err((
                "caption",
                Message::new("caption-too-long", "A caption has at most {max} characters.")
                    .with("max", MAX_CAPTION_LENGTH),
            ));
        }
        if caption.chars().any(is_unprintable) {
            return Err((
                "caption",
                Message::new(
                    "caption-unprintable",
                    "The caption has characters that cannot be printed.",
                ),
            ));
        }
        Ok(Self { caption, alt: AltText::parse(alt).map_err(|words| ("alt", words))? })
    }

    /// Caption as the picture's title where the picture is not shown; `None` without a caption.
    pub fn title(&self) -> Option<&str> {
        Some(self.caption.as_str()).filter(|caption| !caption.is_empty())
    }
}

/// The files of a post's picture.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    pub full: BlobHash,
    /// In pixels.
    pub width: u32,
    pub height: u32,
    /// Thumbnails, the smallest first; at least one.
    pub thumbnails: Vec<Thumbnail>,
    /// Size of all files together, in bytes.
    pub bytes: u64,
}

/// Smaller version of the picture, in two formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thumbnail {
    pub width: u32,
    pub height: u32,
    pub webp: BlobHash,
    pub png: BlobHash,
}

impl Picture {
    /// All files of the picture.
    pub fn blobs(&self) -> impl Iterator<Item = BlobHash> + '_ {
        let small = self.thumbnails.iter().flat_map(|thumbnail| [thumbnail.webp, thumbnail.png]);
        std::iter::once(self.full).chain(small)
    }
}

/// Number of likes and comments of a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PostCounts {
    pub likes: u32,
    pub comments: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caption_is_one_line_alt_text_keeps_breaks() {
        let words = Words::parse(" Rain,\n again ", " Two lines\nof rain. ").unwrap();
        assert_eq!(words.title(), Some("Rain, again"));
        assert_eq!(words.alt.unwrap().as_str(), "Two lines\nof rain.");
        assert_eq!(Words::parse(" ", "").unwrap(), Words::default());
        assert_eq!(Words::default().title(), None);
        for (caption, alt, field) in
            [("a\u{202e}b", "", "caption"), (&"x".repeat(201), "", "caption"), ("", "\u{7}", "alt")]
        {
            assert_eq!(Words::parse(caption, alt).unwrap_err().0, field);
        }
    }
}
