//! Rate limit: a burst of tries for each key, refilled one by one at a fixed interval. The algorithm is GCRA, equivalent to a token
//! bucket.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use governor::middleware::NoOpMiddleware;
use governor::state::keyed::HashMapStateStore;
use governor::{InsufficientCapacity, Quota, RateLimiter};
use jiff::Timestamp;
use parking_lot::Mutex;

use crate::clock::Clock;

/// Wait that is reported for more tries at once than the burst allows, which never succeed.
const MAX_WAIT: Duration = Duration::from_hours(24);
/// Number of checks after which keys with full limits are removed.
const CHECKS_BETWEEN_CLEANINGS: u32 = 1024;

/// Error of a try above a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many tries: wait {wait:?}")]
pub struct RateLimited {
    /// Time after which the same try is allowed.
    pub wait: Duration,
}

/// Rate limit with a count for each key.
pub struct RateLimit<K: Hash + Eq + Clone> {
    limiter: RateLimiter<K, HashMapStateStore<K>, MonotonicClock, NoOpMiddleware<Duration>>,
    checks: AtomicU32,
}

impl<K: Hash + Eq + Clone> RateLimit<K> {
    /// Limit with `burst` tries at once, all refilled `within` a time.
    pub fn within(burst: NonZeroU32, within: Duration, clock: &Arc<dyn Clock>) -> Self {
        Self::each(burst.get(), within / burst.get(), clock)
    }

    /// Limit with `burst` tries at once, and another one after each `pause`.
    ///
    /// # Panics
    /// Never: a pause has at least a nanosecond.
    pub fn each(burst: u32, pause: Duration, clock: &Arc<dyn Clock>) -> Self {
        let quota = Quota::with_period(pause.max(Duration::from_nanos(1)))
            .expect("a pause has at least a nanosecond")
            .allow_burst(NonZeroU32::new(burst).unwrap_or(NonZeroU32::MIN));
        let limiter = RateLimiter::hashmap_with_clock(quota, MonotonicClock::of(Arc::clone(clock)));
        Self { limiter, checks: AtomicU32::new(0) }
    }

    /// Counts a try. Above the limit, the error says how long to wait.
    pub fn check(&self, key: &K) -> Result<(), RateLimited> {
        self.check_all(key, 1)
    }

    /// Counts `count` tries at once: all of them, or none. More than the burst are always refused.
    pub fn check_all(&self, key: &K, count: usize) -> Result<(), RateLimited> {
        let Some(count) = u32::try_from(count).ok().and_then(NonZeroU32::new) else {
            return Ok(());
        };
        if self.checks.fetch_add(1, Ordering::Relaxed).is_multiple_of(CHECKS_BETWEEN_CLEANINGS) {
            self.limiter.retain_recent();
            self.limiter.shrink_to_fit();
        }
        let wait = match self.limiter.check_key_n(key, count) {
            Ok(Ok(())) => return Ok(()),
            Ok(Err(until)) => {
                until.wait_time_from(governor::clock::Clock::now(self.limiter.clock()))
            }
            Err(InsufficientCapacity(_)) => MAX_WAIT,
        };
        Err(RateLimited { wait })
    }
}

/// Monotonic clock derived from ours. When that is set back, no time passes, so that no wait gets longer.
struct MonotonicClock {
    clock: Arc<dyn Clock>,
    seen: Mutex<(Timestamp, Duration)>,
}

impl MonotonicClock {
    fn of(clock: Arc<dyn Clock>) -> Self {
        let seen = Mutex::new((clock.now(), Duration::ZERO));
        Self { clock, seen }
    }
}

impl governor::clock::Clock for MonotonicClock {
    type Instant = Duration;

    fn now(&self) -> Duration {
        let mut seen = self.seen.lock();
        let now = self.clock.now();
        let passed = Duration::try_from(now.duration_since(seen.0)).unwrap_or_default();
        *seen = (now, seen.1 + passed);
        seen.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::FixedClock;

    fn limit(burst: u32, seconds: u64) -> (RateLimit<u32>, Arc<FixedClock>) {
        let fixed = Arc::new(FixedClock::at(1_000));
        let clock: Arc<dyn Clock> = Arc::<FixedClock>::clone(&fixed);
        (RateLimit::each(burst, Duration::from_secs(seconds), &clock), fixed)
    }

    fn wait(limit: &RateLimit<u32>, key: u32) -> Option<u64> {
        limit.check(&key).err().map(|limited| limited.wait.as_secs())
    }

    #[test]
    fn rate_limit_refills_one_try_per_interval() {
        let (limit, clock) = limit(2, 60);
        assert_eq!([(); 3].map(|()| wait(&limit, 7)), [None, None, Some(60)]);
        assert_eq!(wait(&limit, 8), None);
        clock.advance(20);
        assert_eq!(wait(&limit, 7), Some(40));
        clock.advance(40);
        assert_eq!([(); 2].map(|()| wait(&limit, 7)), [None, Some(60)]);
    }

    #[test]
    fn several_tries_count_together_or_not_at_all() {
        let (limit, clock) = limit(3, 60);
        assert!(limit.check_all(&7, 2).is_ok());
        assert!(limit.check_all(&7, 2).is_err());
        assert_eq!(wait(&limit, 7), None, "none of those was counted");
        clock.advance(120);
        assert!(limit.check_all(&7, 2).is_ok() && limit.check_all(&8, 4).is_err());
    }

    #[test]
    fn clock_set_back_does_not_extend_wait() {
        let (limit, clock) = limit(1, 60);
        clock.advance(1_000_000);
        assert_eq!(wait(&limit, 7), None);
        clock.advance(-1_000_000);
        assert_eq!(wait(&limit, 7), Some(60));
        clock.advance(60);
        assert_eq!(wait(&limit, 7), None);
    }

    #[test]
    fn expired_rate_limit_keys_are_removed() {
        let (limit, clock) = limit(1, 60);
        for key in 0..CHECKS_BETWEEN_CLEANINGS {
            limit.check(&key).unwrap();
        }
        clock.advance(3_600);
        limit.check(&0).unwrap();
        assert_eq!(limit.limiter.len(), 1);
    }
}
