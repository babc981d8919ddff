//! Duties of members: keepers of books and moderators of the threads, named by admins.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::audit::AuditAction;
use crate::domain::duties::{Appointment, Duties};
use crate::domain::id::{AccountId, BookId};
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::services::books;
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

use super::invitations;
use super::members::{self, DISABLED, Member};

/// Maximum number of keepers of a book.
const MAX_KEEPERS: usize = 50;

/// Keepers of a book, in order of their names. Without any, only admins look after the book.
pub fn list_keepers(context: &Context, actor: &Actor, book: BookId) -> Result<Vec<Account>> {
    policy::may_keep(actor, book)?;
    keepers(&*context.read()?, book)
}

/// Gives a role to a member, from the next request on; accepts an applicant, too. Repeating it changes nothing.
pub fn appoint(
    context: &Context,
    actor: &Actor,
    member: AccountId,
    role: Appointment,
) -> Result<Member> {
    policy::may_administrate(actor)?;
    context.write_as(actor, |tx, actor| {
        policy::may_administrate(actor)?;
        let account = members::load(tx, member)?;
        if account.disabled {
            return Err(DISABLED);
        }
        let to = name_of(tx, role)?;
        let before = tx.duties(member)?;
        if !before.includes(role) {
            refuse_too_many(tx, role)?;
            tx.remove_application(member)?;
            let duties = before.with(role).map_err(|words| Error::invalid("member", words))?;
            change(context, tx, actor, (member, &duties), (AuditAction::Appoint, to))?;
        }
        members::member(context, tx, account)
    })
}

/// Gives a role to a member who has come with an invitation by the member `by`, or by the operator. A book that has too many keepers
/// by now gets no other.
pub(super) fn appoint_newcomer(
    context: &Context,
    tx: &mut WriteTx,
    (by, member): (Option<AccountId>, AccountId),
    role: Appointment,
) -> Result<()> {
    if refuse_too_many(tx, role).is_err() {
        return Ok(());
    }
    let duties =
        tx.duties(member)?.with(role).map_err(|words| Error::invalid("invitation", words))?;
    let inviter = by.map_or(Actor::Operator, Actor::full_member);
    let to = name_of(tx, role)?;
    change(context, tx, &inviter, (member, &duties), (AuditAction::Appoint, to))
}

/// Takes a role from a member, from the next request on, and withdraws the invitations that they may no longer make. Repeating it
/// changes nothing. Keepers may resign. The last keeper can go: admins look after the book.
pub fn dismiss(
    context: &Context,
    actor: &Actor,
    member: AccountId,
    role: Appointment,
) -> Result<Member> {
    may_dismiss(actor, member, role)?;
    context.write_as(actor, |tx, actor| {
        may_dismiss(actor, member, role)?;
        let account = members::load(tx, member)?;
        let to = name_of(tx, role)?;
        let before = tx.duties(member)?;
        if before.includes(role) {
            let duties = before.without(role);
            change(context, tx, actor, (member, &duties), (AuditAction::Dismiss, to))?;
            invitations::revoke_forbidden(context, tx, member)?;
        }
        members::member(context, tx, account)
    })
}

/// Number of members with a role who can sign in.
pub fn count(context: &Context, actor: &Actor, role: Appointment) -> Result<usize> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut count = 0;
    for member in tx.members_with(role)? {
        count += usize::from(tx.account(member)?.is_some_and(|account| !account.disabled));
    }
    Ok(count)
}

fn may_dismiss(actor: &Actor, member: AccountId, role: Appointment) -> Result<()> {
    Ok(match role {
        Appointment::Keeper(_) => policy::may_dismiss_keeper(actor, member),
        Appointment::Moderator => policy::may_administrate(actor),
    }?)
}

/// The role in the audit log; fails for a book that does not exist.
fn name_of(tx: &ReadTx, role: Appointment) -> Result<String> {
    Ok(match role {
        Appointment::Keeper(book) => format!("keeper of {}", books::find(tx, book)?.name),
        Appointment::Moderator => "moderator".to_owned(),
    })
}

fn refuse_too_many(tx: &ReadTx, role: Appointment) -> Result<()> {
    let Appointment::Keeper(_) = role else { return Ok(()) };
    if tx.members_with(role)?.len() < MAX_KEEPERS {
        return Ok(());
    }
    let message = Message::new("too-many-keepers", "A book has at most {max} keepers.");
    Err(Error::Conflict { field: None, message: message.with("max", MAX_KEEPERS) })
}

fn change(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    (member, duties): (AccountId, &Duties),
    (action, role): (AuditAction, String),
) -> Result<()> {
    audit::record(context, tx, actor, action, format!("member {member}"), role)?;
    Ok(tx.put_duties(member, duties)?)
}

pub(in crate::services) fn keepers(tx: &ReadTx, book: BookId) -> Result<Vec<Account>> {
    books::find(tx, book)?;
    let mut keepers = Vec::new();
    for member in tx.members_with(Appointment::Keeper(book))? {
        keepers.extend(tx.account(member)?);
    }
    keepers.sort_by_cached_key(|keeper| (keeper.name.as_str().to_lowercase(), keeper.id));
    Ok(keepers)
}
