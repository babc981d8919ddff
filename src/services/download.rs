//! Files on their way to somebody.

mod slots;

use std::fs::File;
use std::io::{Seek, SeekFrom};

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::error::{Required, Result};

pub use slots::DownloadPermit;
pub(super) use slots::DownloadSlots;

/// A file that is sent as it is read, so that its size does not matter.
pub struct Download {
    /// What to call it, without an extension.
    pub name: String,
    /// At its beginning.
    pub file: File,
    pub bytes: u64,
    /// Of a file that was made for one member: to be kept until it has left.
    pub permit: Option<DownloadPermit>,
}

impl Download {
    /// What was written until now.
    pub(super) fn of_written(name: String, mut file: File) -> Result<Self> {
        let bytes = file.stream_position()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(Self { name, file, bytes, permit: None })
    }

    /// A file of the store. It can be read to its end even if it is removed meanwhile.
    pub(super) fn of_blob(context: &Context, name: String, blob: BlobHash) -> Result<Self> {
        let file = context.blobs.open_file(blob)?.required("This file")?;
        let bytes = file.metadata()?.len();
        Ok(Self { name, file, bytes, permit: None })
    }
}
