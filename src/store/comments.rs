//! Comments: by id, by post, and by member.

use std::ops::Bound;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{Key, last_id, successor};
use super::tables::{COMMENTS, COMMENTS_OF_ACCOUNT, COMMENTS_OF_POST};
use crate::domain::comment::Comment;
use crate::domain::id::{AccountId, CommentId, PostId};
use crate::domain::search::Subject;

impl ReadTx {
    pub fn comment(&self, id: CommentId) -> Result<Option<Comment>> {
        self.get(&COMMENTS, &id)
    }

    /// Comments on a post, oldest first, including removed ones.
    pub fn comments_for(&self, post: PostId) -> Result<Vec<Comment>> {
        let entries = self.scan_prefix(&COMMENTS_OF_POST, &post, Order::Ascending, usize::MAX)?;
        self.comments(entries.iter().map(|(key, ())| &key[..]))
    }

    /// Comments on a post after `last`, oldest first, including removed ones, at most `limit`.
    pub fn comments_after(
        &self,
        post: PostId,
        last: Option<CommentId>,
        limit: usize,
    ) -> Result<Vec<Comment>> {
        let prefix = post.to_key();
        let (from, end) = (last.map(|last| (post, last).to_key()), successor(&prefix));
        let from = from.as_deref().map_or(Bound::Included(&prefix[..]), Bound::Excluded);
        let to = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        let entries = self.entries(COMMENTS_OF_POST.name, from, to, Order::Ascending, limit)?;
        self.comments(entries.iter().map(|(key, _)| &key[..]))
    }

    /// Newest comments on a post, newest first, including removed ones, at most `limit`.
    pub fn newest_comments(&self, post: PostId, limit: usize) -> Result<Vec<Comment>> {
        let entries = self.scan_prefix(&COMMENTS_OF_POST, &post, Order::Descending, limit)?;
        self.comments(entries.iter().map(|(key, ())| &key[..]))
    }

    /// Comments by a member, oldest first, including removed ones.
    pub fn comments_of(&self, author: AccountId) -> Result<Vec<Comment>> {
        let entries =
            self.scan_prefix(&COMMENTS_OF_ACCOUNT, &author, Order::Ascending, usize::MAX)?;
        self.comments(entries.iter().map(|(key, ())| &key[..]))
    }

    fn comments<'a>(&self, keys: impl Iterator<Item = &'a [u8]>) -> Result<Vec<Comment>> {
        let ids = keys.map(|key| CommentId::from_bytes(last_id(key)));
        ids.filter_map(|id| self.comment(id).transpose()).collect()
    }
}

impl WriteTx {
    /// Inserts or updates a comment.
    pub fn put_comment(&mut self, comment: &Comment) -> Result<()> {
        self.record_change(Subject::Comment(comment.id))?;
        self.count_comment(comment.id, Some(comment))?;
        self.put(&COMMENTS_OF_POST, &(comment.post, comment.id), &())?;
        self.put(&COMMENTS_OF_ACCOUNT, &(comment.author, comment.id), &())?;
        self.put(&COMMENTS, &comment.id, comment)
    }

    /// Deletes a comment permanently.
    pub fn remove_comment(&mut self, comment: &Comment) -> Result<()> {
        self.record_change(Subject::Comment(comment.id))?;
        self.count_comment(comment.id, None)?;
        self.remove(&COMMENTS_OF_POST, &(comment.post, comment.id))?;
        self.remove(&COMMENTS_OF_ACCOUNT, &(comment.author, comment.id))?;
        self.remove(&COMMENTS, &comment.id)
    }

    /// Deletes all comments by a member permanently.
    pub fn remove_comments_of(&mut self, author: AccountId) -> Result<()> {
        self.comments_of(author)?.iter().try_for_each(|comment| self.remove_comment(comment))
    }

    pub(super) fn remove_comments_for(&mut self, post: PostId) -> Result<()> {
        self.comments_for(post)?.iter().try_for_each(|comment| self.remove_comment(comment))
    }

    /// Updates the comment count of the post for a change of a comment; only shown comments count.
    fn count_comment(&mut self, id: CommentId, after: Option<&Comment>) -> Result<()> {
        if let Some(before) = self.comment(id)?.filter(Comment::is_shown) {
            self.update_tally(before.post, |tally| {
                tally.comments = tally.comments.saturating_sub(1);
            })?;
        }
        match after.filter(|after| after.is_shown()) {
            Some(after) => self.update_tally(after.post, |tally| tally.comments += 1),
            None => Ok(()),
        }
    }
}
