//! A member's answer to one prompt of one book.

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::book::QuestionKey;
use super::id::{AccountId, BookId, MemoId};
use super::time::Time;

/// How an answer was given: the specification's memo `type`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MemoKind {
    /// Read out of a filled form.
    Hand,
    /// A whole uploaded page.
    Page,
    /// Typed.
    Text,
}

impl MemoKind {
    pub const ALL: [Self; 3] = [Self::Hand, Self::Page, Self::Text];

    /// The word in JSON and in paths.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Hand => "hand",
            Self::Page => "page",
            Self::Text => "text",
        }
    }
}

/// The answer itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum MemoContent {
    /// A greyscale PNG of one answer box.
    Hand { picture: BlobHash },
}

impl MemoContent {
    pub fn kind(&self) -> MemoKind {
        match self {
            Self::Hand { .. } => MemoKind::Hand,
        }
    }

    /// The stored file that the memo needs.
    pub fn blob(&self) -> Option<BlobHash> {
        match self {
            Self::Hand { picture } => Some(*picture),
        }
    }
}

/// One memo. A member has at most one per prompt and kind; submitting again makes a new one in its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memo {
    pub id: MemoId,
    pub book: BookId,
    pub author: AccountId,
    pub question: QuestionKey,
    pub content: MemoContent,
    /// When the member first answered this prompt in this way.
    pub created_at: Time,
    pub updated_at: Time,
}
