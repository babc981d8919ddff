//! Sizes of all tables, and entries that cannot be decoded or are too long.

use serde::{Deserialize, Serialize};

use super::{FlawCounts, FlawKind, each_entry};
use crate::store::Result;
use crate::store::engine::ReadTx;
use crate::store::tables::ALL;

/// Size of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableSize {
    pub table: String,
    pub entries: u64,
    /// Total length of keys and values.
    pub bytes: u64,
}

pub(super) fn check(tx: &ReadTx, found: &mut FlawCounts) -> Result<()> {
    for table in ALL {
        each_entry(tx, table.name(), |key, value| match table.length(value) {
            None => found.add(table.name(), FlawKind::Unreadable, key),
            Some(length) if length < value.len() => {
                found.add(table.name(), FlawKind::Overlong, key);
            }
            Some(_) => {}
        })?;
    }
    Ok(())
}

pub(super) fn sizes(tx: &ReadTx) -> Result<Vec<TableSize>> {
    let size = |name: &'static str| {
        let mut size = TableSize { table: name.to_owned(), entries: 0, bytes: 0 };
        each_entry(tx, name, |key, value| {
            size.entries += 1;
            size.bytes += (key.len() + value.len()) as u64;
        })?;
        Ok(size)
    };
    ALL.into_iter().map(|table| size(table.name())).collect()
}
