//! A published state of a book. Immutable.

use serde::{Deserialize, Serialize};

use super::blob::BlobHash;
use super::id::{BookId, MemoId};
use super::time::Time;

/// What was published, from what, and when.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Edition {
    pub book: BookId,
    /// Counted from 1.
    pub number: u32,
    pub pdf: BlobHash,
    pub pages: u32,
    /// The memos that stand in it, in the order of the book.
    pub memos: Vec<MemoId>,
    pub published_at: Time,
}
