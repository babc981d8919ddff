//! A file on its way into the folder.

use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::domain::blob::BlobHash;

/// A file that is being written: too large for memory, or in need of being written to and fro. Removed when it is dropped.
pub struct TempBlob {
    file: File,
    path: PathBuf,
}

impl TempBlob {
    pub(super) fn at(path: PathBuf) -> io::Result<Self> {
        let file = File::options().read(true).write(true).create_new(true).open(&path)?;
        Ok(Self { file, path })
    }

    /// What it is called by what was written so far.
    pub(super) fn hash(&mut self) -> io::Result<BlobHash> {
        self.file.rewind()?;
        BlobHash::of_reader(&self.file)
    }

    /// Gives it its name, once it is on the disk.
    pub(super) fn persist(&self, place: &Path) -> io::Result<()> {
        self.file.sync_all()?;
        fs::rename(&self.path, place)
    }

    /// How long it is by now.
    pub fn length(&self) -> io::Result<u64> {
        Ok(self.file.metadata()?.len())
    }

    /// Where it lies, for those who write it themselves.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The same file without a name, where it stands: gone when it is closed.
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
        // One that was kept has another name by now. What cannot be removed is left to the sweep.
        let _ = fs::remove_file(&self.path);
    }
}
