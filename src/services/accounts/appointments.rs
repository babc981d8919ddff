//! Roles given to members and taken from them, in the store and in the audit log.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::AccountId;
use crate::domain::message::Message;
use crate::domain::policy::Actor;
use crate::domain::role_grants::{RoleGrant, RoleGrants};
use crate::error::{Error, Result};
use crate::services::books;
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

/// Maximum number of keepers of a book.
const MAX_KEEPERS: usize = 50;

/// Gives a role to a member who has come with an invitation by the member `by`, or by the operator. A book that has too many keepers
/// by now gets no other.
pub(super) fn appoint_newcomer(
    context: &Context,
    tx: &mut WriteTx,
    (by, member): (Option<AccountId>, AccountId),
    role: RoleGrant,
) -> Result<()> {
    if refuse_too_many(tx, role).is_err() {
        return Ok(());
    }
    let grants =
        tx.role_grants(member)?.with(role).map_err(|words| Error::invalid("invitation", words))?;
    let inviter = by.map_or(Actor::Operator, Actor::full_member);
    let to = name_of(tx, role)?;
    record(context, tx, &inviter, (member, &grants), (AuditAction::Appoint, to))
}

/// The role in the audit log; fails for a book that does not exist.
pub(super) fn name_of(tx: &ReadTx, role: RoleGrant) -> Result<String> {
    Ok(match role {
        RoleGrant::Keeper(book) => format!("keeper of {}", books::find(tx, book)?.name),
        RoleGrant::Moderator => "moderator".to_owned(),
    })
}

/// Refuses another keeper of a book that has too many.
pub(super) fn refuse_too_many(tx: &ReadTx, role: RoleGrant) -> Result<()> {
    let RoleGrant::Keeper(_) = role else { return Ok(()) };
    if tx.members_with(role)?.len() < MAX_KEEPERS {
        return Ok(());
    }
    let message = Message::new("too-many-keepers", "A book has at most {max} keepers.");
    Err(Error::Conflict { field: None, message: message.with("max", MAX_KEEPERS) })
}

/// Stores the grants of a member after a role was given or taken, with an audit entry.
pub(super) fn record(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    (member, grants): (AccountId, &RoleGrants),
    (action, role): (AuditAction, String),
) -> Result<()> {
    audit::record(context, tx, actor, action, format!("member {member}"), role)?;
    Ok(tx.put_role_grants(member, grants)?)
}
