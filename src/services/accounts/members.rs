//! Member administration: finding members, granting and revoking rights, disabling accounts.
//!
//! Invariant: as long as there is an admin who can sign in, one remains. See [`require_another_admin`].

pub mod sessions;

use crate::context::Context;
use crate::domain::account::{Account, Email, Username};
use crate::domain::application::Application;
use crate::domain::audit::AuditAction;
use crate::domain::author::Author;
use crate::domain::book::Book;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::suspension::Suspension;
use crate::error::{Error, Required, Result};
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

use super::invitations;
use super::sessions::alive;

const LAST_ADMIN: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "last-admin",
        "This is the only admin who can sign in. Make another member an admin first.",
    ),
};
const NO_ADMIN: Error = Error::Conflict {
    field: None,
    message: Message::new("not-an-admin", "This member isn't an admin."),
};
pub(in crate::services) const DISABLED: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "account-disabled",
        "This account is disabled. It must be enabled first.",
    ),
};

/// Member in an admin's list.
#[derive(Clone, Debug)]
pub struct Member {
    pub account: Account,
    /// Present memos in all books.
    pub memos: u32,
    /// Suspension that has not ended.
    pub suspension: Option<Suspension>,
    pub is_moderator: bool,
}

/// Member with details.
#[derive(Clone, Debug)]
pub struct MemberDetails {
    pub member: Member,
    /// Number of sessions that have not expired.
    pub sessions: u32,
    /// Books with memos by the member, newest first, and the number of those memos.
    pub books: Vec<(Book, u32)>,
    /// Member who invited; `None` if nobody or the operator did.
    pub invited_by: Option<Author>,
    /// Books that the member keeps.
    pub keeper_of: Vec<Book>,
}

/// Finds a member by email address, uid or username.
///
/// A uid takes precedence over an equal username, so that no member can impersonate another by choosing a name.
pub fn find(context: &Context, actor: &Actor, named: &str) -> Result<AccountId> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    if let Ok(email) = Email::parse(named) {
        return Ok(tx.account_by_email(&email)?.required(Item::Member)?.id);
    }
    if let Ok(id) = named.parse()
        && tx.account(id)?.is_some_and(|account| !account.is_guest())
    {
        return Ok(id);
    }
    let username = Username::parse(named).ok().required(Item::Member)?;
    let found = tx.account_by_username(&username)?.filter(|account| !account.is_guest());
    Ok(found.required(Item::Member)?.id)
}

/// Every member, newest first, without guests of books.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<Member>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let members = tx.accounts()?.into_iter().filter(|account| !account.is_guest());
    members.map(|account| member(context, &tx, account)).collect()
}

/// Member with details.
pub fn get(context: &Context, actor: &Actor, id: AccountId) -> Result<MemberDetails> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let member = member(context, &tx, load(&tx, id)?)?;
    let sessions = alive(context, &tx, id)?.len() as u32;
    let mut books = Vec::new();
    for (book, memos) in tx.count_memos_of_member(id)?.into_iter().rev() {
        books.extend(tx.book(book)?.map(|book| (book, memos)));
    }
    let inviter = tx.invited_by(id)?.and_then(|invited| invited.by);
    let invited_by = match inviter {
        Some(inviter) => Some(Author::of(tx.account(inviter)?.as_ref())),
        None => None,
    };
    let mut keeper_of = Vec::new();
    for book in tx.role_grants(id)?.keeper_of {
        keeper_of.extend(tx.book(book)?);
    }
    Ok(MemberDetails { member, sessions, books, invited_by, keeper_of })
}

/// Makes the member an admin, from the next request on.
///
/// Accepts an applicant, too. Leaves the email address as unverified as it was; see [`verify`].
pub fn promote(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Promote, |tx, account| {
        if account.disabled {
            return Err(DISABLED);
        }
        tx.remove_application(id)?;
        Ok(Account { admin: true, ..account })
    })
}

/// Revokes an admin's rights, from the next request on, and withdraws their invitations. Admins may do so to themselves.
pub fn demote(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Demote, |tx, account| {
        require_demotable(tx, &account)?;
        Ok(Account { admin: false, ..account })
    })
}

