//! Comments on a post.

use serde::{Deserialize, Serialize};

use super::id::{AccountId, CommentId, PostId};
use super::message::Message;
use super::text::{is_combining, is_unprintable};
use super::time::Timestamp;

const MAX_LENGTH: usize = 1000;

/// A member's comment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Comment {
    pub id: CommentId,
    pub post: PostId,
    pub author: AccountId,
    pub text: String,
    pub made_at: Timestamp,
    pub removed: Option<Removal>,
    /// Time at which an admin hid the comment; `None` while it is not hidden.
    pub hidden_since: Option<Timestamp>,
}

impl Comment {
    /// Whether the comment is neither removed nor hidden.
    pub fn is_shown(&self) -> bool {
        self.removed.is_none() && self.hidden_since.is_none()
    }
}

/// Removal of a comment. Only the account that removed it can restore it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Removal {
    pub at: Timestamp,
    pub by: AccountId,
}

/// Parses the text of a comment. Line breaks are kept.
///
/// # Errors
/// A message when the text is empty or too long, or has characters that cannot be printed.
pub fn parse(text: &str) -> Result<String, Message> {
    let text = text.replace("\r\n", "\n").replace('\t', " ");
    let text = text.trim();
    let is_empty = text.chars().all(|c| c.is_whitespace() || is_combining(c));
    if is_empty || text.chars().count() > MAX_LENGTH {
        return Err(Message::new("comment-length", "A comment has {min} to {max} characters.")
            .with("min", 1_u32)
            .with("max", MAX_LENGTH));
    }
    if text.chars().any(|c| c != '\n' && is_unprintable(c)) {
        return Err(Message::new(
            "comment-unprintable",
            "The comment has characters that cannot be printed.",
        ));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_or_oversized_comment_is_refused() {
        assert_eq!(parse(" Lovely.\r\nTruly. "), Ok("Lovely.\nTruly.".into()));
        assert!(parse(&"é".repeat(1000)).is_ok());
        for bad in ["", " \n ", "\u{301}", "a\u{202e}b", &"é".repeat(1001)] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
