//! How much there is of what a community counts itself by.

use super::Result;
use super::engine::ReadTx;
use super::tables::{ACCOUNTS, BOOKS, COMMENTS, DEAD_JOBS, JOBS, MEMOS, POSTS};

/// Entries, none of which is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    pub members: u64,
    pub books: u64,
    /// With those that were replaced.
    pub memos: u64,
    /// In every state.
    pub posts: u64,
    pub comments: u64,
    pub waiting_jobs: u64,
    /// Those that are not tried again.
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
            failed_jobs: self.len(DEAD_JOBS.name)?,
        })
    }
}
