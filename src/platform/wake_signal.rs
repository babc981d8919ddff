//! Wake-up of a thread that waits for work.

use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// Signal that wakes its receiver. A notification without a waiting receiver ends the next wait at once; several coalesce.
#[derive(Default)]
pub struct WakeSignal {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    is_notified: bool,
    is_closed: bool,
    receiver_died: bool,
}

impl WakeSignal {
    /// Wakes the receiver.
    pub fn notify(&self) {
        self.state.lock().is_notified = true;
        self.changed.notify_all();
    }

    /// Makes the receiver stop: every wait ends at once from now on.
    pub fn close(&self) {
        self.state.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Waits for a notification, at most `timeout`; `false` when the signal is closed.
    pub fn wait(&self, timeout: Duration) -> bool {
        let mut state = self.state.lock();
        if !state.is_notified && !state.is_closed {
            self.changed.wait_for(&mut state, timeout);
        }
        state.is_notified = false;
        !state.is_closed
    }

    /// Waits for `timeout`, whether or not the receiver is notified meanwhile; `false` when the signal is closed, which ends the wait.
    pub fn pause(&self, timeout: Duration) -> bool {
        let mut state = self.state.lock();
        let is_open = |state: &mut State| !state.is_closed;
        self.changed.wait_while_for(&mut state, is_open, timeout);
        !state.is_closed
    }

    pub fn is_open(&self) -> bool {
        !self.state.lock().is_closed
    }

    /// Whether the receiving thread ended before the signal was closed: work is no longer done.
    pub fn receiver_died(&self) -> bool {
        self.state.lock().receiver_died
    }
}

/// Held by the receiving thread; dropped before the signal is closed, it records that the receiver died.
pub struct ReceiverGuard<'a>(pub &'a WakeSignal);

impl Drop for ReceiverGuard<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.receiver_died = !state.is_closed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receiver_died_unless_signal_was_closed() {
        let signal = WakeSignal::default();
        assert!(!signal.receiver_died(), "there was none yet");
        let guard = ReceiverGuard(&signal);
        assert!(!signal.receiver_died());
        drop(guard);
        assert!(signal.receiver_died());

        let closed = WakeSignal::default();
        let guard = ReceiverGuard(&closed);
        closed.close();
        drop(guard);
        assert!(!closed.receiver_died());
    }

    #[test]
    fn pause_ends_when_signal_is_closed() {
        let signal = WakeSignal::default();
        signal.notify();
        assert!(signal.pause(Duration::from_millis(1)));
        std::thread::scope(|scope| {
            let paused = scope.spawn(|| signal.pause(Duration::from_hours(1)));
            signal.close();
            assert!(!paused.join().unwrap());
        });
    }

    #[test]
    fn early_notification_wakes_the_next_wait() {
        let signal = WakeSignal::default();
        signal.notify();
        assert!(signal.wait(Duration::MAX));
        signal.close();
        assert!(!signal.wait(Duration::MAX));
    }
}
