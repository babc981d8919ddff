//! The audit log, whose entries are never removed.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::EmptyPrefix;
use super::tables::AUDIT;
use crate::domain::audit::AuditEntry;

impl ReadTx {
    /// Latest entries of the audit log, newest first, at most `limit`.
    pub fn audit(&self, limit: usize) -> Result<Vec<AuditEntry>> {
        let all = self.scan_prefix(&AUDIT, &EmptyPrefix, Order::Descending, limit)?;
        Ok(all.into_iter().map(|(_, entry)| entry).collect())
    }
}

impl WriteTx {
    pub fn put_audit(&mut self, entry: &AuditEntry) -> Result<()> {
        self.put(&AUDIT, &entry.id, entry)
    }
}
