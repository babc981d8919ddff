//! Cache whose entries are valid for one version of their source.
//!
//! No crate has it: a cache with a version in its keys would keep outdated entries until they are evicted.

use std::collections::HashMap;
use std::hash::Hash;

use parking_lot::Mutex;

/// Cache of values derived from a source that counts its writes. A write makes all entries invalid.
/// With `MAX` entries it is cleared before another one is stored.
pub struct VersionedCache<K, V, const MAX: usize> {
    state: Mutex<State<K, V>>,
}

struct State<K, V> {
    /// Version of the source that the entries were derived from.
    version: u64,
    entries: HashMap<K, V>,
}

impl<K, V, const MAX: usize> Default for VersionedCache<K, V, MAX> {
    fn default() -> Self {
        Self { state: Mutex::new(State { version: 0, entries: HashMap::new() }) }
    }
}

impl<K: Hash + Eq, V: Clone, const MAX: usize> VersionedCache<K, V, MAX> {
    /// Value that was derived from this version of the source.
    pub fn get(&self, version: u64, key: &K) -> Option<V> {
        let state = self.state.lock();
        if state.version == version { state.entries.get(key).cloned() } else { None }
    }

    /// Stores a value derived from this version, which must have been read before the source was.
    pub fn insert(&self, version: u64, key: K, value: V) {
        let mut state = self.state.lock();
        if state.version > version {
            return;
        }
        if state.version < version || state.entries.len() >= MAX {
            *state = State { version, entries: HashMap::new() };
        }
        state.entries.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn write_invalidates_all_entries() {
        let cache = VersionedCache::<_, _, 2>::default();
        cache.insert(1, "a", 1);
        assert_eq!((cache.get(1, &"a"), cache.get(2, &"a")), (Some(1), None));
        cache.insert(2, "b", 2);
        cache.insert(1, "a", 1);
        assert_eq!((cache.get(2, &"a"), cache.get(2, &"b")), (None, Some(2)));
    }

    #[test]
    fn cache_never_exceeds_its_capacity() {
        let cache = VersionedCache::<_, _, 2>::default();
        for key in 0..5 {
            cache.insert(1, key, key);
        }
        assert_eq!((0..5).filter(|key| cache.get(1, key).is_some()).count(), 1);
    }
}
