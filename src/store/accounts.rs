//! Accounts, found by id, mail address or username.

use super::Result;
use super::engine::{Order, Read, WriteTx};
use super::key::All;
use super::tables::{ACCOUNTS, ACCOUNTS_BY_EMAIL, ACCOUNTS_BY_USERNAME, RESERVED_EMAILS};
use crate::domain::account::{Account, Email, ReservedEmail, Username};
use crate::domain::id::AccountId;
use crate::domain::search::Subject;

impl dyn Read + '_ {
    pub fn account(&self, id: AccountId) -> Result<Option<Account>> {
        self.get(&ACCOUNTS, &id)
    }

    pub fn account_by_email(&self, email: &Email) -> Result<Option<Account>> {
        match self.get(&ACCOUNTS_BY_EMAIL, &email.into())? {
            Some(id) => self.account(id),
            None => Ok(None),
        }
    }

    pub fn account_by_username(&self, username: &Username) -> Result<Option<Account>> {
        match self.get(&ACCOUNTS_BY_USERNAME, &username.into())? {
            Some(id) => self.account(id),
            None => Ok(None),
        }
    }

    /// For whom the address is kept free, perhaps no longer.
    pub fn reserved_email(&self, email: &Email) -> Result<Option<ReservedEmail>> {
        self.get(&RESERVED_EMAILS, &email.into())
    }

    /// Every account, newest first.
    pub fn accounts(&self) -> Result<Vec<Account>> {
        let accounts = self.with_prefix(&ACCOUNTS, &All, Order::Descending, usize::MAX)?;
        Ok(accounts.into_iter().map(|(_, account)| account).collect())
    }

    /// Whether nobody has signed up yet.
    pub fn has_no_accounts(&self) -> Result<bool> {
        Ok(self.with_prefix(&ACCOUNTS, &All, Order::Ascending, 1)?.is_empty())
    }
}

impl WriteTx {
    /// Stores the account under its id, address and username; those it had before no longer lead to it.
    pub fn put_account(&mut self, account: &Account) -> Result<()> {
        if let Some(before) = self.account(account.id)? {
            if before == *account {
                return Ok(());
            }
            self.remove(&ACCOUNTS_BY_EMAIL, &(&before.email).into())?;
            self.remove(&ACCOUNTS_BY_USERNAME, &(&before.username).into())?;
            if (&before.name, &before.username) != (&account.name, &account.username) {
                self.note_change(Subject::Author(account.id))?;
            }
        }
        self.put(&ACCOUNTS_BY_EMAIL, &(&account.email).into(), &account.id)?;
        self.put(&ACCOUNTS_BY_USERNAME, &(&account.username).into(), &account.id)?;
        self.put(&ACCOUNTS, &account.id, account)
    }

    pub fn reserve_email(&mut self, email: &Email, reserved: ReservedEmail) -> Result<()> {
        self.put(&RESERVED_EMAILS, &email.into(), &reserved)
    }

    /// Removes the account; its address and its username are free again.
    pub fn remove_account(&mut self, account: &Account) -> Result<()> {
        self.remove(&ACCOUNTS_BY_EMAIL, &(&account.email).into())?;
        self.remove(&ACCOUNTS_BY_USERNAME, &(&account.username).into())?;
        self.note_change(Subject::Author(account.id))?;
        self.remove(&ACCOUNTS, &account.id)
    }
}
