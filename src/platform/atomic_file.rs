//! Atomic and durable replacement of files: written beside, synced, renamed.
//!
//! Crates such as `atomicwrites` and `tempfile` leave the sync of the folder to the caller, or their own files behind a crash.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use super::file_system::{parent_of, remove_file_if_exists, sync_folder};

/// Extension of a file that is being written.
pub const PARTIAL: &str = "partial";

/// Replaces a file atomically and durably: after a power cut it is whole, either the old or the new one.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with_mode(path, bytes, 0o666)
}

/// Replaces a file like [`write`], but with mode 0600, so that no other user of the machine can read it.
pub fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_with_mode(path, bytes, 0o600)
}

fn write_with_mode(path: &Path, bytes: &[u8], mode: u32) -> io::Result<()> {
    let partial = path.with_extension(PARTIAL);
    // A partial file left by a crash would keep its mode.
    remove_file_if_exists(&partial)?;
    let mut file = File::options().write(true).create_new(true).mode(mode).open(&partial)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(&partial, path)?;
    sync_folder(parent_of(path))
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o777
    }

    #[test]
    fn private_file_replaces_old_one_with_mode_0600() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("names.key");
        // Left by a crash, and readable by everybody.
        File::create(path.with_extension(PARTIAL)).unwrap().write_all(b"half").unwrap();
        for secret in ["first", "second"] {
            write_private(&path, secret.as_bytes()).unwrap();
            assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), (secret, 0o600));
        }
        assert_eq!(fs::read_dir(root.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
