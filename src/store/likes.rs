//! Likes of posts by members, and the tally of likes and comments of each post.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::last_id;
use super::tables::{LIKES, LIKES_OF_ACCOUNT, POST_COUNTS};
use crate::domain::id::{AccountId, PostId};
use crate::domain::post::PostCounts;

impl ReadTx {
    /// Number of likes and comments of a post.
    pub fn tally(&self, post: PostId) -> Result<PostCounts> {
        Ok(self.get(&POST_COUNTS, &post)?.unwrap_or_default())
    }

    pub fn is_liked_by(&self, post: PostId, member: AccountId) -> Result<bool> {
        Ok(self.get(&LIKES, &(post, member))?.is_some())
    }

    /// Members who like a post, at most `limit`.
    pub fn likes_for(&self, post: PostId, limit: usize) -> Result<Vec<AccountId>> {
        let entries = self.scan_prefix(&LIKES, &post, Order::Ascending, limit)?;
        Ok(entries.iter().map(|(key, ())| AccountId::from_bytes(last_id(key))).collect())
    }

    /// Posts that a member likes.
    pub fn likes_of(&self, member: AccountId) -> Result<Vec<PostId>> {
        let entries = self.scan_prefix(&LIKES_OF_ACCOUNT, &member, Order::Ascending, usize::MAX)?;
        Ok(entries.iter().map(|(key, ())| PostId::from_bytes(last_id(key))).collect())
    }
}

impl WriteTx {
    /// Inserts the like; no effect if the member likes the post already.
    pub fn put_like(&mut self, post: PostId, member: AccountId) -> Result<()> {
        if !self.is_liked_by(post, member)? {
            self.put(&LIKES, &(post, member), &())?;
            self.put(&LIKES_OF_ACCOUNT, &(member, post), &())?;
            self.update_tally(post, |tally| tally.likes += 1)?;
        }
        Ok(())
    }

    pub fn remove_like(&mut self, post: PostId, member: AccountId) -> Result<()> {
        if self.is_liked_by(post, member)? {
            self.remove(&LIKES, &(post, member))?;
            self.remove(&LIKES_OF_ACCOUNT, &(member, post))?;
            self.update_tally(post, |tally| tally.likes = tally.likes.saturating_sub(1))?;
        }
        Ok(())
    }

    /// Removes all likes by a member.
    pub fn remove_likes_of(&mut self, member: AccountId) -> Result<()> {
        self.likes_of(member)?.into_iter().try_for_each(|post| self.remove_like(post, member))
    }

    pub(super) fn remove_likes_for(&mut self, post: PostId) -> Result<()> {
        let members = self.likes_for(post, usize::MAX)?;
        members.into_iter().try_for_each(|member| self.remove_like(post, member))
    }

    /// Updates the tally of a post with `change`; a tally of zeros is removed.
    pub(super) fn update_tally(
        &mut self,
        post: PostId,
        change: impl FnOnce(&mut PostCounts),
    ) -> Result<()> {
        let mut tally = self.tally(post)?;
        change(&mut tally);
        if tally == PostCounts::default() {
            self.remove(&POST_COUNTS, &post)
        } else {
            self.put(&POST_COUNTS, &post, &tally)
        }
    }
}
