//! Members who want to see nothing of each other. The other is not told.

use crate::context::Context;
use crate::domain::author::Author;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Time;
use crate::error::{Error, Result};

const MISSING: Error = Error::NotFound("This member");

/// Somebody whom a member has blocked.
#[derive(Clone, Debug)]
pub struct Block {
    pub other: AccountId,
    pub names: Author,
    pub since: Time,
}

/// Whom the actor has blocked, the latest first.
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

/// From now on the actor sees nothing of the other, who can neither like nor answer what the actor posts.
pub fn block(context: &Context, actor: &Actor, claimed: AccountId, other: AccountId) -> Result<()> {
    let member = policy::acts_as(actor, claimed)?;
    if member == other {
        return Err(Error::invalid("other", "Nobody can block themselves."));
    }
    context.limits.change(member)?;
    context.write_as(actor, |tx, actor| {
        let member = policy::acts_as(actor, claimed)?;
        tx.account(other)?.ok_or(MISSING)?;
        if !tx.has_blocked(member, other)? {
            tx.put_block(member, other, context.clock.now())?;
        }
        Ok(())
    })
}

/// Takes that back. Doing it again changes nothing.
pub fn unblock(
    context: &Context,
    actor: &Actor,
    claimed: AccountId,
    other: AccountId,
) -> Result<()> {
    context.limits.change(policy::acts_as(actor, claimed)?)?;
    context.write_as(actor, |tx, actor| {
        let member = policy::acts_as(actor, claimed)?;
        Ok(tx.remove_block(member, other)?)
    })
}
