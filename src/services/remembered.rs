//! What was worked out from the store, remembered for as long as nothing at all is written: most calls only look.

use std::collections::HashMap;
use std::hash::Hash;

use parking_lot::Mutex;

/// A value for each key, as they were at the last write.
pub struct Remembered<K, V> {
    /// With more of them, all are forgotten.
    most: usize,
    kept: Mutex<Kept<K, V>>,
}

struct Kept<K, V> {
    writes: u64,
    values: HashMap<K, V>,
}

impl<K: Hash + Eq, V: Clone> Remembered<K, V> {
    pub(super) fn new(most: usize) -> Self {
        Self { most, kept: Mutex::new(Kept { writes: 0, values: HashMap::new() }) }
    }

    /// The value, if it was worked out since the last of so many writes. Takes no time.
    pub(super) fn get(&self, writes: u64, key: &K) -> Option<V> {
        let kept = self.kept.lock();
        if kept.writes == writes { kept.values.get(key).cloned() } else { None }
    }

    /// Remembers what was worked out after so many writes, which must have been counted before.
    pub(super) fn put(&self, writes: u64, key: K, value: V) {
        let mut kept = self.kept.lock();
        if kept.writes > writes {
            return;
        }
        if kept.writes < writes || kept.values.len() >= self.most {
            *kept = Kept { writes, values: HashMap::new() };
        }
        kept.values.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_makes_everything_forgotten() {
        let remembered = Remembered::new(2);
        remembered.put(1, "a", 1);
        assert_eq!((remembered.get(1, &"a"), remembered.get(2, &"a")), (Some(1), None));
        remembered.put(2, "b", 2);
        remembered.put(1, "a", 1);
        assert_eq!((remembered.get(2, &"a"), remembered.get(2, &"b")), (None, Some(2)));
    }

    #[test]
    fn there_are_never_more_than_said() {
        let remembered = Remembered::new(2);
        for key in 0..5 {
            remembered.put(1, key, key);
        }
        assert_eq!((0..5).filter(|key| remembered.get(1, key).is_some()).count(), 1);
    }
}
