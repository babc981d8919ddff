//! Likes of posts.

use crate::context::Context;
use crate::domain::id::{AccountId, PostId};
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::services::moderation::HiddenContentFilter;
use crate::store::PendingCommit;

use super::{active_for, get_published, publish_change_after_sync};

/// Maximum number of members listed; all likes are counted.
const MAX_LISTED: usize = 1000;

/// Likes a post, or withdraws the like. Returns the number of likes. Idempotent.
pub fn like(
    context: &Context,
    actor: &Actor,
    claimed: AccountId,
    id: PostId,
    likes: bool,
) -> Result<PendingCommit<u32>> {
    context.rate_limits.check_like(policy::may_take_part_as(actor, claimed)?)?;
    let stored = context.write_async_commit_as(actor, |tx, actor| {
        let member = policy::may_take_part_as(actor, claimed)?;
        let post = if likes {
            let post = active_for(context, tx, member, id)?;
            tx.put_like(id, member)?;
            post
        } else {
            tx.remove_like(id, member)?;
            get_published(tx, id)?
        };
        Ok((post, tx.tally(id)?.likes))
    })?;
    Ok(publish_change_after_sync(context, stored))
}

/// Lists the members who like a post.
pub fn list(context: &Context, actor: &Actor, id: PostId) -> Result<Vec<AccountId>> {
    let tx = context.read()?;
    let post = get_published(&tx, id)?;
    let unseen = HiddenContentFilter::of(&tx, actor)?;
    if unseen.has_post(&tx, &post)? {
        return Err(Error::NotFound(Item::Post));
    }
    let members = tx.likes_for(id, MAX_LISTED)?;
    Ok(members.into_iter().filter(|member| !unseen.has_member(*member)).collect())
}
