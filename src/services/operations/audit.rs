//! Audit log of admin actions; each entry is written in the transaction of its action.

use crate::context::Context;
use crate::domain::audit::{AuditAction, AuditEntry};
use crate::domain::author::Author;
use crate::domain::id::{AccountId, AuditId};
use crate::domain::policy::{self, Actor};
use crate::domain::sentence::counted;
use crate::error::Result;
use crate::store::{ReadTx, WriteTx};

/// Number of entries on the page of the audit log.
pub const MAX_SHOWN: usize = 500;

/// Audit entry with the names of the admin and of the affected member.
#[derive(Clone, Debug)]
pub struct AuditEntryDetails {
    pub entry: AuditEntry,
    /// `None` for the operator.
    pub by: Option<Author>,
}

/// Latest entries, newest first, at most `limit`.
pub fn list(context: &Context, actor: &Actor, limit: usize) -> Result<Vec<AuditEntryDetails>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let show = |mut entry: AuditEntry| {
        entry.to = replace_id_by_username(&tx, entry.to)?;
        let by = match entry.by {
            Some(admin) => Some(Author::of(tx.account(admin)?.as_ref())),
            None => None,
        };
        Ok(AuditEntryDetails { entry, by })
    };
    tx.audit(limit)?.into_iter().map(show).collect()
}

/// Replaces a member's id by the present username; a deleted member is not named.
fn replace_id_by_username(tx: &ReadTx, to: String) -> Result<String> {
    match to.strip_prefix("member ").map(str::parse::<AccountId>) {
        Some(Ok(member)) => Ok(match tx.account(member)? {
            Some(account) => format!("member {}", account.username.as_str()),
            None => Author::former().name,
        }),
        Some(Err(_)) | None => Ok(to),
    }
}

/// Adds an audit entry. `to` is the kind of the affected object, followed by its id or name.
pub(in crate::services) fn record(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    action: AuditAction,
    to: String,
    note: String,
) -> Result<()> {
    let at = context.now();
    let id = id_after_latest(tx, AuditId::new(at, context.random()?))?;
    Ok(tx.put_audit(&AuditEntry { id, at, by: policy::member(actor).ok(), action, to, note })?)
}

/// Adds an audit entry about stored files, whose changes no transaction covers. A failure is only logged.
pub(in crate::services) fn record_files(
    context: &Context,
    actor: &Actor,
    action: AuditAction,
    files: usize,
) {
    if files == 0 {
        return;
    }
    let words = counted(files, "file", "files");
    let noted =
        context.write(|tx| record(context, tx, actor, action, "stored files".to_owned(), words));
    if let Err(error) = noted {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, action = action.as_str(), "failed to write an audit entry");
    }
}

/// Returns `id`, or the id that follows the latest entry's, so that entries of one millisecond keep their order.
fn id_after_latest(tx: &WriteTx, id: AuditId) -> Result<AuditId> {
    let latest = tx.audit(1)?.first().map(|entry| entry.id);
    let behind = |latest: AuditId| {
        AuditId::from_bytes(u128::from_be_bytes(*latest.as_bytes()).wrapping_add(1).to_be_bytes())
    };
    let is_behind = |latest: &AuditId| *latest > id && latest.made_at() == id.made_at();
    Ok(latest.filter(is_behind).map_or(id, behind))
}
