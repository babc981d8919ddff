//! Values by their type, for modules that keep state of their own in a context that does not know them.

use std::any::{Any, TypeId};

use elsa::sync::FrozenMap;

/// Map with one value of each type, which lives as long as the map.
#[derive(Default)]
pub struct StateMap(FrozenMap<TypeId, Box<dyn Any + Send + Sync>>);

impl StateMap {
    /// Value of this type; the default one is added on first use.
    ///
    /// # Panics
    /// Never: a value is stored under the id of its own type.
    pub fn get<T: Any + Default + Send + Sync>(&self) -> &T {
        let key = TypeId::of::<T>();
        let value = self.0.get(&key).unwrap_or_else(|| self.0.insert(key, Box::<T>::default()));
        value.downcast_ref().expect("a value is stored under the id of its own type")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    #[derive(Default)]
    struct Count(AtomicU32);

    #[test]
    fn value_is_kept_between_uses() {
        let states = StateMap::default();
        states.get::<Count>().0.store(7, Ordering::Relaxed);
        assert_eq!(states.get::<Count>().0.load(Ordering::Relaxed), 7);
    }

    #[test]
    fn each_type_has_a_value_of_its_own() {
        let states = StateMap::default();
        states.get::<Count>().0.store(7, Ordering::Relaxed);
        assert_eq!(states.get::<AtomicU32>().load(Ordering::Relaxed), 0);
    }

    #[test]
    fn first_uses_at_once_share_one_value() {
        let states = Arc::new(StateMap::default());
        let add = || states.get::<Count>().0.fetch_add(1, Ordering::Relaxed);
        std::thread::scope(|scope| (0..8).for_each(|_| drop(scope.spawn(add))));
        assert_eq!(states.get::<Count>().0.load(Ordering::Relaxed), 8);
    }
}
