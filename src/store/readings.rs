//! Readings of handwriting by the file of the picture, and the pictures that wait to be read.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::EmptyPrefix;
use super::tables::{READINGS, RECOGNITION_QUEUE, STORE_VALUES};
use crate::domain::blob::BlobHash;
use crate::domain::handwriting::{ReaderVersion, Reading, Source, UnreadPicture};

/// Version of the reader for which all pictures have been queued.
const READER_VERSION_KEY: [u8; 8] = *b"reader\0\0";
/// Number of readings by earlier versions of the reader.
const OLD_READINGS_KEY: [u8; 8] = *b"oldread\0";

impl ReadTx {
    /// Reading of a picture, by any version of the reader.
    pub fn reading(&self, picture: BlobHash) -> Result<Option<Reading>> {
        self.get(&READINGS, &picture)
    }

    /// The newest pictures that wait to be read, at most `limit`.
    pub fn unread_pictures(&self, limit: usize) -> Result<Vec<UnreadPicture>> {
        let unread =
            self.scan_prefix(&RECOGNITION_QUEUE, &EmptyPrefix, Order::Descending, limit)?;
        Ok(unread.into_iter().map(|(_, unread)| unread).collect())
    }

    /// Whether the picture waits to be read.
    pub fn is_unread(&self, unread: &UnreadPicture) -> Result<bool> {
        Ok(self.get(&RECOGNITION_QUEUE, &unread.source)?.as_ref() == Some(unread))
    }

    /// Number of pictures that wait to be read.
    pub fn count_unread_pictures(&self) -> Result<u64> {
        self.len(RECOGNITION_QUEUE.name)
    }

    /// Number of pictures that the current reader has read.
    pub fn count_readings(&self) -> Result<u64> {
        Ok(self.len(READINGS.name)?.saturating_sub(self.old_readings()?.into()))
    }

    fn old_readings(&self) -> Result<u32> {
        Ok(self.get(&STORE_VALUES, &OLD_READINGS_KEY)?.unwrap_or(0))
    }

    /// Whether all pictures have been queued for this version of the reader.
    pub fn is_queued_for_reader(&self, version: ReaderVersion) -> Result<bool> {
        Ok(self.get(&STORE_VALUES, &READER_VERSION_KEY)? == Some(version.0))
    }
}

impl WriteTx {
    /// Queues a picture unless the current reader has read it.
    pub fn enqueue_recognition(&mut self, source: Source, picture: BlobHash) -> Result<()> {
        let reading = self.reading(picture)?;
        if reading.is_some_and(|reading| reading.version == ReaderVersion::CURRENT) {
            return Ok(());
        }
        self.put_unread(&UnreadPicture { source, picture, attempts: 0 })
    }

    /// Updates the queue entry of a picture.
    pub fn put_unread(&mut self, unread: &UnreadPicture) -> Result<()> {
        self.put(&RECOGNITION_QUEUE, &unread.source, unread)
    }

    /// Takes a picture from the queue.
    pub fn dequeue_recognition(&mut self, source: Source) -> Result<()> {
        self.remove(&RECOGNITION_QUEUE, &source)
    }

    /// Stores what was read in a picture.
    pub fn put_reading(&mut self, unread: &UnreadPicture, reading: &Reading) -> Result<()> {
        self.dequeue_recognition(unread.source)?;
        self.record_change(unread.source.subject())?;
        self.uncount_if_old(unread.picture)?;
        self.put(&READINGS, &unread.picture, reading)
    }

    /// Removes what was read in the picture of a removed memo or post, unless another one has the same picture.
    pub(super) fn remove_reading_of(&mut self, source: Source, picture: BlobHash) -> Result<()> {
        self.dequeue_recognition(source)?;
        let is_used =
            !self.memos_of_blob(picture)?.is_empty() || !self.posts_of_picture(picture)?.is_empty();
        if is_used {
            return Ok(());
        }
        self.uncount_if_old(picture)?;
        self.remove(&READINGS, &picture)
    }

    /// Counts an old reading less, before it is replaced or removed.
    fn uncount_if_old(&mut self, picture: BlobHash) -> Result<()> {
        let old = self.old_readings()?;
        let is_old = |reading: Reading| reading.version != ReaderVersion::CURRENT;
        if old > 0 && self.reading(picture)?.is_some_and(is_old) {
            self.put(&STORE_VALUES, &OLD_READINGS_KEY, &(old - 1))?;
        }
        Ok(())
    }

    /// Records that all pictures have been queued for this version of the reader, and counts the readings by earlier ones.
    pub fn put_queued_for_reader(&mut self, version: ReaderVersion) -> Result<()> {
        let mut old = 0;
        self.for_each(&READINGS, |reading| old += u32::from(reading.version != version))?;
        self.put(&STORE_VALUES, &OLD_READINGS_KEY, &old)?;
        self.put(&STORE_VALUES, &READER_VERSION_KEY, &version.0)
    }

    /// Whether the change has queued pictures for reading.
    pub fn has_queued_pictures(&self) -> bool {
        self.has_changed(RECOGNITION_QUEUE.name)
    }
}
