//! Defers deletion of files during a snapshot, so that every file referenced by the copied database still exists.

use parking_lot::Mutex;

use super::Blobs;
use crate::domain::blob::BlobHash;

/// Files whose deletion is deferred; `None` while there is no snapshot.
#[derive(Default)]
pub(super) struct DeferredDeletes(Mutex<Option<Vec<BlobHash>>>);

impl DeferredDeletes {
    /// Defers the deletion of a file. Returns false if there is no snapshot.
    pub(super) fn is_left_for_later(&self, blob: BlobHash) -> bool {
        self.0.lock().as_mut().map(|later| later.push(blob)).is_some()
    }
}

/// Guard of a snapshot, during which no file is removed.
pub struct SnapshotGuard<'a> {
    blobs: &'a Blobs,
}

impl Blobs {
    pub(super) fn is_being_copied(&self) -> bool {
        self.deferred_deletes.0.lock().is_some()
    }

    /// Defers deletions until the guard is ended; `None` while there is another snapshot.
    pub fn begin_snapshot(&self) -> Option<SnapshotGuard<'_>> {
        let mut deferred = self.deferred_deletes.0.lock();
        if deferred.is_some() {
            return None;
        }
        *deferred = Some(Vec::new());
        Some(SnapshotGuard { blobs: self })
    }
}

impl SnapshotGuard<'_> {
    /// Ends the snapshot. Returns the files whose deletion was deferred.
    pub fn end(self) -> Vec<BlobHash> {
        let later = self.blobs.deferred_deletes.0.lock().take().unwrap_or_default();
        // Skips `drop`, because another snapshot may have begun by now.
        std::mem::forget(self);
        later
    }
}

impl Drop for SnapshotGuard<'_> {
    fn drop(&mut self) {
        // Without `end`, the daily garbage collection removes the files.
        *self.blobs.deferred_deletes.0.lock() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blob_is_not_removed_during_snapshot() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let ink = blobs.write_guard().put(b"ink").unwrap();
        let snapshot = blobs.begin_snapshot().unwrap();
        assert!(blobs.begin_snapshot().is_none());
        blobs.delete_guard().remove(ink).unwrap();
        assert!(blobs.get(ink).unwrap().is_some());

        assert_eq!(snapshot.end(), [ink]);
        blobs.delete_guard().remove(ink).unwrap();
        assert!(blobs.get(ink).unwrap().is_none());
    }
}
