//! Map whose entries expire.

use std::collections::HashMap;
use std::hash::Hash;

use parking_lot::{Mutex, MutexGuard};

/// Map of at most `MAX` entries, each of which is valid until its own time. `T` is a point in time.
#[derive(Debug)]
pub struct ExpiringMap<K, V, T, const MAX: usize>(Mutex<HashMap<K, (V, T)>>);

/// Locked map of the entries that are valid.
#[derive(Debug)]
pub struct ValidEntries<'a, K, V, T, const MAX: usize>(MutexGuard<'a, HashMap<K, (V, T)>>);

impl<K, V, T, const MAX: usize> Default for ExpiringMap<K, V, T, MAX> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, V, T: Copy + Ord, const MAX: usize> ExpiringMap<K, V, T, MAX> {
    /// Removes the entries that have expired, and locks the map for the others.
    pub fn lock(&self, now: T) -> ValidEntries<'_, K, V, T, MAX> {
        let mut entries = self.0.lock();
        entries.retain(|_, (_, expires_at)| *expires_at > now);
        ValidEntries(entries)
    }
}

impl<K: Eq + Hash + Clone, V, T: Copy + Ord, const MAX: usize> ValidEntries<'_, K, V, T, MAX> {
    pub fn is_full(&self) -> bool {
        self.0.len() >= MAX
    }

    /// Adds an entry, in place of an earlier one with the same key. A full map loses the entry that would expire first.
    pub fn insert(&mut self, key: K, value: V, expires_at: T) {
        if self.is_full() && !self.0.contains_key(&key) {
            self.remove_first(|_| true);
        }
        self.0.insert(key, (value, expires_at));
    }

    /// Removes the entry that would expire first, of those for which `may_go` is true; returns it if there is one.
    pub fn remove_first(&mut self, may_go: impl Fn(&V) -> bool) -> Option<V> {
        let removable = self.0.iter().filter(|(_, (value, _))| may_go(value));
        let first = removable.min_by_key(|(_, (_, expires_at))| *expires_at);
        let first = first.map(|(key, _)| key.clone())?;
        self.remove(&first)
    }

    pub fn values(&self) -> impl Iterator<Item = &V> {
        self.0.values().map(|(value, _)| value)
    }

    pub fn get_mut(&mut self, key: &K) -> Option<&mut V> {
        self.0.get_mut(key).map(|(value, _)| value)
    }

    pub fn remove(&mut self, key: &K) -> Option<V> {
        self.0.remove(key).map(|(value, _)| value)
    }

    /// Removes the entries for which `is_kept` is false.
    pub fn retain(&mut self, mut is_kept: impl FnMut(&V) -> bool) {
        self.0.retain(|_, (value, _)| is_kept(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Map = ExpiringMap<&'static str, u8, u32, 2>;

    #[test]
    fn entry_is_valid_until_its_time() {
        let map = Map::default();
        map.lock(0).insert("a", 1, 10);
        assert_eq!(map.lock(9).get_mut(&"a"), Some(&mut 1));
        assert_eq!(map.lock(10).get_mut(&"a"), None);
        assert_eq!(map.lock(0).remove(&"a"), None, "an expired entry comes back");
    }

    #[test]
    fn full_map_loses_the_entry_that_expires_first() {
        let map = Map::default();
        let mut entries = map.lock(0);
        entries.insert("late", 1, 30);
        entries.insert("soon", 2, 10);
        assert!(entries.is_full());
        entries.insert("new", 3, 20);
        assert_eq!((entries.remove(&"soon"), entries.remove(&"late")), (None, Some(1)));
        assert!(!entries.is_full());
    }

    #[test]
    fn first_of_the_removable_entries_is_removed() {
        let map = Map::default();
        let mut entries = map.lock(0);
        entries.insert("kept", 1, 10);
        entries.insert("soon", 2, 20);
        assert_eq!(entries.remove_first(|value| *value > 1), Some(2));
        assert_eq!(entries.remove_first(|value| *value > 1), None);
        assert_eq!(entries.values().collect::<Vec<_>>(), [&1]);
    }

    #[test]
    fn key_is_replaced_in_a_full_map() {
        let map = Map::default();
        let mut entries = map.lock(0);
        entries.insert("a", 1, 10);
        entries.insert("b", 2, 20);
        entries.insert("b", 3, 30);
        assert_eq!((entries.remove(&"a"), entries.remove(&"b")), (Some(1), Some(3)));
    }

    #[test]
    fn retain_removes_by_value() {
        let map = Map::default();
        let mut entries = map.lock(0);
        entries.insert("a", 1, 10);
        entries.insert("b", 2, 10);
        entries.retain(|value| *value != 1);
        assert_eq!((entries.remove(&"a"), entries.remove(&"b")), (None, Some(2)));
    }
}
