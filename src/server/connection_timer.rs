//! Timer of a connection: its phase, and the deadline of that phase.
//!
//! A request that is being answered has no deadline here: it may be long work, or a member who watches a thread.

use std::sync::Arc;

use parking_lot::Mutex;
use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::timeouts::Timeouts;

/// Timer of one connection.
#[derive(Debug)]
pub(super) struct ConnectionTimer {
    timeouts: Timeouts,
    state: Mutex<State>,
    deadline_changed: Notify,
}

#[derive(Debug)]
struct State {
    phase: Phase,
    since: Instant,
    requests: usize,
    /// Whether requests share the connection, so that received bytes need not begin a new one.
    is_shared: bool,
    /// Time since which no byte of a response could be sent.
    stalled: Option<Instant>,
    /// Time at which the deadline is checked next.
    planned: Option<Instant>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// A request is being received, or the connection is new.
    Head,
    Request,
    Idle,
}

/// Kind of an expired deadline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeoutKind {
    /// All requests were answered, and no other came.
    Idle,
    /// A request is sent, or a response received, too slowly.
    Slow,
}

/// Guard of a request in flight, which ends when it is dropped.
#[derive(Debug)]
pub(super) struct RequestGuard(Arc<ConnectionTimer>);

impl ConnectionTimer {
    pub(super) fn new(timeouts: Timeouts) -> Arc<Self> {
        let (phase, since) = (Phase::Head, Instant::now());
        let state =
            State { phase, since, requests: 0, is_shared: false, stalled: None, planned: None };
        Arc::new(Self { timeouts, state: Mutex::new(state), deadline_changed: Notify::new() })
    }

    /// Notes received bytes.
    pub(super) fn record_received(&self) {
        let mut state = self.state.lock();
        if state.phase == Phase::Idle && !state.is_shared {
            self.enter_phase(&mut state, Phase::Head);
        }
    }

    /// Notes that writing has stalled, or goes on.
    pub(super) fn set_stalled(&self, stalled: bool) {
        let mut state = self.state.lock();
        state.stalled = stalled.then(Instant::now);
        self.plan(&state);
    }

    /// Notes that a request head is complete.
    pub(super) fn begin(self: &Arc<Self>, is_shared: bool) -> RequestGuard {
        let mut state = self.state.lock();
        state.requests += 1;
        state.is_shared = is_shared;
        self.enter_phase(&mut state, Phase::Request);
        RequestGuard(Arc::clone(self))
    }

    fn enter_phase(&self, state: &mut State, phase: Phase) {
        state.phase = phase;
        state.since = Instant::now();
        self.plan(state);
    }

    /// Wakes the waiting task if the deadline is now sooner.
    fn plan(&self, state: &State) {
        if let Some((deadline, _)) = self.deadline(state)
            && state.planned.is_none_or(|planned| deadline < planned)
        {
            self.deadline_changed.notify_one();
        }
    }

    fn deadline(&self, state: &State) -> Option<(Instant, TimeoutKind)> {
        let phase = match state.phase {
            Phase::Head => Some((state.since + self.timeouts.head, TimeoutKind::Slow)),
            Phase::Request => None,
            Phase::Idle => Some((state.since + self.timeouts.idle, TimeoutKind::Idle)),
        };
        let stalled = state.stalled.map(|since| (since + self.timeouts.body, TimeoutKind::Slow));
        phase.into_iter().chain(stalled).min_by_key(|(deadline, _)| *deadline)
    }

    /// Waits until a deadline of the connection has expired.
    pub(super) async fn expired(&self) -> TimeoutKind {
        loop {
            let deadline = {
                let mut state = self.state.lock();
                let deadline = self.deadline(&state);
                state.planned = deadline.map(|(deadline, _)| deadline);
                deadline
            };
            match deadline {
                None => self.deadline_changed.notified().await,
                Some((deadline, late)) if deadline <= Instant::now() => return late,
                Some((deadline, _)) => tokio::select! {
                    () = self.deadline_changed.notified() => {}
                    () = sleep_until(deadline) => {}
                },
            }
        }
    }
}

impl Drop for RequestGuard {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.requests -= 1;
        if state.requests == 0 {
            self.0.enter_phase(&mut state, Phase::Idle);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    const PACE: Timeouts = Timeouts {
        head: Duration::from_secs(10),
        body: Duration::from_secs(30),
        idle: Duration::from_secs(75),
        stop: Duration::from_secs(10),
    };

    /// Seconds from the beginning of the phase to its deadline, and the time of that beginning.
    fn deadline(timer: &ConnectionTimer) -> (Option<(u64, TimeoutKind)>, Instant) {
        let state = timer.state.lock();
        let since = state.since;
        let deadline = timer.deadline(&state);
        (deadline.map(|(at, late)| (at.duration_since(since).as_secs(), late)), since)
    }

    #[test]
    fn slow_request_times_out_answered_one_never() {
        let timer = ConnectionTimer::new(PACE);
        let new = deadline(&timer);
        assert_eq!(new.0, Some((10, TimeoutKind::Slow)));
        timer.record_received();
        assert_eq!(deadline(&timer), new);

        let guard = timer.begin(false);
        timer.record_received();
        assert_eq!(deadline(&timer).0, None);
        drop(guard);
        assert_eq!(deadline(&timer).0, Some((75, TimeoutKind::Idle)));
        timer.record_received();
        assert_eq!(
            deadline(&timer).0,
            Some((10, TimeoutKind::Slow)),
            "the next has the time of the first"
        );
    }

    #[test]
    fn requests_that_share_a_connection_end_it_together() {
        let timer = ConnectionTimer::new(PACE);
        let (one, other) = (timer.begin(true), timer.begin(true));
        drop(one);
        assert_eq!(deadline(&timer).0, None);
        drop(other);
        let idle = deadline(&timer);
        assert_eq!(idle.0, Some((75, TimeoutKind::Idle)));
        timer.record_received();
        assert_eq!(deadline(&timer), idle, "a ping is no request");
    }

    #[test]
    fn stalled_response_times_out() {
        let timer = ConnectionTimer::new(PACE);
        let _guard = timer.begin(false);
        timer.set_stalled(true);
        assert_eq!(deadline(&timer).0, Some((30, TimeoutKind::Slow)));
        timer.set_stalled(false);
        assert_eq!(deadline(&timer).0, None);
    }

    #[tokio::test]
    async fn shortened_deadline_wakes_the_waiter() {
        let soon = Duration::from_millis(1);
        let timer = ConnectionTimer::new(Timeouts { idle: soon, body: soon, ..PACE });
        let guard = timer.begin(false);
        assert_eq!(tokio::join!(timer.expired(), async { drop(guard) }).0, TimeoutKind::Idle);
        let _guard = timer.begin(false);
        assert_eq!(
            tokio::join!(timer.expired(), async { timer.set_stalled(true) }).0,
            TimeoutKind::Slow
        );
    }
}
