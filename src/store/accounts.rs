//! Accounts, found by id, mail address or username; and the names that members have in mail addresses.

use std::ops::Bound;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, Key, TextHash, last_id};
use super::tables::{
    ACCOUNTS, ACCOUNTS_BY_EMAIL, ACCOUNTS_BY_SKELETON, ACCOUNTS_BY_USERNAME, RESERVED_EMAILS,
};
use crate::domain::account::{Account, Email, Preferences, ReservedEmail, Username};
use crate::domain::id::AccountId;
use crate::domain::policy::Actor;
use crate::domain::search::Subject;
use crate::domain::time::Timestamp;

impl ReadTx {
    pub fn account(&self, id: AccountId) -> Result<Option<Account>> {
        self.get(&ACCOUNTS, &id)
    }

    /// Reloads the actor from the store: their account may have been disabled, demoted or removed. A removed member becomes a visitor.
    pub fn reload_actor(&self, actor: &Actor) -> Result<Actor> {
        match actor {
            Actor::Member { account, .. } => match self.account(*account)? {
                Some(account) => self.actor_of(&account),
                None => Ok(Actor::Visitor),
            },
            Actor::Visitor | Actor::Operator => Ok(actor.clone()),
        }
    }

    pub fn account_by_email(&self, email: &Email) -> Result<Option<Account>> {
        match self.get(&ACCOUNTS_BY_EMAIL, &email.into())? {
            Some(id) => self.account(id),
            None => Ok(None),
        }
    }

    /// Finds an account by its username, or by the name that it has in mail addresses.
    pub fn account_by_username(&self, username: &Username) -> Result<Option<Account>> {
        match self.get(&ACCOUNTS_BY_USERNAME, &username.into())? {
            Some(id) => self.account(id),
            None => Ok(None),
        }
    }

    /// Whether an account other than `own` has the username, or one that is easily confused with it. Two names in ASCII are not
    /// compared by their look: their readers know the alphabet.
    pub fn is_username_taken(&self, username: &Username, own: Option<AccountId>) -> Result<bool> {
        let holder = self.get(&ACCOUNTS_BY_USERNAME, &username.into())?;
        if holder.is_some_and(|holder| Some(holder) != own) {
            return Ok(true);
        }
        for skeleton in TextHash::skeletons(username) {
            for other in self.accounts_by_skeleton(&skeleton)? {
                let is_compared = !(username.is_ascii() && other.username.is_ascii());
                if is_compared && Some(other.id) != own {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }

    fn accounts_by_skeleton(&self, skeleton: &TextHash) -> Result<Vec<Account>> {
        let found =
            self.scan_prefix(&ACCOUNTS_BY_SKELETON, skeleton, Order::Ascending, usize::MAX)?;
        let ids = found.into_iter().map(|(key, ())| AccountId::from_bytes(last_id(&key)));
        ids.filter_map(|id| self.account(id).transpose()).collect()
    }

    /// Preferences of a member; the default ones for a removed account.
    pub fn preferences(&self, member: AccountId) -> Result<Preferences> {
        Ok(self.account(member)?.map(|account| account.preferences).unwrap_or_default())
    }

    /// Reservation of the address, which may have expired.
    pub fn reserved_email(&self, email: &Email) -> Result<Option<ReservedEmail>> {
        self.get(&RESERVED_EMAILS, &email.into())
    }

    /// Every account, newest first.
    pub fn accounts(&self) -> Result<Vec<Account>> {
        let accounts = self.scan_prefix(&ACCOUNTS, &EmptyPrefix, Order::Descending, usize::MAX)?;
        Ok(accounts.into_iter().map(|(_, account)| account).collect())
    }

    /// Ids of the accounts that were created at `from` or later, in order of creation.
    pub fn accounts_since(&self, from: Timestamp) -> Result<Vec<AccountId>> {
        let first = AccountId::new(from, [0; 10]).to_key();
        let range = (Bound::Included(&*first), Bound::Unbounded);
        let entries =
            self.entries(ACCOUNTS.name, range.0, range.1, Order::Ascending, usize::MAX)?;
        Ok(entries.iter().map(|(key, _)| AccountId::from_bytes(last_id(key))).collect())
    }

    /// Whether there are no accounts yet.
    pub fn has_no_accounts(&self) -> Result<bool> {
        Ok(self.scan_prefix(&ACCOUNTS, &EmptyPrefix, Order::Ascending, 1)?.is_empty())
    }
}

impl WriteTx {
    /// Stores the account with its indexes by address and username, and with a name for mail addresses if it needs one; entries for a
    /// former address or username are removed.
    pub fn put_account(&mut self, account: &Account) -> Result<()> {
        let mut account = account.clone();
        if let Some(before) = self.account(account.id)? {
            if before == account {
                return Ok(());
            }
            self.remove(&ACCOUNTS_BY_EMAIL, &(&before.email).into())?;
            if before.username != account.username {
                self.remove_names(&before)?;
                account.mail_name = None;
            }
            if (&before.name, &before.username) != (&account.name, &account.username) {
                self.record_change(Subject::Author(account.id))?;
            }
        }
        self.put(&ACCOUNTS_BY_EMAIL, &(&account.email).into(), &account.id)?;
        self.put_names(&mut account)?;
        self.put(&ACCOUNTS, &account.id, &account)
    }

    fn put_names(&mut self, account: &mut Account) -> Result<()> {
        self.put(&ACCOUNTS_BY_USERNAME, &(&account.username).into(), &account.id)?;
        self.put_skeletons(account)?;
        if account.username.is_ascii() || account.mail_name.is_some() {
            return Ok(());
        }
        for name in account.username.mail_names() {
            if self.get(&ACCOUNTS_BY_USERNAME, &(&name).into())?.is_none() {
                self.put(&ACCOUNTS_BY_USERNAME, &(&name).into(), &account.id)?;
                account.mail_name = Some(name);
                break;
            }
        }
        Ok(())
    }

    /// Changes the preferences of a member; a removed account has none.
    pub fn change_preferences(
        &mut self,
        member: AccountId,
        change: impl FnOnce(&mut Preferences),
    ) -> Result<()> {
        let Some(mut account) = self.account(member)? else { return Ok(()) };
        change(&mut account.preferences);
        self.put_account(&account)
    }

    pub(super) fn put_skeletons(&mut self, account: &Account) -> Result<()> {
        for skeleton in TextHash::skeletons(&account.username) {
            self.put(&ACCOUNTS_BY_SKELETON, &(skeleton, account.id), &())?;
        }
        Ok(())
    }

    fn remove_names(&mut self, account: &Account) -> Result<()> {
        self.remove(&ACCOUNTS_BY_USERNAME, &(&account.username).into())?;
        for skeleton in TextHash::skeletons(&account.username) {
            self.remove(&ACCOUNTS_BY_SKELETON, &(skeleton, account.id))?;
        }
        match &account.mail_name {
            Some(name) => self.remove(&ACCOUNTS_BY_USERNAME, &name.into()),
            None => Ok(()),
        }
    }

    pub fn reserve_email(&mut self, email: &Email, reserved: ReservedEmail) -> Result<()> {
        self.put(&RESERVED_EMAILS, &email.into(), &reserved)
    }

    /// Removes the account and frees its address and its username.
    pub fn remove_account(&mut self, account: &Account) -> Result<()> {
        self.remove(&ACCOUNTS_BY_EMAIL, &(&account.email).into())?;
        self.remove_names(account)?;
        self.record_change(Subject::Author(account.id))?;
        self.remove(&ACCOUNTS, &account.id)
    }
}
