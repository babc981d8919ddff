//! What needs an admin, as numbers: what is looked at first.

use std::collections::HashSet;

use crate::context::Context;
use crate::domain::policy::{self, Actor};
use crate::domain::prize::payout::Status;
use crate::error::Result;
use crate::store::ReadTx;

use super::backups::{self, BackupHealth};
use super::editions::{self, AdminBookSummary};
use super::{outbox, quota};

pub use super::quota::Space;

/// The numbers, and the books that want a look.
#[derive(Debug)]
pub struct Overview {
    /// Posts and comments that somebody has reported.
    pub open_reports: u32,
    /// Claimed, or approved and not paid.
    pub pending_payouts: u32,
    pub open_suggestions: u32,
    pub given_up_mails: u32,
    /// Those that could not be made.
    pub failed_books: Vec<AdminBookSummary>,
    /// Those that have enough memos and are not being made.
    pub ready_books: Vec<AdminBookSummary>,
    pub sends_mail: bool,
    /// Who cannot prove an address, because no mail goes out.
    pub waiting_members: u32,
    pub suspended_members: u32,
    pub space: Space,
    /// Stored files that the last sweep left, because the database names too few.
    pub held_back_files: u32,
    pub backups: BackupHealth,
}

/// Looks at everything that can want an admin.
pub fn overview(context: &Context, actor: &Actor) -> Result<Overview> {
    policy::may_administrate(actor)?;
    let books = editions::admin_summaries(context, actor)?;
    let (failed_books, well): (Vec<_>, Vec<_>) =
        books.into_iter().partition(|book| book.failure.is_some());
    let sends_mail = context.config().mail.goes_out();
    let tx = context.read()?;
    let now = context.clock.now();
    let suspended = tx.suspensions()?.into_iter().filter(|suspension| suspension.lasts(now));
    Ok(Overview {
        open_reports: open_reports(&tx)?,
        pending_payouts: if context.config().prize.enabled { pending_payouts(&tx)? } else { 0 },
        open_suggestions: open_suggestions(&tx)?,
        given_up_mails: outbox::count_given_up(context, actor)?,
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
    Ok(accounts.filter(|account| !account.email_verified && !account.disabled).count() as u32)
}

/// Each thing once, however many have reported it.
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

fn open_suggestions(tx: &ReadTx) -> Result<u32> {
    let all = tx.suggestions()?.into_iter();
    Ok(all.filter(|suggestion| suggestion.answer.is_none()).count() as u32)
}
