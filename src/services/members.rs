//! Looking after members: an admin finds them, gives rights and takes them, and cuts somebody off.
//!
//! Invariant: as long as there is an admin who can sign in, there stays one. See [`keep_one_admin`].

pub mod sessions;

use crate::context::Context;
use crate::domain::account::{Account, Email, Username};
use crate::domain::audit::AuditAction;
use crate::domain::book::Book;
use crate::domain::id::AccountId;
use crate::domain::policy::{self, Actor};
use crate::domain::suspension::Suspension;
use crate::error::{Error, Result};
use crate::store::{ReadTx, WriteTx};

use super::sessions::alive;
use super::{audit, moderation};

const MISSING: Error = Error::NotFound("This member");
const LAST_ADMIN: Error = Error::Conflict {
    field: None,
    words: "This is the last admin who can sign in. Make somebody else an admin first.",
};
pub(super) const DISABLED: Error =
    Error::Conflict { field: None, words: "This account is disabled. It must be enabled first." };

/// A member in an admin's list.
#[derive(Clone, Debug)]
pub struct Member {
    pub account: Account,
    /// Present ones, in all books.
    pub memos: u32,
    /// One that is not over.
    pub suspension: Option<Suspension>,
}

/// A member, looked at closely.
#[derive(Clone, Debug)]
pub struct MemberDetails {
    pub member: Member,
    /// In how many places the member is signed in.
    pub sessions: u32,
    /// The books that the member wrote for, newest first, and with how many memos.
    pub books: Vec<(Book, u32)>,
}

/// The member of this mail address, uid or username.
///
/// A username that looks like a uid never stands for it: nobody takes another's place by choosing a name.
pub fn find(context: &Context, actor: &Actor, named: &str) -> Result<AccountId> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    if let Ok(email) = Email::parse(named) {
        return Ok(tx.account_by_email(&email)?.ok_or(MISSING)?.id);
    }
    if let Ok(id) = named.parse()
        && tx.account(id)?.is_some()
    {
        return Ok(id);
    }
    let username = Username::parse(named).map_err(|_| MISSING)?;
    Ok(tx.account_by_username(&username)?.ok_or(MISSING)?.id)
}

/// Every member, newest first.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<Member>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    tx.accounts()?.into_iter().map(|account| member(context, &tx, account)).collect()
}

/// One member with everything that an admin wants to know of them.
pub fn show(context: &Context, actor: &Actor, id: AccountId) -> Result<MemberDetails> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let member = member(context, &tx, one(&tx, id)?)?;
    let sessions = alive(context, &tx, id)?.len() as u32;
    let mut books = Vec::new();
    for (book, memos) in tx.count_memos_of_member(id)?.into_iter().rev() {
        books.extend(tx.book(book)?.map(|book| (book, memos)));
    }
    Ok(MemberDetails { member, sessions, books })
}

/// Makes the member an admin, from the next request on.
///
/// The mail address stays as unproven as it was: whether it is right is a question of its own, answered by [`verify`].
pub fn promote(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Promote, |_, account| {
        if account.disabled { Err(DISABLED) } else { Ok(Account { admin: true, ..account }) }
    })
}

/// Takes an admin's rights away, from the next request on. Admins may do so to themselves.
pub fn demote(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Demote, |tx, account| {
        keep_one_admin(tx, id)?;
        Ok(Account { admin: false, ..account })
    })
}

/// Takes the member's mail address for proven, without a mail.
pub fn verify(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Verify, |_, account| {
        Ok(Account { email_verified: true, ..account })
    })
}

/// Cuts the member off at once: nothing that was handed out to them opens anything any more. Their memos stay.
pub fn disable(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Disable, |tx, account| {
        keep_one_admin(tx, id)?;
        tx.remove_sessions_of(id, |_| true)?;
        tx.remove_tickets_of(id, |_| true)?;
        Ok(Account { disabled: true, ..account })
    })
}

/// Lets a disabled member sign in again, with the rights from before.
pub fn enable(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Enable, |_, account| {
        Ok(Account { disabled: false, ..account })
    })
}

/// Refuses when nobody could administrate any more without this account. Asked in the transaction that demotes, disables
/// or deletes it, so that two admins cannot do away with each other at once.
pub(super) fn keep_one_admin(tx: &ReadTx, leaving: AccountId) -> Result<()> {
    let admins: Vec<AccountId> = tx
        .accounts()?
        .into_iter()
        .filter(Account::is_acting_admin)
        .map(|account| account.id)
        .collect();
    if admins == [leaving] { Err(LAST_ADMIN) } else { Ok(()) }
}

/// What changes nothing is not written down.
fn change(
    context: &Context,
    actor: &Actor,
    id: AccountId,
    deed: AuditAction,
    make: impl FnOnce(&mut WriteTx, Account) -> Result<Account>,
) -> Result<Member> {
    policy::may_administrate(actor)?;
    context.write_as(actor, |tx, actor| {
        policy::may_administrate(actor)?;
        let before = one(tx, id)?;
        let account = make(tx, before.clone())?;
        if account != before {
            audit::note(context, tx, actor, deed, format!("member {id}"), String::new())?;
        }
        tx.put_account(&account)?;
        member(context, tx, account)
    })
}

pub(super) fn member(context: &Context, tx: &ReadTx, account: Account) -> Result<Member> {
    let memos = tx.count_memos_of_member(account.id)?.values().sum();
    let suspension = moderation::current(context, tx, account.id)?;
    Ok(Member { account, memos, suspension })
}

pub(super) fn one(tx: &ReadTx, id: AccountId) -> Result<Account> {
    tx.account(id)?.ok_or(MISSING)
}
