//! Work in progress by key, for callers that ask about it or must not begin it twice.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;

/// Map of the state of work in progress. An entry lives as long as its guard.
#[derive(Debug)]
pub struct InFlight<K, V>(Arc<Mutex<HashMap<K, V>>>);

/// Entry of one piece of work, removed when dropped.
#[derive(Debug)]
pub struct InFlightGuard<K: Eq + Hash, V> {
    entries: InFlight<K, V>,
    key: K,
}

impl<K, V> Default for InFlight<K, V> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

impl<K, V> Clone for InFlight<K, V> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Eq + Hash + Clone, V: Clone> InFlight<K, V> {
    /// Adds an entry; `None` when work with this key is in progress.
    pub fn try_begin(&self, key: K, state: V) -> Option<InFlightGuard<K, V>> {
        let mut entries = self.0.lock();
        if entries.contains_key(&key) {
            return None;
        }
        entries.insert(key.clone(), state);
        Some(InFlightGuard { entries: self.clone(), key })
    }

    /// State of the work; `None` when none is in progress.
    pub fn get(&self, key: &K) -> Option<V> {
        self.0.lock().get(key).cloned()
    }

    /// All work in progress, in no order.
    pub fn entries(&self) -> Vec<(K, V)> {
        self.0.lock().iter().map(|(key, state)| (key.clone(), state.clone())).collect()
    }
}

impl<K: Eq + Hash + Clone, V> InFlightGuard<K, V> {
    /// Replaces the state that others see.
    pub fn set(&self, state: V) {
        self.entries.0.lock().insert(self.key.clone(), state);
    }
}

impl<K: Eq + Hash, V> Drop for InFlightGuard<K, V> {
    fn drop(&mut self) {
        self.entries.0.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_with_one_key_begins_once() {
        let in_flight = InFlight::default();
        let guard = in_flight.try_begin("a", 1);
        assert!(in_flight.try_begin("a", 2).is_none() && in_flight.try_begin("b", 2).is_some());
        drop(guard);
        assert!(in_flight.try_begin("a", 3).is_some());
    }

    #[test]
    fn state_is_seen_until_guard_is_dropped() {
        let in_flight = InFlight::default();
        let guard = in_flight.try_begin("a", 1).unwrap();
        guard.set(2);
        assert_eq!((in_flight.get(&"a"), in_flight.entries()), (Some(2), vec![("a", 2)]));
        drop(guard);
        assert_eq!(in_flight.get(&"a"), None);
    }
}
