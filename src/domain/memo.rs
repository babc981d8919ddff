//! Memos: the answers of members to the questions of a book.

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::book::QuestionKey;
use super::id::{AccountId, BookId, MemoId};
use super::memo_text::MemoText;
use super::time::Timestamp;

/// Kind of a memo: the specification's memo `type`.
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

    /// The kind of that word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == word)
    }
}

/// Content of a memo.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum MemoContent {
    /// A PNG of one answer box.
    Hand {
        picture: BlobHash,
    },
    /// A PNG of a whole page, and the PDF that it was drawn from.
    Page {
        picture: BlobHash,
        pdf: Option<BlobHash>,
    },
    Text {
        post: MemoText,
    },
}

impl MemoContent {
    pub fn kind(&self) -> MemoKind {
        match self {
            Self::Hand { .. } => MemoKind::Hand,
            Self::Page { .. } => MemoKind::Page,
            Self::Text { .. } => MemoKind::Text,
        }
    }

    /// The picture that shows the memo.
    pub fn picture(&self) -> Option<BlobHash> {
        match self {
            Self::Hand { picture } | Self::Page { picture, .. } => Some(*picture),
            Self::Text { .. } => None,
        }
    }

    /// The stored files that the memo needs.
    pub fn blobs(&self) -> impl Iterator<Item = BlobHash> + use<> {
        let pdf = match self {
            Self::Page { pdf, .. } => *pdf,
            Self::Hand { .. } | Self::Text { .. } => None,
        };
        self.picture().into_iter().chain(pdf)
    }

    /// The words of a typed memo.
    pub fn post(&self) -> Option<&str> {
        match self {
            Self::Text { post } => Some(post.as_str()),
            Self::Hand { .. } | Self::Page { .. } => None,
        }
    }
}

/// Audience of a memo, beside its author and admins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// None: the memo is in no published edition.
    Unpublished,
    /// Every member: the memo is in a published edition.
    Published,
    /// None: an admin has hidden the memo.
    Hidden,
}

/// An admin's decision that only the author and admins see a memo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HiddenMemo {
    pub since: Timestamp,
    /// Reason, shown to the author.
    pub why: String,
}

/// Notice to the author of a memo that an admin has removed for good.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemovedMemo {
    pub id: MemoId,
    pub book: BookId,
    pub author: AccountId,
    pub question: QuestionKey,
    pub removed_at: Timestamp,
    pub why: String,
}

/// Memo of a member. A member has at most one per question and kind; submitting again replaces it with a new memo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memo {
    pub id: MemoId,
    pub book: BookId,
    pub author: AccountId,
    pub question: QuestionKey,
    pub content: MemoContent,
    /// Time at which the member first answered this question with a memo of this kind.
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}
