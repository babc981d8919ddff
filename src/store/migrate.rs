//! Brings an older file to this program's version, one numbered step after the other, in one transaction.

mod accounts;
mod memo_counts;
mod sessions;

use super::engine::WriteTx;
use super::tables::{META, NAMES};
use super::{Error, Result};

const VERSION_KEY: [u8; 8] = *b"version\0";

/// Step `n` (counted from 1) takes a file from version `n - 1` to `n`. Steps are only ever appended.
const STEPS: [fn(&mut WriteTx) -> Result<()>; 9] = [
    create_tables,
    sessions::remember_passwords,
    accounts::can_be_disabled,
    create_tables,
    create_tables,
    memo_counts::are_kept,
    create_tables,
    create_tables,
    create_tables,
];

pub(super) fn run(tx: &mut WriteTx) -> Result<()> {
    tx.create(META.name)?;
    let known = STEPS.len() as u32;
    let found = tx.get(&META, &VERSION_KEY)?.unwrap_or(0);
    if found > known {
        return Err(Error::Newer { found, known });
    }
    for step in &STEPS[found as usize..] {
        step(tx)?;
    }
    if found < known {
        tx.put(&META, &VERSION_KEY, &known)?;
    }
    Ok(())
}

fn create_tables(tx: &mut WriteTx) -> Result<()> {
    NAMES.into_iter().try_for_each(|table| tx.create(table))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Store;

    #[test]
    fn a_newer_file_is_refused() {
        let store = Store::in_memory().unwrap();
        store.write(|tx| tx.put(&META, &VERSION_KEY, &99)).unwrap();
        let refused = store.write(run);
        assert!(matches!(refused, Err(Error::Newer { found: 99, known: 9 })));
    }
}
