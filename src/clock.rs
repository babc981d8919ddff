//! Clock: the only place that reads the system's time, so that tests can set it.

use std::sync::atomic::{AtomicI64, Ordering};

use crate::domain::time::Timestamp;

/// Source of the current time.
pub trait Clock: Send + Sync {
    fn now(&self) -> Timestamp;
}

/// The machine's clock.
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else asks")]
    fn now(&self) -> Timestamp {
        let now = jiff::Timestamp::now();
        Timestamp { seconds: now.as_second(), nanoseconds: now.subsec_nanosecond().max(0) as u32 }
    }
}

/// Clock for tests, which advances only when told to.
pub struct FixedClock(AtomicI64);

impl FixedClock {
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
        Timestamp { seconds: self.0.load(Ordering::Relaxed), nanoseconds: 0 }
    }
}
