//! Reports by id, by subject, and by member, and the open ones.

use std::collections::HashSet;

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{EmptyPrefix, last_id, post_at};
use super::tables::{OPEN_REPORTS, REPORTS, REPORTS_ABOUT, REPORTS_OF_ACCOUNT};
use crate::domain::id::{AccountId, PostId, ReportId};
use crate::domain::report::{Report, ReportTarget};

impl ReadTx {
    pub fn report(&self, id: ReportId) -> Result<Option<Report>> {
        self.get(&REPORTS, &id)
    }

    /// Open reports, which no admin has decided on, oldest first, at most `limit`.
    pub fn open_reports(&self, limit: usize) -> Result<Vec<Report>> {
        let entries = self.scan_prefix(&OPEN_REPORTS, &EmptyPrefix, Order::Ascending, limit)?;
        self.reports(entries.iter().map(|(key, ())| &key[..]))
    }

    /// Latest reports in any state, newest first, at most `limit`.
    pub fn latest_reports(&self, limit: usize) -> Result<Vec<Report>> {
        let all = self.scan_prefix(&REPORTS, &EmptyPrefix, Order::Descending, limit)?;
        Ok(all.into_iter().map(|(_, report)| report).collect())
    }

    /// Reports about a post, comment or memo, oldest first.
    pub fn reports_about(&self, about: ReportTarget) -> Result<Vec<Report>> {
        let entries = self.scan_prefix(&REPORTS_ABOUT, &about, Order::Ascending, usize::MAX)?;
        self.reports(entries.iter().map(|(key, ())| &key[..]))
    }

    /// Whether the member has reported this post, comment or memo, and so does not see it.
    pub fn has_reported(&self, member: AccountId, about: ReportTarget) -> Result<bool> {
        Ok(self.get(&REPORTS_OF_ACCOUNT, &(member, about))?.is_some())
    }

    /// All reports by the member.
    pub fn reports_of(&self, member: AccountId) -> Result<Vec<Report>> {
        let all = self.scan_prefix(&REPORTS_OF_ACCOUNT, &member, Order::Ascending, usize::MAX)?;
        all.into_iter().filter_map(|(_, id)| self.report(id).transpose()).collect()
    }

    /// Posts that the member has reported, and so does not see.
    pub fn reported_posts(&self, member: AccountId) -> Result<HashSet<PostId>> {
        let all = self.scan_prefix(&REPORTS_OF_ACCOUNT, &member, Order::Ascending, usize::MAX)?;
        let about = |key: &[u8]| post_at(key, member.as_bytes().len());
        Ok(all.iter().filter_map(|(key, _)| about(key)).collect())
    }

    /// Whether the member has made any report.
    pub fn has_reports(&self, member: AccountId) -> Result<bool> {
        let first = self.scan_prefix(&REPORTS_OF_ACCOUNT, &member, Order::Ascending, 1)?;
        Ok(!first.is_empty())
    }

    fn reports<'a>(&self, keys: impl Iterator<Item = &'a [u8]>) -> Result<Vec<Report>> {
        let ids = keys.map(|key| ReportId::from_bytes(last_id(key)));
        ids.filter_map(|id| self.report(id).transpose()).collect()
    }
}

impl WriteTx {
    /// Inserts or updates a report.
    pub fn put_report(&mut self, report: &Report) -> Result<()> {
        self.put(&REPORTS_ABOUT, &(report.about, report.id), &())?;
        self.put(&REPORTS_OF_ACCOUNT, &(report.reporter, report.about), &report.id)?;
        if report.resolution.is_none() {
            self.put(&OPEN_REPORTS, &report.id, &())?;
        } else {
            self.remove(&OPEN_REPORTS, &report.id)?;
        }
        self.put(&REPORTS, &report.id, report)
    }

    /// Deletes all reports by a member.
    pub fn remove_reports_of(&mut self, member: AccountId) -> Result<()> {
        let entries =
            self.scan_prefix(&REPORTS_OF_ACCOUNT, &member, Order::Ascending, usize::MAX)?;
        for (key, id) in entries {
            self.remove_bytes(REPORTS_OF_ACCOUNT.name, &key)?;
            if let Some(report) = self.report(id)? {
                self.remove(&REPORTS_ABOUT, &(report.about, id))?;
            }
            self.remove(&OPEN_REPORTS, &id)?;
            self.remove(&REPORTS, &id)?;
        }
        Ok(())
    }
}
