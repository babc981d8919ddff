//! Members who want to see nothing of each other. The other is not told.

use crate::app::App;
use crate::domain::author::Author;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Time;
use crate::error::{Error, Result};
use crate::services::sessions;

const MISSING: Error = Error::NotFound("This member");

/// Somebody whom a member has blocked.
#[derive(Clone, Debug)]
pub struct Block {
    pub other: AccountId,
    pub names: Author,
    pub since: Time,
}

/// Whom the actor has blocked, the latest first.
pub fn list(app: &App, actor: &Actor) -> Result<Vec<Block>> {
    let member = policy::member(actor)?;
    let tx = app.read()?;
    let block = |(other, since)| {
        let names = Author::of(tx.account(other)?.as_ref());
        Ok(Block { other, names, since })
    };
    let mut blocks: Vec<_> = tx.blocks_of(member)?.into_iter().map(block).collect::<Result<_>>()?;
    blocks.sort_by_key(|block| std::cmp::Reverse(block.since));
    Ok(blocks)
}

/// From now on the actor sees nothing of the other, who can neither like nor answer what the actor posts.
pub fn block(app: &App, actor: &Actor, claimed: AccountId, other: AccountId) -> Result<()> {
    let member = policy::acts_as(actor, claimed)?;
    if member == other {
        return Err(Error::invalid("other", "Nobody can block themselves."));
    }
    app.limits.change(member)?;
    app.write(|tx| {
        let member = policy::acts_as(&sessions::reload_actor(tx, actor)?, claimed)?;
        tx.account(other)?.ok_or(MISSING)?;
        if !tx.has_blocked(member, other)? {
            tx.put_block(member, other, app.clock.now())?;
        }
        Ok(())
    })
}

/// Takes that back. Doing it again changes nothing.
pub fn unblock(app: &App, actor: &Actor, claimed: AccountId, other: AccountId) -> Result<()> {
    app.limits.change(policy::acts_as(actor, claimed)?)?;
    app.write(|tx| {
        let member = policy::acts_as(&sessions::reload_actor(tx, actor)?, claimed)?;
        Ok(tx.remove_block(member, other)?)
    })
}
