//! Number of stored files that the last garbage collection held back, because the database references too few.

use super::Result;
use super::engine::{ReadTx, WriteTx};
use super::tables::STORE_VALUES;

const KEY: [u8; 8] = *b"heldback";

impl ReadTx {
    /// Number of files that were held back; 0 when the last collection moved all it found.
    pub fn held_back_files(&self) -> Result<u32> {
        Ok(self.get(&STORE_VALUES, &KEY)?.unwrap_or(0))
    }
}

impl WriteTx {
    pub fn put_held_back_files(&mut self, files: u32) -> Result<()> {
        self.put(&STORE_VALUES, &KEY, &files)
    }
}
