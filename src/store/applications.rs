//! Applications of members, by account.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::APPLICATIONS;
use crate::domain::application::Application;
use crate::domain::id::AccountId;

impl ReadTx {
    pub fn application(&self, member: AccountId) -> Result<Option<Application>> {
        self.get(&APPLICATIONS, &member)
    }

    /// All applications, oldest first.
    pub fn applications(&self) -> Result<Vec<(AccountId, Application)>> {
        let all = self.scan_prefix(&APPLICATIONS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let named = all.into_iter();
        Ok(named.map(|(key, made)| (AccountId::from_bytes(last_id(&key)), made)).collect())
    }
}

impl WriteTx {
    pub fn put_application(&mut self, member: AccountId, application: &Application) -> Result<()> {
        self.put(&APPLICATIONS, &member, application)
    }

    pub fn remove_application(&mut self, member: AccountId) -> Result<()> {
        self.remove(&APPLICATIONS, &member)
    }
}
