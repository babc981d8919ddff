//! Points in time, as stored and as sent.
//!
//! The stored form is ours, so that no version of a library changes a byte of the database; jiff reads and writes it as text.

use std::fmt;
use std::ops::{Add, Sub};
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Point in time, in seconds and nanoseconds since 1970-01-01 in UTC.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
)]
pub struct Timestamp {
    pub seconds: i64,
    /// Below 1,000,000,000.
    pub nanoseconds: u32,
}

/// Start of 2025, before which no clock of ours was ever right: one without a battery begins in 1970.
const EARLIEST: i64 = 1_735_689_600;

impl Timestamp {
    /// Whether a clock that was set can show this time.
    pub fn is_plausible(self) -> bool {
        self.seconds >= EARLIEST
    }

    /// Whole milliseconds since 1970; a moment before that counts as 0.
    pub fn milliseconds(self) -> u64 {
        u64::try_from(self.seconds)
            .map_or(0, |s| s * 1_000 + u64::from(self.nanoseconds) / 1_000_000)
    }

    /// The time in RFC 3339, to the second: `2026-01-01T00:00:00Z`. Empty when it is out of the calendar's range.
    pub fn to_rfc3339(self) -> String {
        jiff::Timestamp::from_second(self.seconds)
            .map_or_else(|_| String::new(), |moment| moment.to_string())
    }

    /// The day in UTC, as people write it: `1 January 2026`. Empty when it is out of the calendar's range.
    pub fn date(self) -> String {
        jiff::Timestamp::from_second(self.seconds)
            .map_or_else(|_| String::new(), |moment| moment.strftime("%-d %B %Y").to_string())
    }

    /// Time from `earlier` to `self`; zero when `self` is not later, and at most 584 years.
    pub fn since(self, earlier: Self) -> Duration {
        let nanoseconds =
            |time: Self| i128::from(time.seconds) * 1_000_000_000 + i128::from(time.nanoseconds);
        let passed = nanoseconds(self) - nanoseconds(earlier);
        Duration::from_nanos(u64::try_from(passed.max(0)).unwrap_or(u64::MAX))
    }

    /// The moment as a fixed-width key that sorts by time.
    pub fn to_key(self) -> [u8; 12] {
        let mut key = [0; 12];
        // Flipping the sign bit makes negative seconds sort before positive ones.
        key[..8].copy_from_slice(&(self.seconds as u64 ^ 1 << 63).to_be_bytes());
        key[8..].copy_from_slice(&self.nanoseconds.to_be_bytes());
        key
    }
}

impl From<jiff::Timestamp> for Timestamp {
    /// A moment before 1970 is rounded up to the second.
    fn from(moment: jiff::Timestamp) -> Self {
        Self { seconds: moment.as_second(), nanoseconds: moment.subsec_nanosecond().max(0) as u32 }
    }
}

impl Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, span: Duration) -> Self {
        let nanoseconds = self.nanoseconds + span.subsec_nanos();
        Self {
            seconds: self.seconds + span.as_secs() as i64 + i64::from(nanoseconds / 1_000_000_000),
            nanoseconds: nanoseconds % 1_000_000_000,
        }
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, span: Duration) -> Self {
        let borrowed = i64::from(self.nanoseconds < span.subsec_nanos());
        let nanoseconds = self.nanoseconds + borrowed as u32 * 1_000_000_000;
        Self {
            seconds: self.seconds - span.as_secs() as i64 - borrowed,
            nanoseconds: nanoseconds - span.subsec_nanos(),
        }
    }
}

/// Formats the time in RFC 3339, to the second: `2026-01-01T00:00:00Z`.
impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match jiff::Timestamp::from_second(self.seconds) {
            Ok(moment) => moment.fmt(f),
            // Out of the calendar's range.
            Err(_) => write!(f, "{} seconds since 1970", self.seconds),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timestamp_addition_carries_nanoseconds() {
        let time =
            Timestamp { seconds: 5, nanoseconds: 700_000_000 } + Duration::from_millis(1_400);
        assert_eq!(time, Timestamp { seconds: 7, nanoseconds: 100_000_000 });
        assert_eq!(
            time.since(Timestamp { seconds: 7, nanoseconds: 0 }),
            Duration::from_millis(100)
        );
        assert_eq!(Timestamp { seconds: 7, nanoseconds: 0 }.since(time), Duration::ZERO);
    }

    #[test]
    fn timestamp_subtraction_undoes_addition() {
        let time = Timestamp { seconds: 5, nanoseconds: 700_000_000 };
        for milliseconds in [0, 300, 700, 800, 1_400, 6_000] {
            let span = Duration::from_millis(milliseconds);
            assert_eq!(time - span + span, time);
        }
        assert_eq!(
            time - Duration::from_millis(800),
            Timestamp { seconds: 4, nanoseconds: 900_000_000 }
        );
    }

    #[test]
    fn timestamps_format_as_utc_seconds() {
        let time = Timestamp { seconds: 1_767_225_600, nanoseconds: 700_000_000 };
        assert_eq!(time.to_string(), "2026-01-01T00:00:00Z");
        let never = Timestamp { seconds: i64::MAX, nanoseconds: 0 };
        assert!(never.to_string().ends_with("since 1970"));
    }

    #[test]
    fn timestamp_keys_sort_by_time() {
        let times =
            [-2, -1, 0, 1, 300].map(|seconds| Timestamp { seconds, nanoseconds: 0 }.to_key());
        assert!(times.is_sorted());
    }
}
