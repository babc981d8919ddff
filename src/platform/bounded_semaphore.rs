//! Blocking semaphore with a bounded wait queue: a caller that finds the queue full is turned away at once.
//!
//! For work that needs much memory or processor time, of which a small machine can do only one at a time.

use std::thread;

use parking_lot::{Condvar, Mutex};

/// Error of a caller that finds no place in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the wait queue is full")]
pub struct QueueFull;

/// Semaphore with so many permits and a wait queue of limited length. Blocks its caller: never used on an async thread.
#[derive(Debug)]
pub struct BoundedSemaphore {
    max_permits: usize,
    max_waiting: usize,
    state: Mutex<State>,
    released: Condvar,
}

#[derive(Debug, Default)]
struct State {
    permits_in_use: usize,
    waiting: usize,
}

/// Permit that is returned when dropped, also by a panic.
struct Permit<'a>(&'a BoundedSemaphore);

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        self.0.state.lock().permits_in_use -= 1;
        self.0.released.notify_one();
    }
}

impl BoundedSemaphore {
    pub fn new(max_permits: usize, max_waiting: usize) -> Self {
        Self { max_permits, max_waiting, state: Mutex::default(), released: Condvar::new() }
    }

    /// Semaphore with a permit for each processor.
    pub fn per_processor(max_waiting: usize) -> Self {
        Self::new(thread::available_parallelism().map_or(1, Into::into), max_waiting)
    }

    /// Number of callers in the queue.
    pub fn waiting(&self) -> usize {
        self.state.lock().waiting
    }

    /// Acquires a permit, runs the work and returns the permit.
    ///
    /// # Errors
    /// [`QueueFull`] when no permit is free and the queue is full; the work is not run.
    pub fn run<T>(&self, work: impl FnOnce() -> T) -> Result<T, QueueFull> {
        let mut state = self.state.lock();
        if state.permits_in_use >= self.max_permits {
            if state.waiting >= self.max_waiting {
                return Err(QueueFull);
            }
            state.waiting += 1;
            self.released.wait_while(&mut state, |state| state.permits_in_use >= self.max_permits);
            state.waiting -= 1;
        }
        state.permits_in_use += 1;
        drop(state);
        let _permit = Permit(self);
        Ok(work())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn caller_beyond_queue_is_turned_away() {
        let semaphore = BoundedSemaphore::new(1, 1);
        let (begun, is_working) = mpsc::channel();
        let (go, told) = mpsc::channel::<()>();
        let semaphore = &semaphore;
        thread::scope(|scope| {
            let first = scope.spawn(move || {
                semaphore.run(|| {
                    begun.send(()).unwrap();
                    told.recv().unwrap();
                })
            });
            is_working.recv().unwrap();
            let second = scope.spawn(|| semaphore.run(|| 2));
            while semaphore.waiting() == 0 {
                thread::yield_now();
            }
            assert_eq!(semaphore.run(|| 3), Err(QueueFull));
            go.send(()).unwrap();
            assert_eq!((first.join().unwrap(), second.join().unwrap()), (Ok(()), Ok(2)));
        });
    }

    #[test]
    fn panic_returns_the_permit() {
        let semaphore = BoundedSemaphore::new(1, 0);
        thread::scope(|scope| {
            let broken = scope.spawn(|| semaphore.run(|| panic!("broken work")));
            assert!(broken.join().is_err());
        });
        assert_eq!(semaphore.run(|| 1), Ok(1));
    }
}
