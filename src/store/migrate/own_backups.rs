//! Step 16: adds the table of own backups and, for an existing file, the version up to which none are noted.

use super::VERSION_KEY;
use crate::store::Result;
use crate::store::engine::WriteTx;
use crate::store::own_backups::LAST_SCHEMA_WITHOUT_RECORDS;
use crate::store::tables::{OWN_BACKUPS, STORE_VALUES};

pub(super) fn create_table(tx: &mut WriteTx) -> Result<()> {
    tx.create(OWN_BACKUPS.name)?;
    match tx.get(&STORE_VALUES, &VERSION_KEY)? {
        Some(version) => tx.put(&STORE_VALUES, &LAST_SCHEMA_WITHOUT_RECORDS, &version),
        None => Ok(()),
    }
}
