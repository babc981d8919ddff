//! Typed access to the engine's tables of bytes.

use std::marker::PhantomData;
use std::ops::Bound;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::engine::{Order, ReadTx, WriteTx};
use super::key::{Key, successor};
use super::{Error, Result, codec};

/// Number of entries read into memory at once in a scan of a whole table.
const AT_A_TIME: usize = 256;

/// Table of typed entries.
pub(super) struct Table<K, V> {
    pub(super) name: &'static str,
    /// Length in bytes of the fields that were appended to the value since the table was made, where they are empty.
    appended: usize,
    types: PhantomData<fn(K) -> V>,
}

/// Table of any key and value type.
pub(super) trait AnyTable: Sync {
    fn name(&self) -> &'static str;

    /// Length in bytes of the value as this program would write it; `None` if it cannot be decoded.
    fn length(&self, value: &[u8]) -> Option<usize>;
}

impl<K, V: Serialize + DeserializeOwned> AnyTable for Table<K, V> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn length(&self, value: &[u8]) -> Option<usize> {
        let value = self.decode(value).ok()?;
        codec::encode(&value).ok().map(|written| written.len())
    }
}

impl<K, V> Table<K, V> {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, appended: 0, types: PhantomData }
    }

    /// The table, in whose values the last fields, of so many bytes where they are empty, may be absent.
    pub(super) const fn with_appended(self, bytes: usize) -> Self {
        Self { appended: bytes, ..self }
    }

    pub(super) fn decode(&self, value: &[u8]) -> Result<V>
    where
        V: DeserializeOwned,
    {
        codec::decode(value, self.appended).ok_or(Error::Corrupt { table: self.name })
    }
}

impl ReadTx {
    /// Returns the value of a key.
    pub(super) fn get<K: Key, V: DeserializeOwned>(
        &self,
        table: &Table<K, V>,
        key: &K,
    ) -> Result<Option<V>> {
        let Some(bytes) = self.bytes(table.name, &key.to_key())? else { return Ok(None) };
        table.decode(&bytes).map(Some)
    }

    /// Returns entries whose keys start with `prefix`, as raw key and value, in the given order, at most `limit`.
    pub(super) fn scan_prefix<K: Key, V: DeserializeOwned>(
        &self,
        table: &Table<K, V>,
        prefix: &impl Key,
        order: Order,
        limit: usize,
    ) -> Result<Vec<(Vec<u8>, V)>> {
        let from = prefix.to_key();
        let end = successor(&from);
        let to = end.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
        self.entries(table.name, Bound::Included(&from), to, order, limit)?
            .into_iter()
            .map(|(key, value)| Ok((key, table.decode(&value)?)))
            .collect()
    }

    /// Calls `visit` for every value in key order, [`AT_A_TIME`] read at once: some tables are larger than memory should be.
    pub(super) fn for_each<K: Key, V: DeserializeOwned>(
        &self,
        table: &Table<K, V>,
        mut visit: impl FnMut(V),
    ) -> Result<()> {
        let mut last: Option<Vec<u8>> = None;
        loop {
            let from = last.as_deref().map_or(Bound::Unbounded, Bound::Excluded);
            let some =
                self.entries(table.name, from, Bound::Unbounded, Order::Ascending, AT_A_TIME)?;
            let Some((key, _)) = some.last() else { return Ok(()) };
            last = Some(key.clone());
            for (_, value) in some {
                visit(table.decode(&value)?);
            }
        }
    }
}

impl WriteTx {
    pub(super) fn put<K: Key, V: Serialize>(
        &mut self,
        table: &Table<K, V>,
        key: &K,
        value: &V,
    ) -> Result<()> {
        let bytes = codec::encode(value).map_err(|error| Error::Engine(error.to_string()))?;
        self.put_bytes(table.name, &key.to_key(), &bytes)
    }

    pub(super) fn remove<K: Key, V>(&mut self, table: &Table<K, V>, key: &K) -> Result<()> {
        self.remove_bytes(table.name, &key.to_key())
    }
}
