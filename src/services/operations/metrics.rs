//! Metrics for monitoring systems; all are cheap to collect.

use std::fs;

use crate::context::Context;
use crate::data_dir;
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};
use crate::store::Counts;

use super::{backups, quota};

/// Metrics of one moment.
#[derive(Clone, Copy, Debug)]
pub struct MetricsSnapshot {
    pub counts: Counts,
    pub database_bytes: u64,
    pub space: quota::Space,
    /// Time of the newest backup in the configured folder.
    pub last_backup: Option<Timestamp>,
    /// Time of the newest backup in the copy that is furthest behind.
    pub last_copy: Option<Timestamp>,
    /// Copies whose last transfer failed.
    pub failed_copies: usize,
    /// Stored files that were missing or damaged when the newest backup was made.
    pub damaged_files: usize,
    /// Stored files that the last garbage collection left in place, because the database references too few.
    pub held_back_files: u32,
    /// Changes that the search index does not contain yet.
    pub unindexed_changes: u32,
    /// Uploads that wait for a slot.
    pub waiting_uploads: usize,
    /// Resident memory of this process; `None` where the system does not report it.
    pub resident_bytes: Option<u64>,
}

/// Collects the metrics.
pub fn snapshot(context: &Context) -> Result<MetricsSnapshot> {
    let tx = context.read()?;
    let newest = tx.last_change()?;
    let youngest = backups::youngest(context);
    Ok(MetricsSnapshot {
        counts: tx.counts()?,
        database_bytes: fs::metadata(context.database())?.len(),
        space: quota::space(context)?,
        last_backup: youngest.as_ref().map(|archive| archive.manifest.made_at),
        last_copy: backups::copies::oldest_state(context),
        failed_copies: backups::copies::failures(context),
        damaged_files: youngest.map_or(0, |archive| archive.manifest.contents.damaged_files()),
        held_back_files: tx.held_back_files()?,
        unindexed_changes: newest.saturating_sub(context.search.position().unwrap_or(0)),
        waiting_uploads: context.form_reading_slots.waiting() + context.post_upload_slots.waiting(),
        resident_bytes: resident_bytes(),
    })
}

/// Checks that the server can do its work. Fails if the database cannot be read, the job runner has ended, or the disk is too
/// full for uploads or for a change of the database.
pub fn readiness(context: &Context) -> Result<()> {
    // Changes would be written to a file that was moved away.
    data_dir::require_database(&context.config().data_dir)?;
    context.read()?;
    if context.job_wakeups.any_receiver_died() {
        return Err(Error::Internal("what does the jobs has ended".into()));
    }
    if quota::space(context)?.is_full() { Err(Error::DiskFull) } else { Ok(()) }
}

/// Resident set size of this process, in bytes.
fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
