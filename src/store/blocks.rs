//! Blocks between members, and suspensions from posting.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::{BLOCKS, BLOCKS_OF_BLOCKED, SUSPENSIONS};
use crate::domain::id::AccountId;
use crate::domain::suspension::Suspension;
use crate::domain::time::Timestamp;

impl ReadTx {
    /// Whether `member` has blocked `other` and so sees nothing of theirs.
    pub fn has_blocked(&self, member: AccountId, other: AccountId) -> Result<bool> {
        Ok(self.get(&BLOCKS, &(member, other))?.is_some())
    }

    /// Members that a member has blocked, each with the time of the block.
    pub fn blocks_of(&self, member: AccountId) -> Result<Vec<(AccountId, Timestamp)>> {
        let entries = self.scan_prefix(&BLOCKS, &member, Order::Ascending, usize::MAX)?;
        let other = |key: &[u8]| AccountId::from_bytes(last_id(key));
        Ok(entries.into_iter().map(|(key, since)| (other(&key), since)).collect())
    }

    /// The member's suspension, which may have ended.
    pub fn suspension(&self, member: AccountId) -> Result<Option<Suspension>> {
        self.get(&SUSPENSIONS, &member)
    }

    /// The member's suspension, unless it has ended at `now`.
    pub fn active_suspension(
        &self,
        member: AccountId,
        now: Timestamp,
    ) -> Result<Option<Suspension>> {
        Ok(self.suspension(member)?.filter(|suspension| suspension.is_active(now)))
    }

    /// Suspensions of all members, also ended ones.
    pub fn suspensions(&self) -> Result<Vec<Suspension>> {
        let all = self.scan_prefix(&SUSPENSIONS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(all.into_iter().map(|(_, suspension)| suspension).collect())
    }
}

impl WriteTx {
    pub fn put_block(
        &mut self,
        member: AccountId,
        other: AccountId,
        since: Timestamp,
    ) -> Result<()> {
        self.put(&BLOCKS_OF_BLOCKED, &(other, member), &())?;
        self.put(&BLOCKS, &(member, other), &since)
    }

    pub fn remove_block(&mut self, member: AccountId, other: AccountId) -> Result<()> {
        self.remove(&BLOCKS_OF_BLOCKED, &(other, member))?;
        self.remove(&BLOCKS, &(member, other))
    }

    /// Removes all blocks by the member and of the member.
    pub fn remove_blocks_of(&mut self, member: AccountId) -> Result<()> {
        for (other, _) in self.blocks_of(member)? {
            self.remove_block(member, other)?;
        }
        let entries =
            self.scan_prefix(&BLOCKS_OF_BLOCKED, &member, Order::Ascending, usize::MAX)?;
        for (key, ()) in entries {
            self.remove_block(AccountId::from_bytes(last_id(&key)), member)?;
        }
        Ok(())
    }

    pub fn put_suspension(&mut self, member: AccountId, suspension: &Suspension) -> Result<()> {
        self.put(&SUSPENSIONS, &member, suspension)
    }

    pub fn remove_suspension(&mut self, member: AccountId) -> Result<()> {
        self.remove(&SUSPENSIONS, &member)
    }
}
