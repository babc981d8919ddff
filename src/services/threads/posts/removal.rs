//! Removal of posts and comments: they disappear at once, and are deleted for good after a period in which they can be restored.

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::id::{AccountId, CommentId, PostId};
use crate::domain::item::Item;
use crate::domain::job::Job;
use crate::domain::policy::{self, Actor};
use crate::domain::post::{Post, REMOVAL_RETENTION};
use crate::error::{Required, Result};
use crate::services::moderation::ensure_not_suspended;
use crate::services::operations::garbage_collection;
use crate::store::WriteTx;

use super::{get_own, publish_change};

/// Removes the actor's own post.
pub fn remove(context: &Context, actor: &Actor, id: PostId) -> Result<()> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    let removed = context.write_as_reloaded(actor, |tx, actor| {
        let post = Post { removed_at: Some(context.now()), ..get_own(tx, actor, id)? };
        tx.put_post(&post)?;
        context.enqueue_after(tx, Job::PurgePost(id), REMOVAL_RETENTION)?;
        Ok(post)
    })?;
    publish_change(context, &removed);
    Ok(())
}

/// Restores the actor's own removed post in its old position. Idempotent.
pub fn restore(context: &Context, actor: &Actor, id: PostId) -> Result<()> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    let restored = context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::member(actor)?;
        let post = tx.post(id)?.filter(|post| post.author == member).required(Item::Post)?;
        ensure_not_suspended(context, tx, member)?;
        let post = Post { removed_at: None, ..post };
        tx.put_post(&post)?;
        Ok(post)
    })?;
    publish_change(context, &restored);
    Ok(())
}

/// Deletes a removed post for good, once the restore period is over.
pub fn purge(context: &Context, id: PostId) -> Result<()> {
    let now = context.now();
    let files = context.write(|tx| match tx.post(id)? {
        Some(post) if post.removed_at.is_some_and(|at| now.since(at) >= REMOVAL_RETENTION) => {
            tx.remove_post(&post)?;
            Ok(post.picture.blobs().collect())
        }
        Some(_) | None => Ok(Vec::new()),
    })?;
    garbage_collection::remove_unnamed(context, &files)
}

/// Deletes a removed comment for good, once the restore period is over.
pub fn purge_comment(context: &Context, id: CommentId) -> Result<()> {
    let now = context.now();
    context.write(|tx| match tx.comment(id)? {
        Some(said) if said.removed.is_some_and(|gone| now.since(gone.at) >= REMOVAL_RETENTION) => {
            Ok(tx.remove_comment(&said)?)
        }
        Some(_) | None => Ok(()),
    })
}

/// Deletes the posts, comments and likes of a member for good. Returns files that may be unreferenced now.
pub(in crate::services) fn remove_all_of(
    tx: &mut WriteTx,
    member: AccountId,
) -> Result<Vec<BlobHash>> {
    let mut files = Vec::new();
    for post in tx.posts_of(member)? {
        files.extend(post.picture.blobs());
        tx.remove_post(&post)?;
    }
    tx.remove_comments_of(member)?;
    tx.remove_likes_of(member)?;
    Ok(files)
}
