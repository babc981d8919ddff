//! Retention of backups: many recent ones and few old ones.

use std::collections::HashSet;

use super::time::Timestamp;

const DAY: i64 = 24 * 60 * 60;
/// Days from the Monday of its week to 1970-01-01, a Thursday: weeks begin on Mondays.
const MONDAY: i64 = 3;

/// Retention policy: the newest backup of each of the last `days`, `weeks` and `months` that have any is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retention {
    pub days: usize,
    pub weeks: usize,
    pub months: usize,
}

impl Retention {
    /// Times of the backups to delete. The newest one is always kept.
    pub fn expired(&self, made_at: &[Timestamp]) -> HashSet<Timestamp> {
        let mut young_to_old = made_at.to_vec();
        young_to_old.sort_unstable_by(|one, other| other.cmp(one));
        let mut kept: HashSet<Timestamp> = young_to_old.first().copied().into_iter().collect();
        kept.extend(youngest_of_each(&young_to_old, self.days, day));
        kept.extend(youngest_of_each(&young_to_old, self.weeks, |time| {
            (day(time) + MONDAY).div_euclid(7)
        }));
        kept.extend(youngest_of_each(&young_to_old, self.months, month));
        young_to_old.into_iter().filter(|time| !kept.contains(time)).collect()
    }
}

/// Newest time of each of the last `spans` spans.
fn youngest_of_each(
    young_to_old: &[Timestamp],
    spans: usize,
    span: impl Fn(Timestamp) -> i64,
) -> impl Iterator<Item = Timestamp> {
    young_to_old
        .chunk_by(move |one, other| span(*one) == span(*other))
        .map(|some| some[0])
        .take(spans)
}

fn day(time: Timestamp) -> i64 {
    time.seconds.div_euclid(DAY)
}

/// Number of the month in UTC, counted from the year 0.
fn month(time: Timestamp) -> i64 {
    jiff::Timestamp::from_second(time.seconds).map_or(0, |moment| {
        let date = moment.to_zoned_datetime(jiff::tz::TimeZone::UTC).date();
        i64::from(date.year()) * 12 + i64::from(date.month())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOON: i64 = 1_790_000_000 / DAY * DAY + DAY / 2;

    fn days_ago(days: i64) -> Timestamp {
        Timestamp { seconds: NOON - days * DAY, nanoseconds: 0 }
    }

    #[test]
    fn retention_keeps_days_weeks_and_months() {
        let retention = Retention { days: 7, weeks: 4, months: 12 };
        let mut kept: Vec<Timestamp> = Vec::new();
        for day in (0..730).rev() {
            kept.push(days_ago(day));
            let expired = retention.expired(&kept);
            kept.retain(|time| !expired.contains(time));
        }
        let since = |time: &Timestamp| (NOON - time.seconds) / DAY;
        let ages: Vec<_> = kept.iter().rev().map(since).collect();
        assert_eq!(ages[..7], [0, 1, 2, 3, 4, 5, 6]);
        assert!(ages.len() <= 7 + 4 + 12 && ages.iter().any(|age| *age > 300), "{ages:?}");
    }

    #[test]
    fn youngest_backup_of_each_day_is_kept() {
        let hour = |hour: i64| Timestamp { seconds: NOON + hour * 60 * 60, nanoseconds: 0 };
        let of_one_day = [hour(0), hour(1), hour(2)];
        let days = Retention { days: 3, weeks: 0, months: 0 };
        assert_eq!(days.expired(&of_one_day), HashSet::from([hour(0), hour(1)]));
        let none = Retention { days: 0, weeks: 0, months: 0 };
        assert_eq!(none.expired(&of_one_day).len(), 2);
        assert_eq!(none.expired(&[]).len(), 0);
    }
}
