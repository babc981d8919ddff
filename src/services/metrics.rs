//! How the community is doing, in numbers that cost little to look up: what a monitoring system keeps watch on.

use std::fs;

use crate::context::Context;
use crate::domain::time::Time;
use crate::error::{Error, Result};
use crate::store::Counts;

use super::{backups, quota};

/// The numbers of one moment.
#[derive(Clone, Copy, Debug)]
pub struct MetricsSnapshot {
    pub counts: Counts,
    pub database_bytes: u64,
    pub space: quota::Space,
    /// When the youngest backup in the settings' folder was made.
    pub last_backup: Option<Time>,
    /// When the youngest backup was made in the copy that is furthest behind.
    pub last_copy: Option<Time>,
    /// Copies whose last transfer failed.
    pub failed_copies: usize,
    /// Stored files that were missing or damaged when it was made.
    pub damaged_files: usize,
    /// Stored files that the last sweep left, because the database names too few.
    pub held_back_files: u32,
    /// Changes that search has not seen yet.
    pub unindexed_changes: u32,
    /// Uploads that wait for their turn.
    pub waiting_readings: usize,
    /// Of this process; unknown where the system does not tell.
    pub resident_bytes: Option<u64>,
}

/// Looks them up.
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
        waiting_readings: context.extraction_slots.waiting() + context.post_upload_slots.waiting(),
        resident_bytes: resident_bytes(),
    })
}

/// Whether the server can do its work: the database answers, jobs are done, and the disk takes what members send and is
/// not full, whatever the settings want left.
pub fn readiness(context: &Context) -> Result<()> {
    context.read()?;
    if context.job_wakeups.any_receiver_died() {
        return Err(Error::Internal("what does the jobs has ended".into()));
    }
    if quota::space(context)?.is_full() { Err(Error::DiskFull) } else { Ok(()) }
}

/// Memory of this process that lies in the machine's.
fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kib: u64 = line.trim().strip_suffix(" kB")?.trim().parse().ok()?;
    Some(kib << 10)
}
