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

/// Clock for tests, which advances only when told to.
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
