//! Names of the backups made of this database: the prune removes no others.
//!
//! A backup folder can hold others: of a newer database that was replaced by a restored older one, or of another community.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::key::TextHash;
use super::tables::{OWN_BACKUPS, STORE_VALUES};

/// Key of the schema version before backups were noted; backups of this or an older version count as the database's own.
pub(super) const LAST_SCHEMA_WITHOUT_RECORDS: [u8; 8] = *b"unnoted\0";

impl ReadTx {
    /// Whether the backup of this name and schema version was made of this database.
    pub fn is_own_backup(&self, name: &str, schema: u32) -> Result<bool> {
        let is_older = self
            .get(&STORE_VALUES, &LAST_SCHEMA_WITHOUT_RECORDS)?
            .is_some_and(|unnoted| schema <= unnoted);
        Ok(is_older || self.get(&OWN_BACKUPS, &TextHash::from(name))?.is_some())
    }
}

impl WriteTx {
    pub fn note_own_backup(&mut self, name: &str) -> Result<()> {
        self.put(&OWN_BACKUPS, &TextHash::from(name), &())
    }

    /// Removes the name of a backup that was deleted.
    pub fn remove_own_backup(&mut self, name: &str) -> Result<()> {
        self.remove(&OWN_BACKUPS, &TextHash::from(name))
    }
}
