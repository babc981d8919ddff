//! Streaming encryption in the age format.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use crate::domain::blob::BlobHash;
use crate::domain::recipient::Recipient;

use super::manifest::FileDigest;

/// Encryption of new archives for a set of recipients.
pub struct Encryptor {
    recipients: Vec<Recipient>,
    names: [u8; 32],
}

impl Encryptor {
    /// Encrypts for each of the recipients, at least one. `names` is the community's secret from which files get their names in the
    /// pool: an owner of the same picture cannot tell that the pool has it.
    pub fn new(recipients: &[Recipient], names: [u8; 32]) -> Self {
        Self { recipients: in_order(recipients), names }
    }

    pub(super) fn recipients(&self) -> &[Recipient] {
        &self.recipients
    }

    /// Name of a file in the pool.
    pub(super) fn name(&self, blob: BlobHash) -> BlobHash {
        blob.hidden(&self.names)
    }

    /// Encrypts `from` to its end into a new file.
    pub(super) fn write(&self, mut from: impl Read, to: &Path) -> io::Result<FileDigest> {
        let recipients = self.recipients.iter().map(|one| one.key() as &dyn age::Recipient);
        let encryptor = age::Encryptor::with_recipients(recipients).map_err(io::Error::other)?;
        let file = BufWriter::new(File::create_new(to)?);
        let mut encrypted = encryptor.wrap_output(Hashing::of(file))?;
        io::copy(&mut from, &mut encrypted)?;
        let mut written = encrypted.finish()?;
        written.flush()?;
        Ok(written.end())
    }
}

/// Sorts and deduplicates recipients, so that the order in the settings does not matter.
fn in_order(recipients: &[Recipient]) -> Vec<Recipient> {
    let mut recipients = recipients.to_vec();
    recipients.sort_by_cached_key(ToString::to_string);
    recipients.dedup();
    recipients
}

/// Name of the pool of these recipients: 16 hexadecimal digits of the hash of their sorted list.
pub(super) fn pool_of(recipients: &[Recipient]) -> String {
    let names: Vec<String> = in_order(recipients).iter().map(ToString::to_string).collect();
    let mut name = BlobHash::of(names.join("\n").as_bytes()).to_string();
    name.truncate(16);
    name
}

/// Writer that hashes and counts the bytes it passes on, for verifying the disk later.
struct Hashing<W> {
    to: W,
    hasher: blake3::Hasher,
    bytes: u64,
}

impl<W> Hashing<W> {
    fn of(to: W) -> Self {
        Self { to, hasher: blake3::Hasher::new(), bytes: 0 }
    }

    fn end(self) -> FileDigest {
        let hash = BlobHash::from(self.hasher.finalize());
        FileDigest { bytes: self.bytes, blake3: hash.to_string() }
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.to.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::backup::Key;
    use crate::domain::time::Timestamp;

    /// Plaintext of more than one chunk of the format (64 KiB).
    fn ink() -> Vec<u8> {
        b"ink".repeat(70_000)
    }

    #[test]
    fn encrypted_file_is_read_by_its_recipients_only() {
        let folder = tempfile::tempdir().unwrap();
        let key = |name: &str| {
            let path = folder.path().join(name);
            (Key::generate(&path, Timestamp::default()).unwrap(), Key::read(&path).unwrap())
        };
        let [(mara, maras), (leo, leos), (_, strangers)] = ["mara", "leo", "stranger"].map(key);
        let encrypted = folder.path().join("ink.age");
        let encryptor = Encryptor::new(&[mara.clone(), leo.clone(), mara.clone()], [0; 32]);
        let written = encryptor.write(&ink()[..], &encrypted).unwrap();
        assert_eq!(written, FileDigest::of(&encrypted).unwrap());
        for key in [maras, leos] {
            let mut read = Vec::new();
            key.open(&encrypted).unwrap().unwrap().read_to_end(&mut read).unwrap();
            assert!(read == ink());
        }
        assert!(strangers.open(&encrypted).unwrap().is_none());
        assert_eq!(pool_of(&[mara.clone(), leo.clone()]), pool_of(&[leo, mara.clone(), mara]));
    }

    #[test]
    fn changed_or_truncated_file_never_decrypts_to_end() {
        let folder = tempfile::tempdir().unwrap();
        let (path, encrypted) = (folder.path().join("key"), folder.path().join("ink.age"));
        let recipient = Key::generate(&path, Timestamp::default()).unwrap();
        let key = Key::read(&path).unwrap();
        Encryptor::new(&[recipient], [0; 32]).write(&ink()[..], &encrypted).unwrap();
        let whole = std::fs::read(&encrypted).unwrap();
        let mut changed = whole.clone();
        changed[whole.len() - 1] ^= 1;
        // Truncated within the last of four chunks, at the end of the third, and within the header.
        let cut = [whole.len() - 1, whole.len() - (210_000 - 3 * 65_536 + 16), 10]
            .map(|at| whole[..at].to_vec());
        for bytes in cut.into_iter().chain([changed]) {
            File::create(&encrypted).unwrap().write_all(&bytes).unwrap();
            let read = key
                .open(&encrypted)
                .and_then(|opened| io::copy(&mut opened.unwrap(), &mut io::sink()));
            assert!(read.is_err());
        }
    }
}
