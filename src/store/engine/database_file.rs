//! Operations on a whole database file: copy while in use; check and compact while closed.

use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

use redb::{Database, ReadOnlyDatabase, ReadableDatabase, ReadableTable, TableHandle};

use super::catch_corruption::catch_corruption;
use super::fault_detecting_backend::{self, OpenDatabase};
use super::{CACHE_BYTES, Engine, RawTable, Snapshot, WriteTx};
use crate::store::{Error, Result};

/// Function that returns the bytes of a value to write into a copy, by table name and value.
pub(in crate::store) type CopyTransform = for<'a> fn(&str, &'a [u8]) -> Cow<'a, [u8]>;

/// Database file opened read-only.
pub struct ReadOnlyStore(ReadOnlyDatabase);

impl ReadOnlyStore {
    /// Opens a file that was closed properly, without changing a byte of it.
    pub fn open(path: &Path) -> Result<Self> {
        catch_corruption(|| {
            Ok(Self(Database::builder().set_cache_size(CACHE_BYTES).open_read_only(path)?))
        })
    }

    /// Begins a read transaction.
    pub fn read(&self) -> Result<Snapshot> {
        catch_corruption(|| Ok(Snapshot(Arc::new(self.0.begin_read()?))))
    }
}

impl Snapshot {
    /// Hash of every entry of every table.
    pub(super) fn digest(&self) -> Result<blake3::Hash> {
        catch_corruption(|| {
            let mut hasher = blake3::Hasher::new();
            let mut add = |bytes: &[u8]| {
                hasher.update(&(bytes.len() as u64).to_be_bytes());
                hasher.update(bytes);
            };
            for table in self.0.list_tables()? {
                add(table.name().as_bytes());
                for entry in self.0.open_table(RawTable::new(table.name()))?.iter()? {
                    let (key, value) = entry?;
                    add(key.value());
                    add(value.value());
                }
            }
            Ok(hasher.finalize())
        })
    }
}

impl Engine {
    /// Opens a file after verifying the checksum of every page. No byte of the file is changed: writes stay in memory.
    ///
    /// # Errors
    /// [`Error::Damaged`] when a checksum is wrong, [`Error::Locked`] when another program has the file open.
    pub(in crate::store) fn inspect(path: &Path) -> Result<Self> {
        let mut engine =
            Self::of(fault_detecting_backend::locked_overlay(path), None, CACHE_BYTES)?;
        engine.check_integrity()?;
        Ok(engine)
    }

    /// Verifies the checksum of every page on the disk while writers wait, and returns a snapshot of the verified state.
    ///
    /// # Errors
    /// [`Error::Damaged`] when a checksum is wrong, or when the file differs from the snapshot.
    pub(in crate::store) fn check(&self) -> Result<Snapshot> {
        let mut writer = self.writer.lock();
        self.commit_group(&mut writer)?;
        let view = self.read()?;
        let Some(path) = &self.path else { return Ok(view) };
        let mut on_disk = Self::of(fault_detecting_backend::overlay(path), None, CACHE_BYTES)?;
        on_disk.check_integrity()?;
        // redb opens a file whose last commit is damaged as of the commit before: then it differs from the snapshot.
        let digest = on_disk.read()?.digest()?;
        // Closing the database reads the file once more.
        drop(on_disk);
        drop(writer);
        if digest == view.digest()? { Ok(view) } else { Err(Error::Damaged) }
    }

    fn check_integrity(&mut self) -> Result<()> {
        let is_whole = self.opened_mut()?.maintain(|database| Ok(database.check_integrity()?))?;
        if is_whole { Ok(()) } else { Err(Error::Damaged) }
    }

    /// Compacts the file: returns the space of removed entries to the disk.
    pub(in crate::store) fn compact(&mut self) -> Result<()> {
        self.opened_mut()?.maintain(|database| {
            while database.compact()? {}
            Ok(())
        })
    }

    fn opened_mut(&mut self) -> Result<&mut OpenDatabase> {
        self.opened.get_mut().as_mut().ok_or(Error::Interrupted)
    }
}

impl Snapshot {
    /// Writes the snapshot into a new file. Tables in `empty` stay empty there, and each value is written as `copied` returns it.
    pub(in crate::store) fn copy(
        &self,
        to: &Path,
        empty: &[&str],
        copied: CopyTransform,
    ) -> Result<()> {
        catch_corruption(|| self.copy_tables(to, empty, copied))
    }

    fn copy_tables(&self, to: &Path, empty: &[&str], copied: CopyTransform) -> Result<()> {
        let mut copy = Database::builder().set_cache_size(CACHE_BYTES).create(to)?;
        let tx = copy.begin_write()?;
        for table in self.0.list_tables()? {
            let raw = RawTable::new(table.name());
            let mut written = tx.open_table(raw)?;
            if empty.contains(&table.name()) {
                continue;
            }
            for entry in self.0.open_table(raw)?.iter()? {
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
}

impl WriteTx {
    /// Removes every entry of a table.
    pub(in crate::store) fn clear(&mut self, table: &'static str) -> Result<()> {
        self.drop_table(table)?;
        self.create(table)
    }
}
