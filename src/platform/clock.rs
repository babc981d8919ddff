//! Clock: the only place that reads the system's time, so that tests can set it.

use std::sync::atomic::{AtomicI64, Ordering};

use jiff::Timestamp;

/// Source of the current time.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
    fn now(&self) -> Timestamp {
        Timestamp::now()
    }
}

/// Clock for tests, which stands still between calls of `advance`.
pub struct FixedClock(AtomicI64);

impl FixedClock {
    /// Clock that shows a time in seconds since 1970; 1970 itself for one that is out of the calendar's range.
    pub fn at(seconds: i64) -> Self {
        Self(AtomicI64::new(seconds))
    }

    /// Moves the clock forward, or back.
    pub fn advance(&self, seconds: i64) {
        self.0.fetch_add(seconds, Ordering::Relaxed);
    }
}

impl Clock for FixedClock {
    fn now(&self) -> Timestamp {
        Timestamp::from_second(self.0.load(Ordering::Relaxed)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fixed_clock_changes_only_by_advance() {
        let clock = FixedClock::at(1_767_225_600);
        assert_eq!(clock.now().to_string(), "2026-01-01T00:00:00Z");
        clock.advance(-1);
        assert_eq!(clock.now().to_string(), "2025-12-31T23:59:59Z");
        assert_eq!(FixedClock::at(i64::MAX).now().as_second(), 0, "out of the calendar's range");
    }

    #[test]
    fn system_clock_returns_current_time() {
        // 2026-11-01, when this was written.
        assert!(SystemClock.now().as_second() > 1_793_491_200);
    }
}
