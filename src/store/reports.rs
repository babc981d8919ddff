//! Reports: by id, by what they are about, by member, and those that wait for an admin.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::{All, last_id};
use super::tables::{OPEN_REPORTS, REPORTS, REPORTS_ABOUT, REPORTS_OF_ACCOUNT};
use crate::domain::id::{AccountId, ReportId};
use crate::domain::report::{Report, Reported};

impl ReadTx {
    pub fn report(&self, id: ReportId) -> Result<Option<Report>> {
        self.get(&REPORTS, &id)
    }

    /// Those that no admin has decided on, oldest first, at most `limit`.
    pub fn open_reports(&self, limit: usize) -> Result<Vec<Report>> {
        let entries = self.scan_prefix(&OPEN_REPORTS, &All, Order::Ascending, limit)?;
        self.reports(entries.iter().map(|(key, ())| &key[..]))
    }

    /// All of them, newest first, at most `limit`.
    pub fn latest_reports(&self, limit: usize) -> Result<Vec<Report>> {
        let all = self.scan_prefix(&REPORTS, &All, Order::Descending, limit)?;
        Ok(all.into_iter().map(|(_, report)| report).collect())
    }

    /// Those about one thing, oldest first.
    pub fn reports_about(&self, about: Reported) -> Result<Vec<Report>> {
        let entries = self.scan_prefix(&REPORTS_ABOUT, &about, Order::Ascending, usize::MAX)?;
        self.reports(entries.iter().map(|(key, ())| &key[..]))
    }

    /// Whether the member has reported it, and so does not see it.
    pub fn has_reported(&self, member: AccountId, about: Reported) -> Result<bool> {
        Ok(self.get(&REPORTS_OF_ACCOUNT, &(member, about))?.is_some())
    }

    /// What the member has reported.
    pub fn reports_of(&self, member: AccountId) -> Result<Vec<Report>> {
        let all = self.scan_prefix(&REPORTS_OF_ACCOUNT, &member, Order::Ascending, usize::MAX)?;
        all.into_iter().filter_map(|(_, id)| self.report(id).transpose()).collect()
    }

    /// Whether the member has reported anything.
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
    /// Keeps a report that is new or has been settled.
    pub fn put_report(&mut self, report: &Report) -> Result<()> {
        self.put(&REPORTS_ABOUT, &(report.about, report.id), &())?;
        self.put(&REPORTS_OF_ACCOUNT, &(report.reporter, report.about), &report.id)?;
        if report.settled.is_none() {
            self.put(&OPEN_REPORTS, &report.id, &())?;
        } else {
            self.remove(&OPEN_REPORTS, &report.id)?;
        }
        self.put(&REPORTS, &report.id, report)
    }

    /// Removes what a member has reported.
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
