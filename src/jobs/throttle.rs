//! Throttle of jobs that many actions queue, such as one for every submitted memo: every run costs a sync of the disk.
//!
//! Not an [`ExpiringMap`](crate::platform::ExpiringMap): only one thread uses it, no entry may be dropped to make room for another,
//! and the time of the next expiry is needed.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use super::{BackgroundJob, MAX_WAIT};

/// Deduplication keys of jobs that ran less than their interval ago, each with the time from which it may run again.
#[derive(Default)]
pub(super) struct Throttle(HashMap<String, Instant>);

impl Throttle {
    /// Whether the job may run at `now`. A job that may not stays queued, and is run with those that are queued meanwhile.
    pub(super) fn may_run(&self, job: &dyn BackgroundJob, now: Instant) -> bool {
        let opens_at = job.deduplication_key().and_then(|key| self.0.get(&key).copied());
        opens_at.is_none_or(|opens_at| opens_at <= now)
    }

    /// Notes that the job has run, and forgets jobs that may run again.
    pub(super) fn note_run(&mut self, job: &dyn BackgroundJob, now: Instant) {
        self.0.retain(|_, opens_at| *opens_at > now);
        if let Some(key) = job.deduplication_key().filter(|_| !job.min_interval().is_zero()) {
            self.0.insert(key, now + job.min_interval());
        }
    }

    /// Time until the next throttled job may run.
    pub(super) fn delay(&self, now: Instant) -> Duration {
        let delays = self.0.values().map(|opens_at| opens_at.saturating_duration_since(now));
        delays.filter(|delay| !delay.is_zero()).min().unwrap_or(MAX_WAIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::context::Context;
    use crate::error::Result;

    const INTERVAL: Duration = Duration::from_secs(2);

    struct Count(&'static str);

    impl BackgroundJob for Count {
        fn name(&self) -> &'static str {
            self.0
        }

        fn deduplication_key(&self) -> Option<String> {
            Some(self.0.to_owned())
        }

        fn min_interval(&self) -> Duration {
            INTERVAL
        }

        fn run(&self, _: &Context) -> Result<()> {
            Ok(())
        }
    }

    #[test]
    fn job_runs_again_after_its_interval() {
        let mut throttle = Throttle::default();
        let now = Instant::now();
        assert!(throttle.may_run(&Count("rivers"), now));
        assert_eq!(throttle.delay(now), MAX_WAIT);
        throttle.note_run(&Count("rivers"), now);
        assert!(!throttle.may_run(&Count("rivers"), now + INTERVAL / 2));
        assert!(throttle.may_run(&Count("lakes"), now));
        assert_eq!(throttle.delay(now + INTERVAL / 2), INTERVAL / 2);
        assert!(throttle.may_run(&Count("rivers"), now + INTERVAL));
        throttle.note_run(&Count("lakes"), now + INTERVAL);
        assert_eq!(throttle.0.len(), 1);
    }
}