/// Loads an admin who can be demoted. Fails as [`demote`] would.
pub fn check_demotion(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    check(context, actor, id, require_demotable)
}

/// Loads a member whom the community can do without. Fails as [`disable`] and a deletion of the account would.
pub fn check_departure(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    check(context, actor, id, |tx, account| require_another_admin(tx, account.id))
}

fn check(
    context: &Context,
    actor: &Actor,
    id: AccountId,
    require: impl FnOnce(&ReadTx, &Account) -> Result<()>,
) -> Result<Member> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let account = load(&tx, id)?;
    require(&tx, &account)?;
    member(context, &tx, account)
}

fn require_demotable(tx: &ReadTx, account: &Account) -> Result<()> {
    if account.admin { require_another_admin(tx, account.id) } else { Err(NO_ADMIN) }
}

/// Marks the member's email address as verified, without a mail.
pub fn verify(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Verify, |_, account| {
        Ok(Account { email_verified: true, ..account })
    })
}

/// Disables the member's account at once: ends all sessions and voids all tickets. Memos stay.
pub fn disable(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Disable, disabled)
}

fn disabled(tx: &mut WriteTx, account: Account) -> Result<Account> {
    require_another_admin(tx, account.id)?;
    tx.remove_sessions_of(account.id, |_| true)?;
    tx.remove_tickets_of(account.id, |_| true)?;
    tx.remove_api_tokens_of(account.id)?;
    Ok(Account { disabled: true, ..account })
}

/// [`disable`] as part of another action, which is recorded instead.
pub(super) fn disable_in(context: &Context, tx: &mut WriteTx, account: Account) -> Result<Account> {
    let account = disabled(tx, account)?;
    tx.put_account(&account)?;
    invitations::revoke_forbidden(context, tx, account.id)?;
    Ok(account)
}

/// Enables a disabled account again, with its former rights. A declined application waits again.
pub fn enable(context: &Context, actor: &Actor, id: AccountId) -> Result<Member> {
    change(context, actor, id, AuditAction::Enable, |tx, account| {
        if let Some(application) = tx.application(id)?.filter(Application::is_declined) {
            tx.put_application(id, &Application { decision: None, ..application })?;
        }
        Ok(Account { disabled: false, ..account })
    })
}

/// Fails if no other admin could sign in. Call it in the transaction that demotes, disables or deletes the account, so that two
/// admins cannot remove each other at once.
pub(in crate::services) fn require_another_admin(tx: &ReadTx, leaving: AccountId) -> Result<()> {
    let admins: Vec<AccountId> = tx
        .accounts()?
        .into_iter()
        .filter(Account::is_acting_admin)
        .map(|account| account.id)
        .collect();
    if admins == [leaving] { Err(LAST_ADMIN) } else { Ok(()) }
}

/// Replaces the account by the one that `make` returns; writes an audit entry only if it differs.
fn change(
    context: &Context,
    actor: &Actor,
    id: AccountId,
    action: AuditAction,
    make: impl FnOnce(&mut WriteTx, Account) -> Result<Account>,
) -> Result<Member> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let before = load(tx, id)?;
        let account = make(tx, before.clone())?;
        if account != before {
            audit::record(context, tx, actor, action, format!("member {id}"), String::new())?;
        }
        tx.put_account(&account)?;
        invitations::revoke_forbidden(context, tx, id)?;
        member(context, tx, account)
    })
}

pub(in crate::services) fn member(
    context: &Context,
    tx: &ReadTx,
    account: Account,
) -> Result<Member> {
    let memos = tx.count_memos_of_member(account.id)?.values().sum();
    let suspension = tx.active_suspension(account.id, context.now())?;
    let is_moderator = tx.role_grants(account.id)?.is_moderator;
    Ok(Member { account, memos, suspension, is_moderator })
}

pub(in crate::services) fn load(tx: &ReadTx, id: AccountId) -> Result<Account> {
    tx.account(id)?.filter(|account| !account.is_guest()).required(Item::Member)
}
