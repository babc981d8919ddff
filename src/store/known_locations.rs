//! Places where members have signed in before, by account.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::tables::KNOWN_LOCATIONS;
use crate::domain::id::AccountId;
use crate::domain::known_location::KnownLocation;

impl ReadTx {
    /// Places where the member has signed in, the latest last.
    pub fn known_locations(&self, account: AccountId) -> Result<Vec<KnownLocation>> {
        Ok(self.get(&KNOWN_LOCATIONS, &account)?.unwrap_or_default())
    }
}

impl WriteTx {
    pub fn put_known_locations(
        &mut self,
        account: AccountId,
        places: &[KnownLocation],
    ) -> Result<()> {
        self.put(&KNOWN_LOCATIONS, &account, &places.to_vec())
    }

    pub fn remove_known_locations(&mut self, account: AccountId) -> Result<()> {
        self.remove(&KNOWN_LOCATIONS, &account)
    }
}
