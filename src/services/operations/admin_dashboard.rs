//! Numbers of the admin dashboard: everything that needs an admin's attention.

use std::collections::HashSet;

use crate::context::Context;
use crate::domain::policy::{self, Actor};
use crate::domain::prize::payout::Status;
use crate::error::Result;
use crate::services::editions::{self, AdminBookSummary};
use crate::store::ReadTx;

use super::backups::{self, BackupHealth};
use super::{outbox, quota};

pub use super::quota::Space;

/// Numbers, and the books that need attention.
#[derive(Debug)]
pub struct Overview {
    /// Posts, comments and memos with open reports.
    pub open_reports: u32,
    /// Payouts that are claimed, or approved but not yet paid.
    pub pending_payouts: u32,
    pub open_suggestions: u32,
    pub waiting_applications: u32,
    pub failed_mails: u32,
    /// Books whose last build failed.
    pub failed_books: Vec<AdminBookSummary>,
    /// Books that have enough new memos and no build queued or in progress.
    pub ready_books: Vec<AdminBookSummary>,
    pub sends_mail: bool,
    /// Enabled members who cannot verify their address because no mail is sent; 0 where mail is sent.
    pub waiting_members: u32,
    pub suspended_members: u32,
    pub space: Space,
    /// Stored files that the last garbage collection left in place, because the database references too few.
    pub held_back_files: u32,
    pub backups: BackupHealth,
}

/// Collects the numbers.
pub fn overview(context: &Context, actor: &Actor) -> Result<Overview> {
    policy::may_administrate(actor)?;
    let books = editions::admin_summaries(context, actor)?;
    let (failed_books, well): (Vec<_>, Vec<_>) =
        books.into_iter().partition(|book| book.failure.is_some());
    let sends_mail = context.config().mail.is_enabled();
    let tx = context.read()?;
    let now = context.now();
    let suspended = tx.suspensions()?.into_iter().filter(|suspension| suspension.is_active(now));
    Ok(Overview {
        open_reports: open_reports(&tx)?,
        pending_payouts: if context.config().prize.enabled { pending_payouts(&tx)? } else { 0 },
        open_suggestions: open_suggestions(&tx)?,
        waiting_applications: waiting_applications(&tx)?,
        failed_mails: outbox::count_failed(context, actor)?,
        failed_books,
        ready_books: well.into_iter().filter(AdminBookSummary::is_ready).collect(),
        sends_mail,
        waiting_members: if sends_mail { 0 } else { waiting_members(&tx)? },
        suspended_members: suspended.count() as u32,
        space: quota::space(context)?,
        held_back_files: tx.held_back_files()?,
        backups: backups::health(context, &tx)?,
    })
}

fn waiting_members(tx: &ReadTx) -> Result<u32> {
    let accounts = tx.accounts()?.into_iter();
    Ok(accounts
        .filter(|account| !account.email_verified && !account.disabled && !account.is_guest())
        .count() as u32)
}

/// Number of reported posts, comments and memos, each counted once however many members have reported it.
fn open_reports(tx: &ReadTx) -> Result<u32> {
    let reports = tx.open_reports(usize::MAX)?;
    let things: HashSet<_> = reports.into_iter().map(|report| report.about).collect();
    Ok(things.len() as u32)
}

fn pending_payouts(tx: &ReadTx) -> Result<u32> {
    let payouts = tx.payouts()?.into_iter();
    let pending =
        payouts.filter(|payout| matches!(payout.status(), Status::Claimed | Status::Approved));
    Ok(pending.count() as u32)
}

fn waiting_applications(tx: &ReadTx) -> Result<u32> {
    let mut waiting = 0;
    for (id, application) in tx.applications()? {
        let is_open =
            application.is_waiting() && tx.account(id)?.is_some_and(|account| !account.disabled);
        waiting += u32::from(is_open);
    }
    Ok(waiting)
}

fn open_suggestions(tx: &ReadTx) -> Result<u32> {
    let all = tx.suggestions()?.into_iter();
    Ok(all.filter(|suggestion| suggestion.answer.is_none()).count() as u32)
}
