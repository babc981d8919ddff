//! A member's loves, blocks and reports, and their suspension, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::id::AccountId;
use crate::domain::report::Report;
use crate::domain::suspension::Suspension;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Entry, Part};

pub(super) const OTHERS: Part = Part {
    about: "others.json\n    \
            The memos that you love and can read, the members whom you have blocked, what you have reported, and until\n    \
            when you may not post, if an admin has decided so.\n",
    entries,
};

#[derive(Serialize)]
struct OthersFile {
    /// Ids of memos.
    loves: Vec<String>,
    blocked: Vec<BlockFile>,
    reports: Vec<ReportFile>,
    suspended: Option<SuspensionFile>,
}

#[derive(Serialize)]
struct BlockFile {
    username: String,
    since: String,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportFile {
    about: String,
    id: String,
    reason: String,
    made_at: String,
}

#[derive(Serialize)]
struct SuspensionFile {
    until: String,
    why: String,
}

fn entries(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let mut blocked = Vec::new();
    for (other, since) in tx.blocks_of(account.id)? {
        let username = tx.account(other)?.map(|other| other.username.as_str().to_owned());
        blocked
            .push(BlockFile { username: username.unwrap_or_default(), since: since.to_string() });
    }
    let file = OthersFile {
        loves: loves(tx, account.id)?,
        blocked,
        reports: tx.reports_of(account.id)?.into_iter().map(ReportFile::from).collect(),
        suspended: tx.suspension(account.id)?.map(SuspensionFile::from),
    };
    let OthersFile { loves, blocked, reports, suspended } = &file;
    let is_empty = loves.is_empty() && blocked.is_empty() && reports.is_empty();
    if is_empty && suspended.is_none() {
        return Ok(Vec::new());
    }
    Ok(vec![Entry::json("others.json", &file)?])
}

/// Ids of the memos that the member loves, without hidden ones.
fn loves(tx: &ReadTx, member: AccountId) -> Result<Vec<String>> {
    let mut loves = Vec::new();
    for memo in tx.loves_of(member)? {
        if !tx.is_memo_hidden(memo)? {
            loves.push(memo.to_string());
        }
    }
    Ok(loves)
}

impl From<Report> for ReportFile {
    fn from(report: Report) -> Self {
        let (about, id) = (report.about.kind().to_owned(), report.about.id());
        Self { about, id, reason: report.reason, made_at: report.made_at.to_string() }
    }
}

impl From<Suspension> for SuspensionFile {
    fn from(Suspension { until, why }: Suspension) -> Self {
        Self { until: until.to_string(), why }
    }
}
