//! Statistics for the overview of admins: new memos and members by week, storage, and the newest backup.

use std::collections::HashSet;
use std::time::Duration;

use jiff::ToSpan;
use jiff::civil::Date;
use parking_lot::Mutex;

use crate::blobs::BlobUsage;
use crate::context::Context;
use crate::domain::id::{AccountId, MemoId};
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::error::{Error, Result};

use super::{backups, quota};

/// Number of weeks, with the current one.
const WEEKS: i64 = 12;
/// Age from which memos and members are counted again.
const COUNT_INTERVAL: Duration = Duration::from_mins(1);
/// Age from which files are measured again: the size of each is read from the disk.
const MEASURE_INTERVAL: Duration = Duration::from_mins(10);

/// Statistics of the community.
#[derive(Debug)]
pub struct Statistics {
    /// Oldest first; the last one is the current week.
    pub weeks: Vec<Week>,
    pub storage: Storage,
    /// Newest backup in the configured folder.
    pub last_backup: Option<LastBackup>,
}

/// Week from Monday to Sunday, in the community's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    /// Its Monday.
    pub starts_on: Date,
    /// Present memos that were created in it. Replaced and withdrawn ones are not counted.
    pub memos: u32,
    /// Members who joined in it, and have not deleted their account.
    pub members: u32,
}

/// Used and free space.
#[derive(Clone, Copy, Debug)]
pub struct Storage {
    pub database_bytes: u64,
    /// Pictures and books, as of the last ten minutes.
    pub files: BlobUsage,
    pub free: u64,
}

/// Backup, every file of which was read back when it was made.
#[derive(Clone, Copy, Debug)]
pub struct LastBackup {
    pub made_at: Timestamp,
    pub bytes: u64,
    /// Whether every file was intact, and the database without contradictions.
    pub is_complete: bool,
}

/// Collects the statistics. Counts are up to a minute old: those who open the overview share them.
pub fn statistics(context: &Context, actor: &Actor) -> Result<Statistics> {
    policy::may_administrate(actor)?;
    let cache = context.state::<StatisticsCache>();
    let now = context.now();
    let database_bytes = std::fs::metadata(context.database())?.len();
    let last_backup = backups::youngest(context).map(|archive| LastBackup {
        made_at: archive.manifest.made_at,
        bytes: archive.manifest.bytes(),
        is_complete: archive.manifest.contents.is_complete(),
    });
    Ok(Statistics {
        weeks: cache.weeks.get(now, COUNT_INTERVAL, || count_weeks(context))?,
        storage: Storage {
            database_bytes,
            files: cache.files.get(now, MEASURE_INTERVAL, || Ok(context.blobs.usage()))?,
            free: quota::space(context)?.free,
        },
        last_backup,
    })
}

/// Results that are computed again after a while.
#[derive(Default)]
struct StatisticsCache {
    weeks: TimedCache<Vec<Week>>,
    files: TimedCache<BlobUsage>,
}

/// Value with the time at which it was computed.
struct TimedCache<T>(Mutex<Option<(Timestamp, T)>>);

impl<T> Default for TimedCache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T: Clone> TimedCache<T> {
    /// Returns the value, and computes it again if it is older than `interval` or from the future. Concurrent callers wait for it
    /// instead of computing it, too.
    fn get(
        &self,
        now: Timestamp,
        interval: Duration,
        compute: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let mut cached = self.0.lock();
        if let Some((computed_at, value)) = &*cached
            && *computed_at <= now
            && now.since(*computed_at) < interval
        {
            return Ok(value.clone());
        }
        let value = compute()?;
        *cached = Some((now, value.clone()));
        Ok(value)
    }
}

/// Counts what was created since the first of the weeks: one bounded scan of keys for each book, and one for the accounts.
fn count_weeks(context: &Context) -> Result<Vec<Week>> {
    let starts = week_starts(context)?;
    let from = starts.first().map(|(_, at)| *at).unwrap_or_default();
    let mut weeks: Vec<Week> = starts
        .iter()
        .map(|(starts_on, _)| Week { starts_on: *starts_on, memos: 0, members: 0 })
        .collect();
    let week_of = |made_at: Timestamp| {
        starts.partition_point(|(_, start)| *start <= made_at).saturating_sub(1)
    };
    let tx = context.read()?;
    for book in tx.books()? {
        let waiting: HashSet<MemoId> =
            tx.waiting_memos(book.id)?.into_iter().map(|memo| memo.id).collect();
        let memos = tx.memos_of_book_since(book.id, from)?.into_iter();
        for memo in memos.filter(|memo| !waiting.contains(memo)) {
            weeks[week_of(memo.made_at())].memos += 1;
        }
    }
    let guests: HashSet<AccountId> = tx.guests()?.into_iter().map(|(id, _)| id).collect();
    let members = tx.accounts_since(from)?.into_iter();
    for account in members.filter(|account| !guests.contains(account)) {
        weeks[week_of(account.made_at())].members += 1;
    }
    Ok(weeks)
}

/// Mondays of the weeks, and the moments at which they begin.
fn week_starts(context: &Context) -> Result<Vec<(Date, Timestamp)>> {
    let zone = context.config().time_zone.rules().clone();
    let now = jiff::Timestamp::from_second(context.now().seconds).map_err(internal)?;
    let today = now.to_zoned_datetime(zone.clone()).date();
    let since_monday = i64::from(today.weekday().to_monday_zero_offset());
    let start = |weeks_ago: i64| -> Result<(Date, Timestamp)> {
        let monday = today.checked_sub((7 * weeks_ago + since_monday).days()).map_err(internal)?;
        let begins = monday.to_zoned_datetime(zone.clone()).map_err(internal)?;
        Ok((monday, begins.timestamp().into()))
    };
    (0..WEEKS).rev().map(start).collect()
}

fn internal(error: jiff::Error) -> Error {
    Error::Internal(Box::new(error))
}
