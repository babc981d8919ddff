//! Blocks between members: the blocker no longer sees the other's posts and comments. The blocked member is not notified.

use crate::context::Context;
use crate::domain::author::Author;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::{Error, Required, Result};

/// Member whom another has blocked.
#[derive(Clone, Debug)]
pub struct Block {
    pub other: AccountId,
    pub names: Author,
    pub since: Timestamp,
}

/// Lists the members whom the actor has blocked, the latest first.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<Block>> {
    let member = policy::member(actor)?;
    let tx = context.read()?;
    let block = |(other, since)| {
        let names = Author::of(tx.account(other)?.as_ref());
        Ok(Block { other, names, since })
    };
    let mut blocks: Vec<_> = tx.blocks_of(member)?.into_iter().map(block).collect::<Result<_>>()?;
    blocks.sort_by_key(|block| std::cmp::Reverse(block.since));
    Ok(blocks)
}

/// Blocks a member: the actor no longer sees their content, and they can neither like the actor's posts nor comment on them.
/// Idempotent.
pub fn block(context: &Context, actor: &Actor, claimed: AccountId, other: AccountId) -> Result<()> {
    let member = policy::acts_as(actor, claimed)?;
    if member == other {
        return Err(Error::invalid(
            "other",
            Message::new("own-block", "You can't block yourself."),
        ));
    }
    context.rate_limits.check_change(member)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::acts_as(actor, claimed)?;
        tx.account(other)?.required(Item::Member)?;
        if !tx.has_blocked(member, other)? {
            tx.put_block(member, other, context.now())?;
        }
        Ok(())
    })
}

/// Unblocks a member. Idempotent.
pub fn unblock(
    context: &Context,
    actor: &Actor,
    claimed: AccountId,
    other: AccountId,
) -> Result<()> {
    context.rate_limits.check_change(policy::acts_as(actor, claimed)?)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let member = policy::acts_as(actor, claimed)?;
        Ok(tx.remove_block(member, other)?)
    })
}
