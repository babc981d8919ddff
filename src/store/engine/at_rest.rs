//! What is done with a whole file: copied while it is in use, looked through and made smaller while it is not.

use std::borrow::Cow;
use std::path::Path;

use redb::{Database, ReadOnlyDatabase, ReadableDatabase, ReadableTable, TableHandle};

use super::unbroken::unbroken;
use super::{CACHE_BYTES, Engine, Raw, ReadTx, WriteTx};
use crate::store::{Error, Result};

/// What is written of a value of a table into a copy.
pub(in crate::store) type Copied = for<'a> fn(&str, &'a [u8]) -> Cow<'a, [u8]>;

/// A file that nobody changes.
pub struct AtRest(ReadOnlyDatabase);

impl AtRest {
    /// Opens a file that was closed properly, and leaves every byte of it as it is.
    pub fn open(path: &Path) -> Result<Self> {
        unbroken(|| Ok(Self(Database::builder().set_cache_size(CACHE_BYTES).open_read_only(path)?)))
    }

    /// A view of it.
    pub fn read(&self) -> Result<ReadTx> {
        unbroken(|| Ok(ReadTx(self.0.begin_read()?)))
    }
}

impl Engine {
    /// Writes one moment of the database into a new file, while others go on writing; tables in `empty` stay empty there, and
    /// no byte of a value gets there but what `copied` answers.
    pub(in crate::store) fn copy(&self, to: &Path, empty: &[&str], copied: Copied) -> Result<()> {
        unbroken(|| self.copy_tables(to, empty, copied))
    }

    fn copy_tables(&self, to: &Path, empty: &[&str], copied: Copied) -> Result<()> {
        let from = self.database()?.begin_read()?;
        let mut copy = Database::builder().set_cache_size(CACHE_BYTES).create(to)?;
        let tx = copy.begin_write()?;
        for table in from.list_tables()? {
            let raw = Raw::new(table.name());
            let mut written = tx.open_table(raw)?;
            if empty.contains(&table.name()) {
                continue;
            }
            for entry in from.open_table(raw)?.iter()? {
                let (key, value) = entry?;
                written.insert(key.value(), &*copied(table.name(), value.value()))?;
            }
        }
        tx.commit()?;
        if copy.check_integrity()? {
            Ok(())
        } else {
            Err(Error::Engine("the copy is not what was written".into()))
        }
    }

    /// Whether every page of the file is as it was written.
    pub(in crate::store) fn check(&mut self) -> Result<bool> {
        let database = self.alone()?;
        unbroken(|| Ok(database.check_integrity()?))
    }

    /// Gives the room of what was removed back to the disk.
    pub(in crate::store) fn compact(&mut self) -> Result<()> {
        let database = self.alone()?;
        unbroken(|| {
            while database.compact()? {}
            Ok(())
        })
    }

    fn alone(&mut self) -> Result<&mut Database> {
        let opened = self.opened.get_mut().as_mut();
        opened.map(|opened| &mut opened.database).ok_or(Error::Interrupted)
    }
}

impl WriteTx {
    /// Removes every entry of a table.
    pub(in crate::store) fn clear(&mut self, table: &'static str) -> Result<()> {
        self.drop_table(table)?;
        self.create(table)
    }
}
