//! Disk in memory with injected faults.

use std::collections::HashSet;
use std::io::{self, ErrorKind};
use std::sync::Arc;

use parking_lot::Mutex;
use redb::StorageBackend;

/// Size in bytes of a page, the unit that a disk writes or loses as a whole.
const PAGE: usize = 4096;

/// Kind of failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A single operation fails.
    Once,
    /// Every operation that writes fails, until it is healed.
    FromThenOn,
    /// Writes to new pages fail until the disk is healed; written pages can be read and overwritten.
    Full,
    /// A single write stores its first half and fails.
    HalfWritten,
}

impl Fault {
    pub(super) fn is_for_want_of_room(self) -> bool {
        self == Self::Full
    }

    /// Whether the store can be opened again at once.
    pub(super) fn leaves_what_is_there(self) -> bool {
        self != Self::FromThenOn
    }
}

/// Handle of a disk; clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Disk(Arc<Mutex<Medium>>);

#[derive(Clone, Debug, Default)]
struct Medium {
    bytes: Vec<u8>,
    /// Bytes that survive a power cut, and in `unsynced` the writes that may survive it.
    synced: Vec<u8>,
    unsynced: Vec<(usize, Vec<u8>)>,
    /// Pages that have been written and so have space on the disk.
    placed: HashSet<usize>,
    operations: u64,
    syncs: u64,
    fails: Option<(u64, Fault)>,
}

impl Disk {
    /// Copies the disk with its content.
    pub(super) fn copy(&self) -> Self {
        Self(Arc::new(Mutex::new(self.0.lock().clone())))
    }

    /// Injects a fault at the `moment`th operation that writes, counted from now.
    pub(super) fn fail_at(&self, moment: u64, fault: Fault) {
        let mut medium = self.0.lock();
        medium.fails = Some((medium.operations + moment, fault));
    }

    /// Number of syncs so far.
    pub(super) fn syncs(&self) -> u64 {
        self.0.lock().syncs
    }

    pub(super) fn heal(&self) {
        self.0.lock().fails = None;
    }

    /// Simulates a power cut: synced bytes survive, and unsynced pages at random, by `seed`.
    pub(super) fn cut_the_power(&self, seed: u64) {
        let mut medium = self.0.lock();
        medium.fails = None;
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut bytes = std::mem::take(&mut medium.synced);
        for (offset, written) in std::mem::take(&mut medium.unsynced) {
            for (number, page) in written.chunks(PAGE).enumerate() {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                if state.is_multiple_of(2) {
                    put(&mut bytes, offset + number * PAGE, page);
                }
            }
        }
        medium.bytes.clone_from(&bytes);
        medium.synced = bytes;
    }
}

fn put(bytes: &mut Vec<u8>, offset: usize, written: &[u8]) {
    let end = offset + written.len();
    if bytes.len() < end {
        bytes.resize(end, 0);
    }
    bytes[offset..end].copy_from_slice(written);
}

fn pages(offset: usize, length: usize) -> impl Iterator<Item = usize> {
    offset / PAGE..(offset + length).div_ceil(PAGE)
}

impl Medium {
    /// Counts an operation and returns its fault, if any.
    fn begin(&mut self) -> Option<Fault> {
        let now = self.operations;
        self.operations += 1;
        let (moment, fault) = self.fails?;
        match fault {
            Fault::Once | Fault::HalfWritten => (now == moment).then_some(fault),
            Fault::FromThenOn | Fault::Full => (now >= moment).then_some(fault),
        }
    }

    fn write(&mut self, offset: usize, written: &[u8]) -> io::Result<()> {
        let fault = self.begin();
        let kept = match fault {
            Some(Fault::Once | Fault::FromThenOn) => return Err(broken()),
            Some(Fault::Full)
                if pages(offset, written.len()).any(|page| !self.placed.contains(&page)) =>
            {
                return Err(ErrorKind::StorageFull.into());
            }
            Some(Fault::HalfWritten) => &written[..written.len() / 2],
            Some(Fault::Full) | None => written,
        };
        put(&mut self.bytes, offset, kept);
        self.unsynced.push((offset, kept.to_owned()));
        self.placed.extend(pages(offset, kept.len()));
        if fault == Some(Fault::HalfWritten) { Err(broken()) } else { Ok(()) }
    }
}

fn broken() -> io::Error {
    io::Error::other("the disk is broken")
}

impl StorageBackend for Disk {
    fn len(&self) -> io::Result<u64> {
        Ok(self.0.lock().bytes.len() as u64)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let medium = self.0.lock();
        let offset = offset as usize;
        let there = medium.bytes.get(offset..offset + out.len());
        out.copy_from_slice(there.ok_or(ErrorKind::UnexpectedEof)?);
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut medium = self.0.lock();
        if matches!(medium.begin(), Some(Fault::Once | Fault::FromThenOn | Fault::HalfWritten)) {
            return Err(broken());
        }
        // A new length is durable at once: crash states differ in content only.
        medium.bytes.resize(length as usize, 0);
        medium.synced.resize(length as usize, 0);
        let tail = length as usize;
        medium.unsynced.retain(|(offset, written)| offset + written.len() <= tail);
        medium.placed.retain(|page| page * PAGE < tail);
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        let mut medium = self.0.lock();
        if matches!(medium.begin(), Some(Fault::Once | Fault::FromThenOn | Fault::HalfWritten)) {
            return Err(broken());
        }
        medium.syncs += 1;
        for (offset, written) in std::mem::take(&mut medium.unsynced) {
            put(&mut medium.synced, offset, &written);
        }
        Ok(())
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        self.0.lock().write(offset as usize, bytes)
    }
}
