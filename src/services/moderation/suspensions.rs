//! Suspensions: a member cannot post, comment or like for a time.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::AccountId;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::report;
use crate::domain::suspension::{self, Suspension};
use crate::error::{Error, Result};
use crate::services::accounts::members::{self, Member};
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

const OWN: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "own-suspension",
        "You can't end your own suspension. Please ask another admin.",
    ),
};

/// Suspends a member for a number of days, in place of any earlier suspension.
pub fn suspend(
    context: &Context,
    actor: &Actor,
    member: AccountId,
    days: u32,
    why: &str,
) -> Result<Member> {
    policy::may_administrate(actor)?;
    let length = suspension::parse_days(days).map_err(|words| Error::invalid("days", words))?;
    let why = report::parse_note(why).map_err(|words| Error::invalid("why", words))?;
    let until = context.now() + length;
    change(context, actor, member, |tx, actor, to| {
        let told = format!("until {}. {why}", until.date());
        audit::record(context, tx, actor, AuditAction::Suspend, to, told.trim_end().to_owned())?;
        Ok(tx.put_suspension(member, &Suspension { until, why })?)
    })
}

/// Ends a member's suspension.
pub fn release(context: &Context, actor: &Actor, member: AccountId) -> Result<Member> {
    policy::may_administrate(actor)?;
    if policy::member(actor) == Ok(member) {
        return Err(OWN);
    }
    change(context, actor, member, |tx, actor, to| {
        if tx.active_suspension(member, context.now())?.is_some() {
            audit::record(context, tx, actor, AuditAction::Release, to, String::new())?;
        }
        Ok(tx.remove_suspension(member)?)
    })
}

fn change(
    context: &Context,
    actor: &Actor,
    member: AccountId,
    make: impl FnOnce(&mut WriteTx, &Actor, String) -> Result<()>,
) -> Result<Member> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let account = members::load(tx, member)?;
        make(tx, actor, format!("member {member}"))?;
        members::member(context, tx, account)
    })
}

/// Refuses a suspended member.
///
/// # Errors
/// [`Error::Suspended`] with the suspension.
pub(in crate::services) fn ensure_not_suspended(
    context: &Context,
    tx: &ReadTx,
    member: AccountId,
) -> Result<()> {
    match tx.active_suspension(member, context.now())? {
        Some(suspension) => Err(Error::Suspended(suspension)),
        None => Ok(()),
    }
}
