//! Sign-in credentials of a member: checking the password again, and changing it or the username.

use crate::context::Context;
use crate::domain::account::{Account, Email, Password, Username};
use crate::domain::id::AccountId;
use crate::domain::message::Message;
use crate::domain::policy::{self, Denied};
use crate::error::{Error, Result};
use crate::services::accounts;
use crate::store::ReadTx;

use super::USERNAME_TAKEN;
use super::sessions::{self, SessionContext};

const WRONG: Message = Message::new("password-incorrect", "Your current password is incorrect.");

/// Checks the member's email and password again and records the time in the session.
pub fn reauthenticate(
    context: &Context,
    session_context: &SessionContext,
    email: &str,
    password: &str,
) -> Result<()> {
    let account = accounts::get_own(context, &session_context.actor)?;
    if !Email::parse(email).is_ok_and(|email| email.key() == account.email.key()) {
        return Err(Denied::AnotherAccount.into());
    }
    verify_password(context, &account, password)?;
    context.write(|tx| {
        reload_account(tx, &account)?;
        sessions::record_reauthentication(context, tx, session_context)
    })
}

/// New password and the current one, as they were sent.
pub struct PasswordChange {
    pub current: String,
    pub new: String,
}

/// Changes the password. Ends all other sessions of the member, and revokes the API tokens.
pub fn change_password(
    context: &Context,
    session_context: &SessionContext,
    owner: AccountId,
    change: &PasswordChange,
) -> Result<()> {
    policy::may_change_account(&session_context.actor, owner)?;
    let new = Password::parse(&change.new).map_err(|words| Error::invalid("newPassword", words))?;
    let proven = accounts::get_own(context, &session_context.actor)?;
    verify_password(context, &proven, &change.current)?;
    let password_hash = context.passwords.hash(&new)?;
    context.write(|tx| {
        let account = reload_account(tx, &proven)?;
        tx.put_account(&Account { password_hash, ..account })?;
        tx.remove_sessions_of(owner, |session| session != session_context.session)?;
        tx.remove_tickets_of(owner, |ticket| !ticket.purpose.outlives_password())?;
        tx.remove_api_tokens_of(owner)?;
        sessions::record_reauthentication(context, tx, session_context)
    })
}

/// Changes the username, by the rules of sign-up.
pub fn change_username(
    context: &Context,
    session_context: &SessionContext,
    owner: AccountId,
    username: &str,
) -> Result<Account> {
    policy::may_change_account(&session_context.actor, owner)?;
    let username = Username::parse(username).map_err(|words| Error::invalid("username", words))?;
    context.rate_limits.check_rename(owner)?;
    context.write_as_reloaded(&session_context.actor, |tx, actor| {
        policy::may_change_account(actor, owner)?;
        if tx.is_username_taken(&username, Some(owner))? {
            return Err(Error::Conflict { field: Some("username"), message: USERNAME_TAKEN });
        }
        let account = accounts::acting(tx, owner)?;
        let account = Account { username, ..account };
        tx.put_account(&account)?;
        Ok(account)
    })
}

/// Checks the password. Slow on purpose: never call it inside a transaction.
pub(in crate::services) fn verify_password(
    context: &Context,
    account: &Account,
    password: &str,
) -> Result<()> {
    context.rate_limits.check_password_proof(account.id)?;
    if context.passwords.matches(password, Some(&account.password_hash))? {
        Ok(())
    } else {
        Err(Error::InvalidCredentials(WRONG))
    }
}

/// Reloads the account; fails if the password has changed since it was checked.
pub(in crate::services) fn reload_account(tx: &ReadTx, proven: &Account) -> Result<Account> {
    let account = accounts::acting(tx, proven.id)?;
    if account.password_hash == proven.password_hash {
        Ok(account)
    } else {
        Err(Error::InvalidCredentials(WRONG))
    }
}
