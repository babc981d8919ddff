//! Places where members have signed in before, by account.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::tables::FAMILIAR_PLACES;
use crate::domain::familiar_place::FamiliarPlace;
use crate::domain::id::AccountId;

impl ReadTx {
    /// Places where the member has signed in, the latest last.
    pub fn familiar_places(&self, account: AccountId) -> Result<Vec<FamiliarPlace>> {
        Ok(self.get(&FAMILIAR_PLACES, &account)?.unwrap_or_default())
    }
}

impl WriteTx {
    pub fn put_familiar_places(
        &mut self,
        account: AccountId,
        places: &[FamiliarPlace],
    ) -> Result<()> {
        self.put(&FAMILIAR_PLACES, &account, &places.to_vec())
    }

    pub fn remove_familiar_places(&mut self, account: AccountId) -> Result<()> {
        self.remove(&FAMILIAR_PLACES, &account)
    }
}
