//! Second factors for two-step verification at sign-in, by account.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::tables::{SECOND_FACTORS, WRONG_CODES};
use crate::domain::id::AccountId;
use crate::domain::second_factor::SecondFactor;
use crate::domain::wrong_codes::WrongCodes;

impl ReadTx {
    pub fn second_factor(&self, account: AccountId) -> Result<Option<SecondFactor>> {
        self.get(&SECOND_FACTORS, &account)
    }

    /// Wrong codes entered for the account; none if nothing is stored.
    pub fn wrong_codes(&self, account: AccountId) -> Result<WrongCodes> {
        Ok(self.get(&WRONG_CODES, &account)?.unwrap_or_default())
    }

    /// Number of accounts with a confirmed second factor.
    pub fn second_factors(&self) -> Result<u64> {
        let mut count = 0;
        self.for_each(&SECOND_FACTORS, |factor| count += u64::from(factor.confirmed_at.is_some()))?;
        Ok(count)
    }
}

impl WriteTx {
    pub fn put_second_factor(&mut self, account: AccountId, factor: &SecondFactor) -> Result<()> {
        self.put(&SECOND_FACTORS, &account, factor)
    }

    pub fn put_wrong_codes(&mut self, account: AccountId, wrong: &WrongCodes) -> Result<()> {
        self.put(&WRONG_CODES, &account, wrong)
    }

    /// Removes the second factor with its count of wrong codes.
    pub fn remove_second_factor(&mut self, account: AccountId) -> Result<()> {
        self.remove(&WRONG_CODES, &account)?;
        self.remove(&SECOND_FACTORS, &account)
    }
}
