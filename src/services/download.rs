//! Files to be sent to a client.

mod slots;

use std::fs::File;
use std::io::{Seek, SeekFrom};

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::item::Item;
use crate::error::{Required, Result};

pub use slots::DownloadPermit;
pub(super) use slots::DownloadSlots;

/// File that is streamed, so its size does not matter.
pub struct Download {
    /// Suggested file name, without extension.
    pub name: String,
    /// File, positioned at its start.
    pub file: File,
    pub bytes: u64,
    /// Permit of a file generated for one member, held until the file has been sent.
    pub permit: Option<DownloadPermit>,
}

impl Download {
    /// Returns a download of the bytes written to `file` so far.
    pub(super) fn of_written(name: String, mut file: File) -> Result<Self> {
        let bytes = file.stream_position()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { name, file, bytes, permit: None })
    }

    /// Returns a download of a stored file, which can be read to its end even if it is removed meanwhile.
    pub(super) fn of_blob(context: &Context, name: String, blob: BlobHash) -> Result<Self> {
        let file = context.blobs.open_file(blob)?.required(Item::File)?;
        let bytes = file.metadata()?.len();
        Ok(Self { name, file, bytes, permit: None })
    }
}
