//! Loves of published memos.

use crate::context::Context;
use crate::domain::id::MemoId;
use crate::domain::item::Item;
use crate::domain::memo::Visibility;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::store::PendingCommit;

/// Loves a memo, or withdraws the love; returns the number of loves. Idempotent.
pub fn love(
    context: &Context,
    actor: &Actor,
    id: MemoId,
    loves: bool,
) -> Result<PendingCommit<u32>> {
    context.rate_limits.check_like(policy::may_take_part(actor)?)?;
    context.write_async_commit_as(actor, |tx, actor| {
        let member = policy::may_take_part(actor)?;
        if tx.memo(id)?.is_none() || tx.visibility_of_memo(id)? != Visibility::Published {
            return Err(Error::NotFound(Item::Memo));
        }
        if loves {
            tx.put_love(id, member)?;
        } else {
            tx.remove_love(id, member)?;
        }
        Ok(tx.count_loves(id)?)
    })
}
