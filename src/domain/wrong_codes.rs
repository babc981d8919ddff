//! Wrong verification codes of an account. Too many within an hour lock it until the first of them is an hour old; fewer within
//! a day are reported to the member.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::time::Timestamp;

/// Number of wrong codes within an hour at which an account is locked.
pub const MAX_WRONG_CODES: usize = 10;
/// Number of wrong codes within a day that is reported to the member: more than a member who waits for each code mistypes.
pub const REPORTED_WRONG_CODES: usize = 5;
const LOCK_WINDOW: Duration = Duration::from_hours(1);
/// Time in which codes count towards a report, and minimum time between two reports.
const REPORT_WINDOW: Duration = Duration::from_hours(24);

/// Times of the wrong codes of the last day, and of the last lock and the last report to the member.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongCodes {
    /// The oldest first.
    entered_at: Vec<Timestamp>,
    pub locked_at: Option<Timestamp>,
    pub reported_at: Option<Timestamp>,
}

impl WrongCodes {
    /// Time until a code is checked again; `None` when one is checked now.
    pub fn wait(&self, now: Timestamp) -> Option<Duration> {
        let recent: Vec<Timestamp> = self.within(LOCK_WINDOW, now).collect();
        let first_that_counts = recent.len().checked_sub(MAX_WRONG_CODES)?;
        Some(LOCK_WINDOW.saturating_sub(now.since(recent[first_that_counts])))
    }

    /// Counts a wrong code. Returns true if it is to be reported to the member, which happens once a day at most.
    pub fn count(&mut self, now: Timestamp) -> bool {
        self.entered_at = self.within(REPORT_WINDOW, now).collect();
        self.entered_at.push(now);
        if self.within(LOCK_WINDOW, now).count() >= MAX_WRONG_CODES {
            self.locked_at = Some(now);
        }
        let is_due = self.entered_at.len() >= REPORTED_WRONG_CODES
            && self.reported_at.is_none_or(|at| now.since(at) >= REPORT_WINDOW);
        if is_due {
            self.reported_at = Some(now);
        }
        is_due
    }

    /// Times within the last `window`. Times in the future, from a wrong clock, do not count: they would lock the account for
    /// longer.
    fn within(&self, window: Duration, now: Timestamp) -> impl Iterator<Item = Timestamp> {
        self.entered_at.iter().copied().filter(move |at| *at <= now && now.since(*at) < window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanoseconds: 0 }
    }

    #[test]
    fn tenth_wrong_code_locks_rest_of_hour() {
        let mut wrong = WrongCodes::default();
        let reports: Vec<bool> = (0..10).map(|n| wrong.count(at(n * 60))).collect();
        assert_eq!(reports.iter().filter(|report| **report).count(), 1);
        assert!(reports[4] && wrong.locked_at == Some(at(540)));
        assert_eq!(wrong.wait(at(600)), Some(Duration::from_mins(50)));
        assert_eq!(wrong.wait(at(3_600)), None);
        assert!(!wrong.count(at(3_600)), "told already");
        assert_eq!(wrong.wait(at(3_600)), Some(Duration::from_mins(1)));
    }

    #[test]
    fn fifth_wrong_code_of_day_is_reported_daily() {
        let mut wrong = WrongCodes::default();
        let every_two_hours = |n: i64| at(n * 7_200);
        let reports: Vec<i64> = (0..30).filter(|n| wrong.count(every_two_hours(*n))).collect();
        assert_eq!(reports, [4, 16, 28]);
        assert_eq!((wrong.locked_at, wrong.entered_at.len()), (None, 12));
        let mut rare = WrongCodes::default();
        assert!((0..30).all(|n| !rare.count(at(n * 6 * 3_600))), "four a day");
    }

    #[test]
    fn codes_dated_into_the_future_do_not_lock() {
        let mut wrong = WrongCodes::default();
        for _ in 0..10 {
            wrong.count(at(90_000));
        }
        assert_eq!(wrong.wait(at(60)), None);
    }
}
