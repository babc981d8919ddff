//! Files that a command writes for its user, outside of the data folder.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use anyhow::Context as _;

/// Creates or overwrites a file. A power cut may leave a part of it: the command is simply run again.
///
/// # Errors
/// With the file's path.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    finish(path, File::create(path), bytes)
}

/// Creates a file that is not there yet.
///
/// # Errors
/// With the file's path, also when it exists.
pub(crate) fn create(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    finish(path, File::create_new(path), bytes)
}

fn finish(path: &Path, file: io::Result<File>, bytes: &[u8]) -> anyhow::Result<()> {
    file.and_then(|mut file| file.write_all(bytes))
        .with_context(|| format!("{} cannot be written", path.display()))
}
