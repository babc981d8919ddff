//! A post in a thread: one picture, perhaps with a caption. Only its author sees it until it is published.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::alt_text::AltText;
use super::blob::BlobHash;
use super::id::{AccountId, PostId, TopicId};
use super::text::is_unprintable;
use super::time::Time;

const CAPTION_LENGTH: usize = 200;
/// So long after it was removed, a post or a comment can be taken back.
pub const REMOVED_FOR: Duration = Duration::from_mins(10);

/// A member's post.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Post {
    pub id: PostId,
    pub author: AccountId,
    pub topic: TopicId,
    pub picture: Picture,
    pub words: Words,
    pub made_at: Time,
    pub state: State,
    /// When its author removed it.
    pub removed_at: Option<Time>,
}

/// How far a post is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum State {
    /// Waits for its author to publish it.
    Pending,
    /// Everybody sees it, by the moment since when.
    Active { since: Time },
    /// An admin keeps it from everybody but its author; it stood in its thread since then.
    Hidden { since: Time },
}

impl Post {
    /// Since when it stands in its thread, if it does.
    pub fn active_since(&self) -> Option<Time> {
        match self.state {
            State::Active { since } if self.removed_at.is_none() => Some(since),
            State::Active { .. } | State::Pending | State::Hidden { .. } => None,
        }
    }

    /// Whether an admin has hidden it.
    pub fn is_hidden(&self) -> bool {
        matches!(self.state, State::Hidden { .. })
    }

    /// Whether its author is yet to publish it.
    pub fn is_pending(&self) -> bool {
        self.state == State::Pending && self.removed_at.is_none()
    }
}

/// What is said with a post's picture.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Words {
    /// One line; empty for none.
    pub caption: String,
    /// What is to be seen, for those who cannot see it.
    pub alt: Option<AltText>,
}

impl Words {
    /// # Errors
    /// The field and what is wrong with it.
    pub fn parse(caption: &str, alt: &str) -> Result<Self, (&'static str, &'static str)> {
        let caption = caption.split_whitespace().collect::<Vec<_>>().join(" ");
        if caption.chars().count() > CAPTION_LENGTH {
            return Err(("caption", "A caption has at most 200 characters."));
        }
        if caption.chars().any(is_unprintable) {
            return Err(("caption", "The caption has characters that cannot be printed."));
        }
        Ok(Self { caption, alt: AltText::parse(alt).map_err(|words| ("alt", words))? })
    }

    /// What the picture is called where it cannot be seen.
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
    /// The small one first; one at least.
    pub thumbnails: Vec<Thumbnail>,
    /// Of all files together.
    pub bytes: u64,
}

/// A smaller one, in two formats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thumbnail {
    pub width: u32,
    pub height: u32,
    pub webp: BlobHash,
    pub png: BlobHash,
}

impl Picture {
    /// Every file.
    pub fn blobs(&self) -> impl Iterator<Item = BlobHash> + '_ {
        let small = self.thumbnails.iter().flat_map(|thumbnail| [thumbnail.webp, thumbnail.png]);
        std::iter::once(self.full).chain(small)
    }
}

/// How much others make of a post.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    pub likes: u32,
    pub comments: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_one_line_and_a_description() {
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
