//! Total numbers of members, books, memos, posts, comments and jobs.

use super::Result;
use super::engine::ReadTx;
use super::tables::{ACCOUNTS, BOOKS, COMMENTS, DEAD_LETTERS, JOBS, MEMOS, POSTS};

/// Numbers of entries, from the lengths of tables without reading them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub members: u64,
    pub books: u64,
    /// Including replaced ones.
    pub memos: u64,
    /// Posts in every state.
    pub posts: u64,
    pub comments: u64,
    pub waiting_jobs: u64,
    /// Jobs that are no longer retried.
    pub failed_jobs: u64,
}

impl ReadTx {
    pub fn counts(&self) -> Result<Counts> {
        Ok(Counts {
            members: self.len(ACCOUNTS.name)?,
            books: self.len(BOOKS.name)?,
            memos: self.len(MEMOS.name)?,
            posts: self.len(POSTS.name)?,
            comments: self.len(COMMENTS.name)?,
            waiting_jobs: self.len(JOBS.name)?,
            failed_jobs: self.len(DEAD_LETTERS.name)?,
        })
    }
}
