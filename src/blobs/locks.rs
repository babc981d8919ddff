//! Guards for writing and for deleting files, which exclude each other.

use std::fs;
use std::io;
use std::path::PathBuf;

use parking_lot::{RwLockReadGuard, RwLockWriteGuard};

use super::{Blobs, TempBlob, is_absence};
use crate::domain::blob::BlobHash;

/// Guard for storing files. Held until the transaction that references them is committed.
pub struct WriteGuard<'a> {
    blobs: &'a Blobs,
    _shared: RwLockReadGuard<'a, ()>,
}

/// Guard for deleting files: no writer is between storing and committing, so the references in the database are complete.
pub struct DeleteGuard<'a> {
    blobs: &'a Blobs,
    _exclusive: RwLockWriteGuard<'a, ()>,
}

impl<'a> WriteGuard<'a> {
    pub(super) fn of(blobs: &'a Blobs, shared: RwLockReadGuard<'a, ()>) -> Self {
        Self { blobs, _shared: shared }
    }

    pub(super) fn blobs(&self) -> &'a Blobs {
        self.blobs
    }

    /// Stores the bytes; on return they are durable.
    pub fn put(&self, bytes: &[u8]) -> io::Result<BlobHash> {
        self.blobs.put(bytes)
    }

    /// Stores a temporary file; on return it is durable.
    pub fn persist(&self, mut draft: TempBlob) -> io::Result<BlobHash> {
        let hash = draft.hash()?;
        if !self.blobs.is_renewed(hash)? {
            self.blobs.persist(&draft, hash)?;
        }
        Ok(hash)
    }
}

impl WriteGuard<'_> {
    /// Stores a temporary file in place of a damaged one. Returns the new paths of what was moved out of its place; `None` if the
    /// hash differs from `expected`.
    pub fn replace(
        &self,
        mut draft: TempBlob,
        expected: BlobHash,
    ) -> io::Result<Option<Vec<PathBuf>>> {
        if draft.hash()? != expected {
            return Ok(None);
        }
        self.blobs.persist(&draft, expected).map(Some)
    }
}

impl<'a> DeleteGuard<'a> {
    pub(super) fn of(blobs: &'a Blobs, whole: RwLockWriteGuard<'a, ()>) -> Self {
        Self { blobs, _exclusive: whole }
    }

    pub(super) fn blobs(&self) -> &'a Blobs {
        self.blobs
    }

    /// Removes the file, if it exists. During a snapshot, the deletion is deferred.
    pub fn remove(&self, hash: BlobHash) -> io::Result<()> {
        if self.blobs.deferred_deletes.is_left_for_later(hash) {
            return Ok(());
        }
        match fs::remove_file(self.blobs.path(hash)) {
            Err(error) if !is_absence(&error) => Err(error),
            _ => Ok(()),
        }
    }
}
