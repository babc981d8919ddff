//! Limit of open connections or of pending requests, in all and by key.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;

/// Counter of open connections with a limit for all together and one for each key, such as a client's network.
#[derive(Debug)]
pub struct ConnectionLimiter<K> {
    max_total: u32,
    max_per_key: u32,
    open: Mutex<OpenConnections<K>>,
}

#[derive(Debug)]
struct OpenConnections<K> {
    total: u32,
    /// Keys with open connections only.
    per_key: HashMap<K, u32>,
}

/// Permit for one connection, returned when dropped.
#[derive(Debug)]
pub struct ConnectionPermit<K: Eq + Hash> {
    limiter: Arc<ConnectionLimiter<K>>,
    key: Option<K>,
}

impl<K: Eq + Hash + Clone> ConnectionLimiter<K> {
    pub fn new(max_total: u32, max_per_key: u32) -> Arc<Self> {
        let open = Mutex::new(OpenConnections { total: 0, per_key: HashMap::new() });
        Arc::new(Self { max_total, max_per_key, open })
    }

    /// Permit for a connection; `None` when a limit is reached. Without a key only the total counts.
    pub fn try_acquire(self: &Arc<Self>, key: Option<K>) -> Option<ConnectionPermit<K>> {
        let mut open = self.open.lock();
        if open.total >= self.max_total {
            return None;
        }
        if let Some(key) = &key {
            let of_key = open.per_key.get(key).copied().unwrap_or(0);
            if of_key >= self.max_per_key {
                return None;
            }
            open.per_key.insert(key.clone(), of_key + 1);
        }
        open.total += 1;
        Some(ConnectionPermit { limiter: Arc::clone(self), key })
    }

    /// Number of connections that have a permit.
    pub fn total(&self) -> u32 {
        self.open.lock().total
    }
}

impl<K: Eq + Hash> Drop for ConnectionPermit<K> {
    fn drop(&mut self) {
        let mut open = self.limiter.open.lock();
        open.total -= 1;
        let Some(key) = &self.key else { return };
        let left = open.per_key.get_mut(key).map_or(0, |of_key| {
            *of_key -= 1;
            *of_key
        });
        if left == 0 {
            open.per_key.remove(key);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn key_at_its_limit_leaves_room_for_others() {
        let limiter = ConnectionLimiter::new(4, 2);
        let acquire = |key| limiter.try_acquire(Some(key));
        let (one, _two) = (acquire("a").unwrap(), acquire("a").unwrap());
        assert!(acquire("a").is_none());
        let others = [acquire("b").unwrap(), acquire("b").unwrap()];
        assert!(acquire("c").is_none() && limiter.try_acquire(None).is_none());
        drop(one);
        assert!(acquire("a").is_some());
        drop(others);
        assert_eq!(limiter.total(), 1);
        assert_eq!(limiter.open.lock().per_key.len(), 1);
    }
}
