//! Wrong verification codes of an account. After too many within an hour no code is checked until the first of them is an hour old.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::time::Timestamp;

/// Number of wrong codes within an hour at which an account is locked.
pub const MAX_WRONG_CODES: usize = 10;
const WINDOW: Duration = Duration::from_hours(1);
/// Minimum time between two mails about reaching the limit.
const REPORT_INTERVAL: Duration = Duration::from_hours(24);

/// Times of the wrong codes of the last hour, and the time at which the limit was last reached.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WrongCodes {
    /// The oldest first.
    entered_at: Vec<Timestamp>,
    pub locked_at: Option<Timestamp>,
    reported_at: Option<Timestamp>,
}

impl WrongCodes {
    /// Time until a code is checked again; `None` when one is checked now.
    pub fn wait(&self, now: Timestamp) -> Option<Duration> {
        let recent: Vec<Timestamp> = self.recent(now).collect();
        let first_that_counts = recent.len().checked_sub(MAX_WRONG_CODES)?;
        Some(WINDOW.saturating_sub(now.since(recent[first_that_counts])))
    }

    /// Counts a wrong code. Returns true if the limit is reached and the member was not notified within a day.
    pub fn count(&mut self, now: Timestamp) -> bool {
        self.entered_at = self.recent(now).collect();
        self.entered_at.push(now);
        if self.entered_at.len() < MAX_WRONG_CODES {
            return false;
        }
        self.locked_at = Some(now);
        let is_due = self.reported_at.is_none_or(|at| now.since(at) >= REPORT_INTERVAL);
        if is_due {
            self.reported_at = Some(now);
        }
        is_due
    }

    /// Times within the last hour. Times in the future, from a wrong clock, do not count: they would lock the account for longer.
    fn recent(&self, now: Timestamp) -> impl Iterator<Item = Timestamp> {
        self.entered_at.iter().copied().filter(move |at| *at <= now && now.since(*at) < WINDOW)
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
        assert!(reports[9]);
        assert_eq!(wrong.wait(at(600)), Some(Duration::from_mins(50)));
        assert_eq!(wrong.wait(at(3_600)), None);
        assert!(!wrong.count(at(3_600)), "told already");
        assert_eq!(wrong.wait(at(3_600)), Some(Duration::from_mins(1)));
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
