//! Duties of members who keep books or moderate threads.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::DUTIES;
use crate::domain::account::Account;
use crate::domain::duties::{Appointment, Duties};
use crate::domain::id::AccountId;
use crate::domain::policy::Actor;

impl ReadTx {
    /// Duties of a member; none for most.
    pub fn duties(&self, member: AccountId) -> Result<Duties> {
        Ok(self.get(&DUTIES, &member)?.unwrap_or_default())
    }

    /// Members with duties.
    pub fn all_duties(&self) -> Result<Vec<(AccountId, Duties)>> {
        let all = self.scan_prefix(&DUTIES, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let named = all.into_iter();
        Ok(named.map(|(key, duties)| (AccountId::from_bytes(last_id(&key)), duties)).collect())
    }

    /// Members with a role.
    pub fn members_with(&self, role: Appointment) -> Result<Vec<AccountId>> {
        let all = self.all_duties()?.into_iter();
        Ok(all.filter(|(_, duties)| duties.includes(role)).map(|(member, _)| member).collect())
    }

    /// Actor for an account, in its present standing and with its present duties.
    pub fn actor_of(&self, account: &Account) -> Result<Actor> {
        let is_applicant = self.application(account.id)?.is_some_and(|made| !made.is_accepted());
        let guest_of = self.guest(account.id)?.map(|guest| guest.book);
        Ok(Actor::of(account, guest_of, is_applicant, self.duties(account.id)?))
    }
}

impl WriteTx {
    pub fn put_duties(&mut self, member: AccountId, duties: &Duties) -> Result<()> {
        if duties.is_none() {
            return self.remove_duties(member);
        }
        self.put(&DUTIES, &member, duties)
    }

    pub fn remove_duties(&mut self, member: AccountId) -> Result<()> {
        self.remove(&DUTIES, &member)
    }
}
