//! Health of the backups, as shown to admins.

use std::time::Duration;

use crate::backup::Contents;
use crate::context::Context;
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::store::ReadTx;

use super::retention::{archives, without_future};
use super::{BackupProgress, Failure, copies, schedule};

/// Grace period for the first backup: no problem is reported while it is due within this time.
const OVERDUE_TOLERANCE: Duration = Duration::from_hours(1);

/// Health of the backups.
#[derive(Debug)]
pub struct BackupHealth {
    /// Creation time of the youngest backup, ignoring those dated in the future.
    pub youngest: Option<Timestamp>,
    pub problem: Option<BackupProblem>,
}

/// Problem that needs an admin.
#[derive(Debug)]
pub enum BackupProblem {
    /// The last scheduled backup failed.
    Failed(Failure),
    /// No backup, though members have written memos.
    Missing,
    /// The youngest backup is more than twice as old as the interval of the settings.
    Old,
    /// The youngest backup lacks this many damaged files or templates, or has this many database entries that contradict each
    /// other.
    Incomplete { files: usize, templates: usize, flaws: u64 },
    /// This many files are damaged in the data folder; the youngest backup has intact copies of them.
    Repairable { files: usize },
    /// A backup is dated in the future: the clock was wrong.
    Future,
    /// A copy on another machine could not be brought up to date.
    Uncopied(Failure),
}

/// Checks the backups and the schedule.
pub(in crate::services) fn health(context: &Context, tx: &ReadTx) -> Result<BackupHealth> {
    let all = archives(context);
    let of_all = all.len();
    let past = without_future(all, context.now());
    let are_future = of_all > past.len();
    let youngest = past.last().map(|archive| archive.manifest.made_at);
    let damage = past.last().and_then(|archive| damage(&archive.manifest.contents));
    let failure = context.state::<BackupProgress>().failure.lock().clone();
    let problem = match (failure, youngest) {
        (Some(failure), _) => Some(BackupProblem::Failed(failure)),
        (None, Some(made_at)) if is_old(context, made_at) => Some(BackupProblem::Old),
        (None, Some(_)) if damage.is_some() => damage,
        (None, None) if !are_future && is_missed(context, tx)? => Some(BackupProblem::Missing),
        (None, _) if are_future => Some(BackupProblem::Future),
        (None, _) => copies::failure(context).map(BackupProblem::Uncopied),
    };
    Ok(BackupHealth { youngest, problem })
}

/// Damage that the manifest of a backup reports.
pub(in crate::services) fn damage(contents: &Contents) -> Option<BackupProblem> {
    let (files, flaws) = (contents.files_lacking(), contents.flaws);
    if !contents.is_complete() {
        let templates = contents.unreadable_templates.len();
        return Some(BackupProblem::Incomplete { files, templates, flaws });
    }
    let files = contents.repairable.len();
    (files > 0).then_some(BackupProblem::Repairable { files })
}

fn is_old(context: &Context, made_at: Timestamp) -> bool {
    let age = context.now().since(made_at);
    context.config().backup.pause().is_some_and(|pause| age > 2 * pause)
}

fn is_missed(context: &Context, tx: &ReadTx) -> Result<bool> {
    let soon = context.now() + OVERDUE_TOLERANCE;
    let is_on_its_way = schedule::planned(tx)?.is_some_and(|due| due <= soon);
    Ok(!is_on_its_way && !tx.memos_after(None, 1)?.is_empty())
}
