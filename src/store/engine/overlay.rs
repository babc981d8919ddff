//! Read-only database file with an overlay in memory that takes all writes, such as redb's repairs.

use std::collections::BTreeMap;
use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use parking_lot::RwLock;
use redb::StorageBackend;

/// Block size in bytes of the overlay.
const BLOCK: u64 = 4096;

/// File below, written blocks above.
#[derive(Debug)]
pub(super) struct Overlay {
    file: File,
    state: RwLock<State>,
}

#[derive(Debug)]
struct State {
    length: u64,
    /// End of the bytes that are still read from the file, which shrinks when the database is truncated.
    file_end: u64,
    /// Blocks by their number.
    blocks: BTreeMap<u64, Vec<u8>>,
}

impl Overlay {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let state = State { length, file_end: length, blocks: BTreeMap::new() };
        Ok(Self { file, state: RwLock::new(state) })
    }

    /// Locks the file against changes by other programs. Returns false if another program has it locked.
    pub(super) fn try_lock(&self) -> io::Result<bool> {
        match self.file.try_lock_shared() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        }
    }

    /// Reads a block as it is in the file; zeros after its end.
    fn block_of_file(&self, number: u64, file_end: u64) -> io::Result<Vec<u8>> {
        let mut block = vec![0; BLOCK as usize];
        let start = number * BLOCK;
        let there = file_end.saturating_sub(start).min(BLOCK) as usize;
        self.file.read_exact_at(&mut block[..there], start)?;
        Ok(block)
    }
}

/// Parts of blocks that a range covers: number, offset in the block, length.
fn parts(offset: u64, length: usize) -> impl Iterator<Item = (u64, usize, usize)> {
    let end = offset + length as u64;
    (offset / BLOCK..end.div_ceil(BLOCK)).map(move |number| {
        let from = offset.max(number * BLOCK);
        let to = end.min((number + 1) * BLOCK);
        (number, (from % BLOCK) as usize, (to - from) as usize)
    })
}

impl StorageBackend for Overlay {
    fn len(&self) -> io::Result<u64> {
        Ok(self.state.read().length)
    }

    fn read(&self, offset: u64, out: &mut [u8]) -> io::Result<()> {
        let state = self.state.read();
        if offset + out.len() as u64 > state.length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let mut done = 0;
        for (number, start, length) in parts(offset, out.len()) {
            let to = &mut out[done..done + length];
            if let Some(block) = state.blocks.get(&number) {
                to.copy_from_slice(&block[start..start + length]);
            } else {
                let at = number * BLOCK + start as u64;
                let there = state.file_end.saturating_sub(at).min(length as u64) as usize;
                self.file.read_exact_at(&mut to[..there], at)?;
                to[there..].fill(0);
            }
            done += length;
        }
        Ok(())
    }

    fn set_len(&self, length: u64) -> io::Result<()> {
        let mut state = self.state.write();
        state.length = length;
        state.file_end = state.file_end.min(length);
        state.blocks.retain(|number, _| number * BLOCK < length);
        // Bytes that are appended later begin as zeros.
        if let Some(block) = state.blocks.get_mut(&(length / BLOCK)) {
            block[(length % BLOCK) as usize..].fill(0);
        }
        Ok(())
    }

    fn sync_data(&self) -> io::Result<()> {
        Ok(())
    }

    fn write(&self, offset: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = self.state.write();
        let mut done = 0;
        for (number, start, length) in parts(offset, bytes.len()) {
            if !state.blocks.contains_key(&number) {
                let block = self.block_of_file(number, state.file_end)?;
                state.blocks.insert(number, block);
            }
            if let Some(block) = state.blocks.get_mut(&number) {
                block[start..start + length].copy_from_slice(&bytes[done..done + length]);
            }
            done += length;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn overlay_writes_leave_the_file_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let bytes: Vec<u8> = (0..10_000_u32).map(|number| number as u8).collect();
        File::create(&path).unwrap().write_all(&bytes).unwrap();
        let overlay = Overlay::open(&path).unwrap();
        let read = |at: u64, length: usize| {
            let mut out = vec![7; length];
            overlay.read(at, &mut out).map(|()| out)
        };
        let mut expected = bytes.clone();
        overlay.write(4_000, &[0xff; 5_000]).unwrap();
        expected[4_000..9_000].fill(0xff);
        assert_eq!(read(0, 10_000).unwrap(), expected);
        assert!(read(9_999, 2).is_err());

        overlay.set_len(20_000).unwrap();
        expected.resize(20_000, 0);
        assert_eq!(read(3_999, 16_001).unwrap(), expected[3_999..]);
        overlay.set_len(100).unwrap();
        overlay.set_len(9_000).unwrap();
        assert_eq!(read(90, 20).unwrap(), [&bytes[90..100], &[0; 10]].concat());
        assert_eq!(std::fs::read(&path).unwrap(), bytes);
    }
}
