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
}

impl WriteTx {
    pub fn put_second_factor(&mut self, account: AccountId, factor: &SecondFactor) -> Result<()> {
        self.put(&SECOND_FACTORS, &account, factor)
    }

    pub fn remove_second_factor(&mut self, account: AccountId) -> Result<()> {
        self.remove(&SECOND_FACTORS, &account)
    }
}
