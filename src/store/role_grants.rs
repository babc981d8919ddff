//! Roles granted to members who keep books or moderate threads.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id};
use super::tables::ROLE_GRANTS;
use crate::domain::account::Account;
use crate::domain::id::AccountId;
use crate::domain::policy::Actor;
use crate::domain::role_grants::{RoleGrant, RoleGrants};

impl ReadTx {
    /// Roles granted to a member; none for most.
    pub fn role_grants(&self, member: AccountId) -> Result<RoleGrants> {
        Ok(self.get(&ROLE_GRANTS, &member)?.unwrap_or_default())
    }

    /// Members with any role.
    pub fn all_duties(&self) -> Result<Vec<(AccountId, RoleGrants)>> {
        let all = self.scan_prefix(&ROLE_GRANTS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let named = all.into_iter();
        Ok(named.map(|(key, grants)| (AccountId::from_bytes(last_id(&key)), grants)).collect())
    }

    /// Members with a role.
    pub fn members_with(&self, role: RoleGrant) -> Result<Vec<AccountId>> {
        let all = self.all_duties()?.into_iter();
        Ok(all.filter(|(_, grants)| grants.includes(role)).map(|(member, _)| member).collect())
    }

    /// Actor for an account, in its present status and with its present roles.
    pub fn actor_of(&self, account: &Account) -> Result<Actor> {
        let is_applicant = self.application(account.id)?.is_some_and(|made| !made.is_accepted());
        let guest_of = self.guest(account.id)?.map(|guest| guest.book);
        Ok(Actor::of(account, guest_of, is_applicant, self.role_grants(account.id)?))
    }
}

impl WriteTx {
    pub fn put_role_grants(&mut self, member: AccountId, grants: &RoleGrants) -> Result<()> {
        if grants.is_none() {
            return self.remove_role_grants(member);
        }
        self.put(&ROLE_GRANTS, &member, grants)
    }

    pub fn remove_role_grants(&mut self, member: AccountId) -> Result<()> {
        self.remove(&ROLE_GRANTS, &member)
    }
}
