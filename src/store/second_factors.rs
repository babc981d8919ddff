//! Second steps at sign-in, by account.

use super::Result;
use super::engine::{Read, WriteTx};
use super::tables::SECOND_FACTORS;
use crate::domain::id::AccountId;
use crate::domain::second_factor::SecondFactor;

impl dyn Read + '_ {
    pub fn second_factor(&self, account: AccountId) -> Result<Option<SecondFactor>> {
        self.get(&SECOND_FACTORS, &account)
    }

    /// How many accounts ask for a second step at sign-in.
    pub fn second_factors(&self) -> Result<u64> {
        let mut count = 0;
        self.each(&SECOND_FACTORS, |factor| count += u64::from(factor.confirmed_at.is_some()))?;
        Ok(count)
    }
}

impl WriteTx {
    pub fn put_second_factor(&mut self, account: AccountId, factor: &SecondFactor) -> Result<()> {
        self.put(&SECOND_FACTORS, &account, factor)
    }

    pub fn remove_second_factor(&mut self, account: AccountId) -> Result<()> {
        self.remove(&SECOND_FACTORS, &account)
    }
}
