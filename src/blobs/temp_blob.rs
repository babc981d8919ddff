//! Temporary file that may become a blob.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;

/// Temporary file: for content too large for memory, or that is not written sequentially. Removed when dropped.
pub struct TempBlob {
    file: File,
    path: PathBuf,
}

impl TempBlob {
    pub(super) fn at(path: PathBuf) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        Ok(Self { file, path })
    }

    /// Hash of the content written so far.
    pub(super) fn hash(&mut self) -> io::Result<BlobHash> {
        self.file.rewind()?;
        BlobHash::of_reader(&self.file)
    }

    /// Syncs the file and renames it to its final path.
    pub(super) fn persist(&self, place: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, place)
    }

    /// Present length.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Path, for writers that open the file by name.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the file without its name, at its present position; it is gone once it is closed.
    pub fn into_temp_file(self) -> io::Result<File> {
        self.file.try_clone()
    }
}

impl Write for TempBlob {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Seek for TempBlob {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

impl Drop for TempBlob {
    fn drop(&mut self) {
        // A stored file has another name by now. A file that cannot be removed is left to garbage collection.
        let _ = fs::remove_file(&self.path);
    }
}
