//! Content hidden from one person: what they have reported, and the posts and comments of members whom they have blocked.

use std::collections::HashSet;

use crate::domain::comment::Comment;
use crate::domain::id::{AccountId, MemoId};
use crate::domain::policy::{self, Actor};
use crate::domain::post::Post;
use crate::domain::report::ReportTarget;
use crate::error::Result;
use crate::store::{HiddenPosts, ReadTx};

/// Filter of hidden content, loaded once for a page of items.
#[derive(Default)]
pub(in crate::services) struct HiddenContentFilter {
    blocked: HashSet<AccountId>,
    /// The member, if they have made reports.
    reporter: Option<AccountId>,
}

impl HiddenContentFilter {
    pub(in crate::services) fn of(tx: &ReadTx, actor: &Actor) -> Result<Self> {
        let Ok(member) = policy::member(actor) else { return Ok(Self::default()) };
        let blocked = tx.blocks_of(member)?.into_iter().map(|(other, _)| other).collect();
        Ok(Self { blocked, reporter: tx.has_reports(member)?.then_some(member) })
    }

    /// Whether nothing is hidden, as for most people.
    pub(in crate::services) fn is_nothing(&self) -> bool {
        self.blocked.is_empty() && self.reporter.is_none()
    }

    /// The posts that are hidden, for lists that leave them out.
    pub(in crate::services) fn posts(&self, tx: &ReadTx) -> Result<HiddenPosts> {
        let posts = match self.reporter {
            Some(member) => tx.reported_posts(member)?,
            None => HashSet::new(),
        };
        Ok(HiddenPosts { authors: self.blocked.clone(), posts })
    }

    pub(in crate::services) fn has_post(&self, tx: &ReadTx, post: &Post) -> Result<bool> {
        self.has(tx, post.author, ReportTarget::Post(post.id))
    }

    pub(in crate::services) fn has_comment(&self, tx: &ReadTx, comment: &Comment) -> Result<bool> {
        self.has(tx, comment.author, ReportTarget::Comment(comment.id))
    }

    /// Whether the member has reported the memo. Blocks do not apply to books.
    pub(in crate::services) fn has_memo(&self, tx: &ReadTx, memo: MemoId) -> Result<bool> {
        self.has_reported(tx, ReportTarget::Memo(memo))
    }

    pub(in crate::services) fn has_member(&self, member: AccountId) -> bool {
        self.blocked.contains(&member)
    }

    fn has(&self, tx: &ReadTx, author: AccountId, item: ReportTarget) -> Result<bool> {
        Ok(self.blocked.contains(&author) || self.has_reported(tx, item)?)
    }

    fn has_reported(&self, tx: &ReadTx, item: ReportTarget) -> Result<bool> {
        match self.reporter {
            Some(member) => Ok(tx.has_reported(member, item)?),
            None => Ok(false),
        }
    }
}
