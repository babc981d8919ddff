//! Throttle of jobs that many actions queue, such as one for every submitted memo: every run costs a sync of the disk.
//!
//! Not an [`ExpiringMap`](crate::platform::ExpiringMap): only one thread uses it, no entry may be dropped to make room for another,
//! and the time of the next expiry is needed.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use crate::domain::job::Job;

use super::MAX_WAIT;
use super::work::JobRules;

/// Jobs that ran less than their interval ago, each with the time from which equal ones may run again.
#[derive(Default)]
pub(super) struct Throttle(HashMap<Job, Instant>);

impl Throttle {
    /// Whether the job may run at `now`. A job that may not stays queued, and is run with those that are queued meanwhile.
    pub(super) fn may_run(&self, job: &Job, now: Instant) -> bool {
        self.0.get(job).is_none_or(|opens_at| *opens_at <= now)
    }

    /// Records that the job has run, and forgets jobs that may run again.
    pub(super) fn record_run(&mut self, job: Job, now: Instant) {
        self.0.retain(|_, opens_at| *opens_at > now);
        let interval = JobRules::of(&job).min_interval;
        if !interval.is_zero() {
            self.0.insert(job, now + interval);
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
    use crate::domain::id::BookId;
    use crate::domain::time::Timestamp;

    #[test]
    fn job_runs_again_after_its_interval() {
        let job = |n: u8| Job::PublishIfDue(BookId::new(Timestamp::default(), [n; 10]));
        let (rivers, lakes, interval) = (job(1), job(2), JobRules::of(&job(1)).min_interval);
        let mut throttle = Throttle::default();
        let now = Instant::now();
        assert!(throttle.may_run(&rivers, now));
        assert_eq!(throttle.delay(now), MAX_WAIT);
        throttle.record_run(rivers.clone(), now);
        assert!(!throttle.may_run(&rivers, now + interval / 2));
        assert!(throttle.may_run(&lakes, now));
        assert_eq!(throttle.delay(now + interval / 2), interval / 2);
        assert!(throttle.may_run(&rivers, now + interval));
        throttle.record_run(lakes, now + interval);
        assert_eq!(throttle.0.len(), 1);
        throttle.record_run(Job::DailyCleanup, now + interval);
        assert!(throttle.may_run(&Job::DailyCleanup, now + interval));
    }
}
