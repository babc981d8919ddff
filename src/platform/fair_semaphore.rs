//! Blocking semaphore with a bounded wait queue for each key; permits go round-robin among the keys.
//!
//! For work that costs much memory or processor, asked for by many accounts: a long queue of one does not delay the others.

use std::collections::VecDeque;

use parking_lot::{Condvar, Mutex};

/// Maximum number of waiters of one key in the queue.
const MAX_WAITING_PER_KEY: usize = 2;

/// Error of a caller that finds no place in the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AcquireError {
    #[error("the wait queue is full")]
    QueueFull,
    #[error("the key has as many waiters as it may have")]
    KeyQueueFull,
}

/// Semaphore shared by the holders of keys. Blocks its caller: never used on an async thread.
#[derive(Debug)]
pub struct FairSemaphore<K> {
    max_waiting: usize,
    max_waiting_per_key: usize,
    state: Mutex<State<K>>,
    granted: Condvar,
}

#[derive(Debug)]
struct State<K> {
    permits: usize,
    next_ticket: u64,
    /// Keys with waiters, the next to be served first. Each has at least one ticket.
    queues: VecDeque<(K, VecDeque<u64>)>,
    /// Tickets that already own a permit but whose thread has not woken yet.
    granted: Vec<u64>,
}

/// Permit that is returned when dropped, also by a panic.
struct Permit<'a, K: Copy + Eq>(&'a FairSemaphore<K>);

impl<K: Copy + Eq> Drop for Permit<'_, K> {
    fn drop(&mut self) {
        let mut state = self.0.state.lock();
        match state.next_waiter() {
            Some(ticket) => state.granted.push(ticket),
            None => state.permits += 1,
        }
        drop(state);
        self.0.granted.notify_all();
    }
}

impl<K: Copy + Eq> State<K> {
    fn waiting(&self) -> usize {
        self.queues.iter().map(|(_, tickets)| tickets.len()).sum()
    }

    fn waiting_of(&self, key: K) -> usize {
        self.queues.iter().find(|(of, _)| *of == key).map_or(0, |(_, tickets)| tickets.len())
    }

    fn enqueue(&mut self, key: K) -> u64 {
        let ticket = self.next_ticket;
        self.next_ticket += 1;
        match self.queues.iter_mut().find(|(of, _)| *of == key) {
            Some((_, tickets)) => tickets.push_back(ticket),
            None => self.queues.push_back((key, VecDeque::from([ticket]))),
        }
        ticket
    }

    /// Removes the oldest ticket of the next key, which then comes last.
    fn next_waiter(&mut self) -> Option<u64> {
        let (key, mut tickets) = self.queues.pop_front()?;
        let ticket = tickets.pop_front();
        if !tickets.is_empty() {
            self.queues.push_back((key, tickets));
        }
        ticket
    }
}

impl<K: Copy + Eq> FairSemaphore<K> {
    /// Semaphore with so many permits and so many waiters. One key never has more than half of the queue.
    pub fn new(permits: usize, max_waiting: usize) -> Self {
        let state = State { permits, next_ticket: 0, queues: VecDeque::new(), granted: Vec::new() };
        Self {
            max_waiting,
            max_waiting_per_key: MAX_WAITING_PER_KEY.min(max_waiting.div_ceil(2)),
            state: Mutex::new(state),
            granted: Condvar::new(),
        }
    }

    /// Number of callers that wait for a permit.
    pub fn waiting(&self) -> usize {
        self.state.lock().waiting()
    }

    /// Runs the work with a permit, after the waiters before it.
    ///
    /// # Errors
    /// [`AcquireError`] at once when the queue, or the key's part of it, is full.
    pub fn run<T>(&self, key: K, work: impl FnOnce() -> T) -> Result<T, AcquireError> {
        let _permit = self.acquire(key)?;
        Ok(work())
    }

    fn acquire(&self, key: K) -> Result<Permit<'_, K>, AcquireError> {
        let mut state = self.state.lock();
        if state.permits > 0 {
            state.permits -= 1;
        } else if state.waiting_of(key) >= self.max_waiting_per_key {
            return Err(AcquireError::KeyQueueFull);
        } else if state.waiting() >= self.max_waiting {
            return Err(AcquireError::QueueFull);
        } else {
            let ticket = state.enqueue(key);
            self.granted.wait_while(&mut state, |state| !state.granted.contains(&ticket));
            state.granted.retain(|granted| *granted != ticket);
        }
        drop(state);
        Ok(Permit(self))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn permits_go_round_robin_among_keys() {
        let semaphore = &FairSemaphore::new(1, 8);
        let order = &Mutex::new(Vec::new());
        let (release, released) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let (acquired, is_acquired) = mpsc::channel();
            scope.spawn(move || {
                semaphore.run('a', || {
                    acquired.send(()).unwrap();
                    released.recv().unwrap();
                })
            });
            is_acquired.recv().unwrap();
            for (waiting, key) in ['a', 'a', 'b', 'c'].into_iter().enumerate() {
                scope.spawn(move || semaphore.run(key, || order.lock().push(key)));
                while semaphore.waiting() == waiting {
                    thread::yield_now();
                }
            }
            assert_eq!(semaphore.run('a', || ()), Err(AcquireError::KeyQueueFull));
            release.send(()).unwrap();
        });
        assert_eq!(*order.lock(), ['a', 'b', 'c', 'a']);
    }

    #[test]
    fn single_key_fills_at_most_half_of_queue() {
        let semaphore = &FairSemaphore::new(1, 2);
        let (release, released) = mpsc::channel::<()>();
        thread::scope(|scope| {
            let (acquired, is_acquired) = mpsc::channel();
            scope.spawn(move || {
                semaphore.run('a', || {
                    acquired.send(()).unwrap();
                    released.recv().unwrap();
                })
            });
            is_acquired.recv().unwrap();
            for (waiting, key) in ['a', 'b'].into_iter().enumerate() {
                scope.spawn(move || semaphore.run(key, || ()));
                while semaphore.waiting() == waiting {
                    thread::yield_now();
                }
                assert_eq!(semaphore.run('a', || ()), Err(AcquireError::KeyQueueFull));
            }
            assert_eq!(semaphore.run('c', || ()), Err(AcquireError::QueueFull));
            release.send(()).unwrap();
        });
    }

    #[test]
    fn panic_returns_its_permit() {
        let semaphore = FairSemaphore::new(1, 0);
        thread::scope(|scope| {
            let broken = scope.spawn(|| semaphore.run('a', || panic!("broken work")));
            assert!(broken.join().is_err());
        });
        assert_eq!(semaphore.run('a', || 1), Ok(1));
    }
}
