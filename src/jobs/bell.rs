//! What wakes the threads that wait for work.

use std::time::Duration;

use parking_lot::{Condvar, Mutex};

/// Wakes whoever waits. Rung before anybody waits, it wakes the next who does.
#[derive(Default)]
pub struct Bell {
    state: Mutex<BellState>,
    rung: Condvar,
}

#[derive(Default)]
struct BellState {
    rung: bool,
    closed: bool,
    deserted: bool,
}

impl Bell {
    /// There may be something to do.
    pub fn ring(&self) {
        self.state.lock().rung = true;
        self.rung.notify_all();
    }

    /// Nothing is to be begun any more.
    pub fn close(&self) {
        self.state.lock().closed = true;
        self.rung.notify_all();
    }

    /// Waits for a ring, at most `longest`; `false` when the bell is closed.
    pub(super) fn wait(&self, longest: Duration) -> bool {
        let mut state = self.state.lock();
        if !state.rung && !state.closed {
            self.rung.wait_for(&mut state, longest);
        }
        state.rung = false;
        !state.closed
    }

    /// Whether more may be begun.
    pub fn is_open(&self) -> bool {
        !self.state.lock().closed
    }

    /// Whether whoever heard it is gone, although there is more to do.
    pub fn is_deserted(&self) -> bool {
        self.state.lock().deserted
    }
}

/// Somebody hears the bell while this is there.
pub(super) struct Attended<'a>(pub(super) &'a Bell);

impl Drop for Attended<'_> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        state.deserted = !state.closed;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bell_that_nobody_hears_any_more_says_so_unless_it_was_closed() {
        let bell = Bell::default();
        assert!(!bell.is_deserted(), "nobody is to hear it where no server runs");
        let attended = Attended(&bell);
        assert!(!bell.is_deserted());
        drop(attended);
        assert!(bell.is_deserted());

        let closed = Bell::default();
        let attended = Attended(&closed);
        closed.close();
        drop(attended);
        assert!(!closed.is_deserted());
    }
}
