//! Roles of members: keepers of books and moderators of the threads, named by admins.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::audit::AuditAction;
use crate::domain::id::{AccountId, BookId};
use crate::domain::policy::{self, Actor};
use crate::domain::role_grants::RoleGrant;
use crate::error::{Error, Result};
use crate::services::books;
use crate::store::ReadTx;

use super::members::{self, DISABLED, Member};
use super::{appointments, invitations};

/// Keepers of a book, in order of their names. Without any, only admins look after the book.
pub fn list_keepers(context: &Context, actor: &Actor, book: BookId) -> Result<Vec<Account>> {
    policy::may_keep(actor, book)?;
    keepers(&*context.read()?, book)
}

/// Gives a role to a member, from the next request on; accepts an applicant, too. Repeating it changes nothing.
pub fn grant_role(
    context: &Context,
    actor: &Actor,
    member: AccountId,
    role: RoleGrant,
) -> Result<Member> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let account = members::load(tx, member)?;
        if account.disabled {
            return Err(DISABLED);
        }
        let to = appointments::name_of(tx, role)?;
        let before = tx.role_grants(member)?;
        if !before.includes(role) {
            appointments::refuse_too_many(tx, role)?;
            tx.remove_application(member)?;
            let grants = before.with(role).map_err(|words| Error::invalid("member", words))?;
            appointments::record(
                context,
                tx,
                actor,
                (member, &grants),
                (AuditAction::Appoint, to),
            )?;
        }
        members::member(context, tx, account)
    })
}

/// Takes a role from a member, from the next request on, and withdraws the invitations that they may no longer make. Repeating it
/// changes nothing. Keepers may resign. The last keeper can go: admins look after the book.
pub fn revoke_role(
    context: &Context,
    actor: &Actor,
    member: AccountId,
    role: RoleGrant,
) -> Result<Member> {
    may_revoke(actor, member, role)?;
    context.write_as_reloaded(actor, |tx, actor| {
        may_revoke(actor, member, role)?;
        let account = members::load(tx, member)?;
        let to = appointments::name_of(tx, role)?;
        let before = tx.role_grants(member)?;
        if before.includes(role) {
            let grants = before.without(role);
            appointments::record(
                context,
                tx,
                actor,
                (member, &grants),
                (AuditAction::Dismiss, to),
            )?;
            invitations::revoke_forbidden(context, tx, member)?;
        }
        members::member(context, tx, account)
    })
}

/// Number of members with a role who can sign in.
pub fn count(context: &Context, actor: &Actor, role: RoleGrant) -> Result<usize> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut count = 0;
    for member in tx.members_with(role)? {
        count += usize::from(tx.account(member)?.is_some_and(|account| !account.disabled));
    }
    Ok(count)
}

fn may_revoke(actor: &Actor, member: AccountId, role: RoleGrant) -> Result<()> {
    Ok(match role {
        RoleGrant::Keeper(_) => policy::may_dismiss_keeper(actor, member),
        RoleGrant::Moderator => policy::may_administrate(actor),
    }?)
}

fn keepers(tx: &ReadTx, book: BookId) -> Result<Vec<Account>> {
    books::find(tx, book)?;
    let mut keepers = Vec::new();
    for member in tx.members_with(RoleGrant::Keeper(book))? {
        keepers.extend(tx.account(member)?);
    }
    keepers.sort_by_cached_key(|keeper| (keeper.name.as_str().to_lowercase(), keeper.id));
    Ok(keepers)
}
