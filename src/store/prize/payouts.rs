//! Payouts by id, and by the winning play that each is for.

use crate::domain::id::{AccountId, PayoutId};
use crate::domain::prize::payout::Payout;
use crate::domain::prize::play::PlayId;
use crate::store::Result;
use crate::store::engine::{Order, ReadTx, WriteTx};
use crate::store::key::EmptyPrefix;
use crate::store::tables::{PAYOUT_OF_PLAY, PAYOUTS};

impl ReadTx {
    pub fn payout(&self, id: PayoutId) -> Result<Option<Payout>> {
        self.get(&PAYOUTS, &id)
    }

    /// Payout claimed for this winning play.
    pub fn payout_of_play(&self, play: PlayId) -> Result<Option<Payout>> {
        match self.get(&PAYOUT_OF_PLAY, &play)? {
            Some(id) => self.payout(id),
            None => Ok(None),
        }
    }

    /// All payouts, newest first.
    pub fn payouts(&self) -> Result<Vec<Payout>> {
        let all = self.scan_prefix(&PAYOUTS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(all.into_iter().map(|(_, payout)| payout).collect())
    }

    /// Payouts of a member, newest first.
    pub fn payouts_of(&self, account: AccountId) -> Result<Vec<Payout>> {
        let mut all = self.payouts()?;
        all.retain(|payout| payout.account == account);
        Ok(all)
    }
}

impl WriteTx {
    pub fn put_payout(&mut self, payout: &Payout) -> Result<()> {
        self.put(&PAYOUT_OF_PLAY, &payout.play, &payout.id)?;
        self.put(&PAYOUTS, &payout.id, payout)
    }

    /// Removes the recipient's details from a member's payouts; the payouts themselves stay in the accounts.
    pub fn remove_payouts_of(&mut self, account: AccountId) -> Result<()> {
        for payout in self.payouts_of(account)? {
            self.put_payout(&Payout { details: None, ..payout })?;
        }
        Ok(())
    }
}
