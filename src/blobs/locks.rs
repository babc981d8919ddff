//! Who may put files and who may remove them: never both at once.

use std::fs;
use std::io;
use std::path::PathBuf;

use parking_lot::{RwLockReadGuard, RwLockWriteGuard};

use super::{Blobs, TempBlob, is_absence};
use crate::domain::blob::BlobHash;

/// The right to put files. Held until the transaction that names them is committed.
pub struct WriteGuard<'a> {
    blobs: &'a Blobs,
    _shared: RwLockReadGuard<'a, ()>,
}

/// The right to remove files: none is on its way into a transaction, so what the store says of them is the truth.
pub struct DeleteGuard<'a> {
    blobs: &'a Blobs,
    _whole: RwLockWriteGuard<'a, ()>,
}

impl<'a> WriteGuard<'a> {
    pub(super) fn of(blobs: &'a Blobs, shared: RwLockReadGuard<'a, ()>) -> Self {
        Self { blobs, _shared: shared }
    }

    pub(super) fn blobs(&self) -> &'a Blobs {
        self.blobs
    }

    /// Keeps the bytes; done when they would survive a power cut.
    pub fn put(&self, bytes: &[u8]) -> io::Result<BlobHash> {
        self.blobs.put(bytes)
    }

    /// Keeps what was written; done when it would survive a power cut.
    pub fn keep(&self, mut draft: TempBlob) -> io::Result<BlobHash> {
        let hash = draft.hash()?;
        if !self.blobs.is_renewed(hash)? {
            self.blobs.persist(&draft, hash)?;
        }
        Ok(hash)
    }
}

impl WriteGuard<'_> {
    /// Puts what was written in the place of a damaged file. Returns where things are kept that were in the way; `None` when it is
    /// not that file.
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
        Self { blobs, _whole: whole }
    }

    pub(super) fn blobs(&self) -> &'a Blobs {
        self.blobs
    }

    /// Removes the file, if it is there; while all files are copied, that is left to whoever copies them.
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
