//! Backups that were made of this database: only they are ever removed for being old.
//!
//! A folder of backups can hold others: of a newer database, in whose place an older one was put back, or of another community.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::key::TextHash;
use super::migrate::VERSION_KEY;
use super::tables::{META, OWN_BACKUPS};

/// The version of the database before its backups were noted: those up to it count as its own.
const UNNOTED: [u8; 8] = *b"unnoted\0";

impl ReadTx {
    /// Whether a backup with this name, of this version of the database, was made of it.
    pub fn is_own_backup(&self, name: &str, schema: u32) -> Result<bool> {
        let is_older = self.get(&META, &UNNOTED)?.is_some_and(|unnoted| schema <= unnoted);
        Ok(is_older || self.get(&OWN_BACKUPS, &TextHash::from(name))?.is_some())
    }
}

impl WriteTx {
    pub fn note_own_backup(&mut self, name: &str) -> Result<()> {
        self.put(&OWN_BACKUPS, &TextHash::from(name), &())
    }

    /// Forgets a backup that was removed.
    pub fn forget_own_backup(&mut self, name: &str) -> Result<()> {
        self.remove(&OWN_BACKUPS, &TextHash::from(name))
    }
}

/// Step of the migration: the backups of a file that is there already are not known by their names.
pub(super) fn are_noted(tx: &mut WriteTx) -> Result<()> {
    tx.create(OWN_BACKUPS.name)?;
    match tx.get(&META, &VERSION_KEY)? {
        Some(version) => tx.put(&META, &UNNOTED, &version),
        None => Ok(()),
    }
}
