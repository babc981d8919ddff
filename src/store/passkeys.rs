//! Passkeys by account, with an index by credential.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::TextHash;
use super::tables::{PASSKEYS, PASSKEYS_BY_CREDENTIAL};
use crate::domain::id::{AccountId, PasskeyId};
use crate::domain::passkey::Passkey;

impl ReadTx {
    pub fn passkey(&self, account: AccountId, id: PasskeyId) -> Result<Option<Passkey>> {
        self.get(&PASSKEYS, &(account, id))
    }

    /// Passkeys of the account, oldest first.
    pub fn passkeys_of(&self, account: AccountId) -> Result<Vec<Passkey>> {
        let found = self.scan_prefix(&PASSKEYS, &account, Order::Ascending, usize::MAX)?;
        Ok(found.into_iter().map(|(_, passkey)| passkey).collect())
    }

    pub fn passkey_by_credential(&self, credential_id: &[u8]) -> Result<Option<Passkey>> {
        match self.get(&PASSKEYS_BY_CREDENTIAL, &TextHash::from(credential_id))? {
            Some((account, id)) => self.passkey(account, id),
            None => Ok(None),
        }
    }
}

impl WriteTx {
    pub fn put_passkey(&mut self, passkey: &Passkey) -> Result<()> {
        let key = (passkey.account, passkey.id);
        self.put(&PASSKEYS_BY_CREDENTIAL, &TextHash::from(&*passkey.credential_id), &key)?;
        self.put(&PASSKEYS, &key, passkey)
    }

    pub fn remove_passkey(&mut self, passkey: &Passkey) -> Result<()> {
        self.remove(&PASSKEYS_BY_CREDENTIAL, &TextHash::from(&*passkey.credential_id))?;
        self.remove(&PASSKEYS, &(passkey.account, passkey.id))
    }

    pub fn remove_passkeys_of(&mut self, account: AccountId) -> Result<()> {
        let passkeys = self.passkeys_of(account)?;
        passkeys.iter().try_for_each(|passkey| self.remove_passkey(passkey))
    }
}
