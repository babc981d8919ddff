//! While somebody copies the whole folder, nothing is removed from it: what the copied database names is to be there.

use parking_lot::Mutex;

use super::Blobs;
use crate::domain::blob::BlobHash;

/// What was to be removed meanwhile; nobody copies while there is no list.
#[derive(Default)]
pub(super) struct DeferredDeletes(Mutex<Option<Vec<BlobHash>>>);

impl DeferredDeletes {
    /// Whether the file is to be removed later, and not now.
    pub(super) fn is_left_for_later(&self, blob: BlobHash) -> bool {
        self.0.lock().as_mut().map(|later| later.push(blob)).is_some()
    }
}

/// The right to find every file where it was.
pub struct SnapshotGuard<'a> {
    blobs: &'a Blobs,
}

impl Blobs {
    pub(super) fn is_being_copied(&self) -> bool {
        self.deferred_deletes.0.lock().is_some()
    }

    /// Keeps every file until the answer is ended; `None` while somebody else has one.
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
    /// Answers what was to be removed meanwhile.
    pub fn end(self) -> Vec<BlobHash> {
        let later = self.blobs.deferred_deletes.0.lock().take().unwrap_or_default();
        // Somebody else may have the right by now.
        std::mem::forget(self);
        later
    }
}

impl Drop for SnapshotGuard<'_> {
    fn drop(&mut self) {
        // When it was not ended, the daily sweep removes what was to be removed.
        *self.blobs.deferred_deletes.0.lock() = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_removed_while_everything_is_copied() {
        let folder = tempfile::tempdir().unwrap();
        let blobs = Blobs::open(folder.path()).unwrap();
        let ink = blobs.write_guard().put(b"ink").unwrap();
        let still = blobs.begin_snapshot().unwrap();
        assert!(blobs.begin_snapshot().is_none());
        blobs.delete_guard().remove(ink).unwrap();
        assert!(blobs.get(ink).unwrap().is_some());

        assert_eq!(still.end(), [ink]);
        blobs.delete_guard().remove(ink).unwrap();
        assert!(blobs.get(ink).unwrap().is_none());
    }
}
