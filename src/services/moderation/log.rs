//! The audit log: written in the transaction of what it tells.

use crate::app::App;
use crate::domain::audit::{AuditEntry, Deed};
use crate::domain::author::Author;
use crate::domain::id::AuditId;
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::store::WriteTx;

/// Nobody reads further back in one go.
const LISTED: usize = 500;

/// A line with the names of who did it.
#[derive(Clone, Debug)]
pub struct ShownEntry {
    pub entry: AuditEntry,
    /// Nobody for the operator.
    pub by: Option<Author>,
}

/// What admins did, newest first.
pub fn list(app: &App, actor: &Actor) -> Result<Vec<ShownEntry>> {
    policy::may_administrate(actor)?;
    let tx = app.read()?;
    let show = |entry: AuditEntry| {
        let by = match entry.by {
            Some(admin) => Some(Author::of(tx.account(admin)?.as_ref())),
            None => None,
        };
        Ok(ShownEntry { entry, by })
    };
    tx.audit(LISTED)?.into_iter().map(show).collect()
}

/// Notes what the actor does to something, named by its kind, and its id or name.
pub(in crate::services) fn note(
    app: &App,
    tx: &mut WriteTx,
    actor: &Actor,
    deed: Deed,
    to: String,
    note: String,
) -> Result<()> {
    let at = app.clock.now();
    let id = AuditId::new(at, app.random()?);
    Ok(tx.put_audit(&AuditEntry { id, at, by: policy::member(actor).ok(), deed, to, note })?)
}
