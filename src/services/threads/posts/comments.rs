//! Comments on posts.

use std::time::Duration;

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::author::Author;
use crate::domain::comment::{self, Comment, Removal};
use crate::domain::id::{AccountId, CommentId, PostId};
use crate::domain::item::Item;
use crate::domain::job::Job;
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Post, REMOVAL_RETENTION};
use crate::error::{Error, Required, Result};
use crate::services::moderation::{self, HiddenContentFilter};
use crate::services::operations::audit;
use crate::store::{PendingCommit, ReadTx};

use super::{active_for, get_visible, publish_change, publish_change_after_sync};
use crate::services::threads::topics::{self, TopicDetails};

/// Bytes of text at which a page of comments ends.
const PAGE_BYTES: usize = 16 << 10;
/// Number of comments that are read from the store at once: 32 KiB if they are as long as they may be.
const READ_AT_ONCE: usize = 8;

/// Age up to which a comment is recent.
const MAX_RECENT_AGE: Duration = Duration::from_hours(30 * 24);
/// Maximum number of a member's newest posts that are searched for recent comments.
const MAX_SEARCHED_POSTS: usize = 100;
/// Maximum number of recent comments that are counted on a post.
const MAX_RECENT_COMMENTS: usize = 50;

/// Comment with its author.
#[derive(Clone, Debug)]
pub struct CommentDetails {
    pub comment: Comment,
    pub author: Author,
}

/// Page of a post's comments.
#[derive(Debug, Default)]
pub struct CommentPage {
    pub comments: Vec<CommentDetails>,
    /// Last comment that was read, after which the next page begins; `None` at the end.
    pub last: Option<CommentId>,
}

/// Lists the comments on a post after `last`, the oldest first: a page, because there may be more than memory should hold.
pub fn list_page(
    context: &Context,
    actor: &Actor,
    post: PostId,
    last: Option<CommentId>,
) -> Result<CommentPage> {
    let tx = context.read()?;
    let post = get_visible(&tx, actor, post)?;
    let unseen = HiddenContentFilter::of(&tx, actor)?;
    if unseen.has_post(&tx, &post)? {
        return Err(Error::NotFound(Item::Post));
    }
    let mut page = CommentPage { last, comments: Vec::new() };
    let mut bytes = 0;
    while bytes < PAGE_BYTES {
        let read = tx.comments_after(post.id, page.last, READ_AT_ONCE)?;
        let Some(newest) = read.last() else { return Ok(CommentPage { last: None, ..page }) };
        page.last = Some(newest.id);
        for comment in read.into_iter().filter(Comment::is_shown) {
            if !unseen.has_comment(&tx, &comment)? {
                bytes += comment.text.len();
                page.comments.push(load_details(&tx, comment)?);
            }
        }
    }
    Ok(page)
}

/// Post of a member with recent comments by others.
#[derive(Debug)]
pub struct CommentedPost {
    pub post: Post,
    pub topic: TopicDetails,
    /// Number of recent comments, at most 50.
    pub comments: usize,
    pub newest: CommentDetails,
}

/// Lists the member's own posts on which others have commented in the last 30 days, the newest comment first.
pub fn list_commented(context: &Context, actor: &Actor) -> Result<Vec<CommentedPost>> {
    let member = policy::member(actor)?;
    let tx = context.read()?;
    let unseen = HiddenContentFilter::of(&tx, actor)?;
    let since = context.now() - MAX_RECENT_AGE;
    let mut own = tx.posts_of(member)?;
    own.retain(|post| post.active_since().is_some());
    let mut commented = Vec::new();
    for post in own.into_iter().rev().take(MAX_SEARCHED_POSTS) {
        if tx.tally(post.id)?.comments == 0 {
            continue;
        }
        let mut recent = Vec::new();
        for comment in tx.newest_comments(post.id, MAX_RECENT_COMMENTS)? {
            let is_meant =
                comment.is_shown() && comment.author != member && comment.made_at >= since;
            if is_meant && !unseen.has_comment(&tx, &comment)? {
                recent.push(comment);
            }
        }
        let comments = recent.len();
        let Some(newest) = recent.into_iter().next() else { continue };
        let newest = load_details(&tx, newest)?;
        let topic = topics::find(&tx, post.topic)?;
        commented.push(CommentedPost { post, topic, comments, newest });
    }
    commented.sort_by_key(|each| std::cmp::Reverse(each.newest.comment.made_at));
    Ok(commented)
}

/// Adds a comment to a post.
pub fn add(
    context: &Context,
    actor: &Actor,
    claimed: AccountId,
    post: PostId,
    text: &str,
) -> Result<PendingCommit<CommentDetails>> {
    let author = policy::may_take_part_as(actor, claimed)?;
    let text = comment::parse(text).map_err(|words| Error::invalid("text", words))?;
    context.rate_limits.check_comment(author)?;
    let added = context.write_async_commit_as(actor, |tx, actor| {
        let author = policy::may_take_part_as(actor, claimed)?;
        let about = active_for(context, tx, author, post)?;
        let made_at = context.now();
        let id = CommentId::new(made_at, context.random()?);
        let comment =
            Comment { id, post, author, text, made_at, removed: None, hidden_since: None };
        tx.put_comment(&comment)?;
        Ok((about, load_details(tx, comment)?))
    })?;
    Ok(publish_change_after_sync(context, added))
}

/// Removes a comment: the actor's own, one on the actor's own post, or any as an admin.
pub fn remove(context: &Context, actor: &Actor, id: CommentId) -> Result<()> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    let post = context.write_as_reloaded(actor, |tx, actor| {
        let by = policy::member(actor)?;
        // A hidden comment, or one on a hidden post, can still be removed by its author.
        let comment =
            tx.comment(id)?.filter(|said| said.removed.is_none()).required(Item::Comment)?;
        let post = tx.post(comment.post)?.filter(|post| post.removed_at.is_none());
        let post = post.required(Item::Comment)?;
        policy::may_remove_comment(actor, &comment, &post)?;
        if by != comment.author && by != post.author {
            let to = format!("comment {id}");
            audit::record(context, tx, actor, AuditAction::Remove, to, String::new())?;
        }
        let removed = Some(Removal { at: context.now(), by });
        tx.put_comment(&Comment { removed, ..comment })?;
        context.enqueue_after(tx, Job::PurgeComment(id), REMOVAL_RETENTION)?;
        Ok(post)
    })?;
    publish_change(context, &post);
    Ok(())
}

/// Restores a comment that the actor has removed. Idempotent for the actor's own comments.
pub fn restore(context: &Context, actor: &Actor, id: CommentId) -> Result<()> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    let post = context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::member(actor)?;
        let comment = tx.comment(id)?.required(Item::Comment)?;
        let post = tx.post(comment.post)?.required(Item::Comment)?;
        match comment.removed {
            Some(Removal { by, .. }) if by == member => {
                moderation::ensure_not_suspended(context, tx, member)?;
                tx.put_comment(&Comment { removed: None, ..comment })?;
                Ok(post)
            }
            None if comment.author == member => Ok(post),
            Some(_) | None => Err(Error::NotFound(Item::Comment)),
        }
    })?;
    publish_change(context, &post);
    Ok(())
}

fn load_details(tx: &ReadTx, comment: Comment) -> Result<CommentDetails> {
    let author = Author::of(tx.account(comment.author)?.as_ref());
    Ok(CommentDetails { comment, author })
}
