//! Sessions of a member, for admins: a lost tablet is signed out without its owner.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::{AccountId, SessionId};
use crate::domain::policy::{self, Actor};
use crate::domain::sentence::counted;
use crate::domain::session::Session;
use crate::error::Result;
use crate::services::accounts::sessions::{alive, end_one};
use crate::services::operations::audit;
use crate::store::WriteTx;

use super::load;

/// The member's sessions, newest first.
pub fn list(context: &Context, actor: &Actor, member: AccountId) -> Result<Vec<Session>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    load(&tx, member)?;
    Ok(alive(context, &tx, member)?.into_iter().map(|(_, session)| session).collect())
}

/// Ends one of the member's sessions.
pub fn end(context: &Context, actor: &Actor, member: AccountId, session: SessionId) -> Result<()> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        end_one(tx, member, session)?;
        record_in_audit(context, tx, actor, member, 1)
    })
}

/// Ends all of the member's sessions; returns their number.
pub fn end_all(context: &Context, actor: &Actor, member: AccountId) -> Result<u32> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        load(tx, member)?;
        let ended = alive(context, tx, member)?.len() as u32;
        tx.remove_sessions_of(member, |_| true)?;
        if ended > 0 {
            record_in_audit(context, tx, actor, member, ended)?;
        }
        Ok(ended)
    })
}

fn record_in_audit(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    member: AccountId,
    ended: u32,
) -> Result<()> {
    let words = counted(ended as usize, "session", "sessions");
    audit::record(context, tx, actor, AuditAction::EndSessions, format!("member {member}"), words)
}
