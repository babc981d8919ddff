//! Lets a few through at a time and keeps a short line; whoever finds the line full is sent away at once.
//!
//! For work that costs much memory or processor: a small machine does two such things at once or none well.

use std::thread;

use parking_lot::{Condvar, Mutex};

/// The line is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many are waiting already")]
pub struct Full;

/// Blocks whoever waits; never used on an async thread.
#[derive(Debug)]
pub struct Turnstile {
    slots: usize,
    queue: usize,
    line: Mutex<Line>,
    moved: Condvar,
}

#[derive(Debug, Default)]
struct Line {
    working: usize,
    waiting: usize,
}

/// Frees the slot, also when the work panics.
struct Slot<'a>(&'a Turnstile);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.line.lock().working -= 1;
        self.0.moved.notify_one();
    }
}

impl Turnstile {
    /// So many at work, so many waiting.
    pub fn new(slots: usize, queue: usize) -> Self {
        Self { slots, queue, line: Mutex::default(), moved: Condvar::new() }
    }

    /// As many at work as there are processors, so many waiting.
    pub fn on_every_processor(queue: usize) -> Self {
        Self::new(thread::available_parallelism().map_or(1, Into::into), queue)
    }

    /// How many stand in line.
    pub fn waiting(&self) -> usize {
        self.line.lock().waiting
    }

    /// Does the work when it is its turn.
    pub fn pass<T>(&self, work: impl FnOnce() -> T) -> Result<T, Full> {
        let mut line = self.line.lock();
        if line.working >= self.slots {
            if line.waiting >= self.queue {
                return Err(Full);
            }
            line.waiting += 1;
            self.moved.wait_while(&mut line, |line| line.working >= self.slots);
            line.waiting -= 1;
        }
        line.working += 1;
        drop(line);
        let _slot = Slot(self);
        Ok(work())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn one_works_one_waits_and_the_third_is_sent_away() {
        let turnstile = Turnstile::new(1, 1);
        let (begun, is_working) = mpsc::channel();
        let (go, told) = mpsc::channel::<()>();
        let turnstile = &turnstile;
        thread::scope(|scope| {
            let first = scope.spawn(move || {
                turnstile.pass(|| {
                    begun.send(()).unwrap();
                    told.recv().unwrap();
                })
            });
            is_working.recv().unwrap();
            let second = scope.spawn(|| turnstile.pass(|| 2));
            while turnstile.waiting() == 0 {
                thread::yield_now();
            }
            assert_eq!(turnstile.pass(|| 3), Err(Full));
            go.send(()).unwrap();
            assert_eq!((first.join().unwrap(), second.join().unwrap()), (Ok(()), Ok(2)));
        });
    }

    #[test]
    fn a_panic_frees_its_slot() {
        let turnstile = Turnstile::new(1, 0);
        thread::scope(|scope| {
            let broken = scope.spawn(|| turnstile.pass(|| panic!("broken work")));
            assert!(broken.join().is_err());
        });
        assert_eq!(turnstile.pass(|| 1), Ok(1));
    }
}
