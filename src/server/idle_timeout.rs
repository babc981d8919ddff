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
    sooner: Notify,
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
        Arc::new(Self { timeouts, state: Mutex::new(state), sooner: Notify::new() })
    }

    /// Notes received bytes.
    pub(super) fn note_received(&self) {
        let mut state = self.state.lock();
        if state.phase == Phase::Idle && !state.is_shared {
            self.turn(&mut state, Phase::Head);
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
        self.turn(&mut state, Phase::Request);
        RequestGuard(Arc::clone(self))
    }

    fn turn(&self, state: &mut State, phase: Phase) {
        state.phase = phase;
        state.since = Instant::now();
        self.plan(state);
    }

    /// Wakes the waiting task if the deadline is now sooner.
    fn plan(&self, state: &State) {
        if let Some((deadline, _)) = self.deadline(state)
            && state.planned.is_none_or(|planned| deadline < planned)
        {
            self.sooner.notify_one();
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
    pub(super) async fn late(&self) -> TimeoutKind {
        loop {
            let deadline = {
                let mut state = self.state.lock();
                let deadline = self.deadline(&state);
                state.planned = deadline.map(|(deadline, _)| deadline);
                deadline
            };
            match deadline {
                None => self.sooner.notified().await,
                Some((deadline, late)) if deadline <= Instant::now() => return late,
                Some((deadline, _)) => tokio::select! {
                    () = self.sooner.notified() => {}
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
            self.0.turn(&mut state, Phase::Idle);
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
    fn deadline(pulse: &ConnectionTimer) -> (Option<(u64, TimeoutKind)>, Instant) {
        let state = pulse.state.lock();
        let since = state.since;
        let deadline = pulse.deadline(&state);
        (deadline.map(|(at, late)| (at.duration_since(since).as_secs(), late)), since)
    }

    #[test]
    fn slow_request_times_out_answered_one_never() {
        let pulse = ConnectionTimer::new(PACE);
        let new = deadline(&pulse);
        assert_eq!(new.0, Some((10, TimeoutKind::Slow)));
        pulse.note_received();
        assert_eq!(deadline(&pulse), new);

        let visit = pulse.begin(false);
        pulse.note_received();
        assert_eq!(deadline(&pulse).0, None);
        drop(visit);
        assert_eq!(deadline(&pulse).0, Some((75, TimeoutKind::Idle)));
        pulse.note_received();
        assert_eq!(
            deadline(&pulse).0,
            Some((10, TimeoutKind::Slow)),
            "the next has the time of the first"
        );
    }

    #[test]
    fn requests_that_share_a_connection_end_it_together() {
        let pulse = ConnectionTimer::new(PACE);
        let (one, other) = (pulse.begin(true), pulse.begin(true));
        drop(one);
        assert_eq!(deadline(&pulse).0, None);
        drop(other);
        let idle = deadline(&pulse);
        assert_eq!(idle.0, Some((75, TimeoutKind::Idle)));
        pulse.note_received();
        assert_eq!(deadline(&pulse), idle, "a ping is no request");
    }

    #[test]
    fn an_answer_that_nobody_takes_is_late() {
        let pulse = ConnectionTimer::new(PACE);
        let _visit = pulse.begin(false);
        pulse.set_stalled(true);
        assert_eq!(deadline(&pulse).0, Some((30, TimeoutKind::Slow)));
        pulse.set_stalled(false);
        assert_eq!(deadline(&pulse).0, None);
    }

    #[tokio::test]
    async fn whoever_waits_is_told_of_a_sooner_deadline() {
        let soon = Duration::from_millis(1);
        let pulse = ConnectionTimer::new(Timeouts { idle: soon, body: soon, ..PACE });
        let visit = pulse.begin(false);
        assert_eq!(tokio::join!(pulse.late(), async { drop(visit) }).0, TimeoutKind::Idle);
        let _visit = pulse.begin(false);
        assert_eq!(
            tokio::join!(pulse.late(), async { pulse.set_stalled(true) }).0,
            TimeoutKind::Slow
        );
    }
}
