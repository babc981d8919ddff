//! Keys of encrypted archives, in the file format of `age-keygen`.

use std::fs::{self, File};
use std::io::{self, BufReader, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use age::secrecy::ExposeSecret;
use age::stream::StreamReader;
use age::{DecryptError, Decryptor, Identity, IdentityFile, x25519};

use crate::domain::recipient::Recipient;
use crate::domain::time::Timestamp;
use crate::platform::file_system::{open_regular, read_edited};

use super::{Error, Result, WithContext};

/// Key file: one or more age identities, each of which decrypts files encrypted for its recipient.
pub struct Key {
    path: PathBuf,
    identities: Vec<Box<dyn Identity + Send + Sync>>,
}

impl Key {
    /// Reads a key file.
    pub fn read(path: &Path) -> Result<Self> {
        let refused = |why: String| Error::NotAKey { path: path.to_owned(), why };
        let text = read_edited(path).map_err(|error| refused(error.to_string()))?;
        let read = IdentityFile::from_buffer(&*text);
        let read = read.map_err(|error| refused(error.to_string()))?;
        let identities = read.into_identities().map_err(|error| refused(error.to_string()))?;
        if identities.is_empty() {
            return Err(refused("there is none in it".to_owned()));
        }
        Ok(Self { path: path.to_owned(), identities })
    }

    /// Creates a new key file that only its owner can read, and returns the recipient to encrypt for.
    pub fn generate(path: &Path, now: Timestamp) -> Result<Recipient> {
        let making = || format!("making the key {}", path.display());
        let identity = x25519::Identity::generate();
        let recipient = identity.to_public();
        let secret = identity.to_string();
        let secret = secret.expose_secret();
        let text = format!("# created: {now}\n# public key: {recipient}\n{secret}\n");
        let mut file = match File::options().write(true).create_new(true).mode(0o600).open(path) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                return Err(Error::KeyIsThere(path.to_owned()));
            }
            opened => opened.with_context(making)?,
        };
        let written = file.write_all(text.as_bytes()).and_then(|()| file.sync_all());
        if written.is_err() {
            // An incomplete key file would block the next try.
            let _ = fs::remove_file(path);
        }
        written.with_context(making)?;
        Ok(recipient.into())
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Opens an encrypted file for streaming decryption; `None` when it was encrypted for other keys.
    pub(super) fn open(&self, path: &Path) -> io::Result<Option<StreamReader<BufReader<File>>>> {
        let file = BufReader::new(open_regular(path)?);
        let opened = Decryptor::new_buffered(file).and_then(|encrypted| {
            encrypted.decrypt(self.identities.iter().map(|identity| &**identity as &dyn Identity))
        });
        match opened {
            Ok(opened) => Ok(Some(opened)),
            Err(DecryptError::NoMatchingKeys) => Ok(None),
            Err(DecryptError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::new(io::ErrorKind::InvalidData, error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn key_file_is_private_and_never_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("key.txt");
        let recipient = Key::generate(&path, Timestamp::default()).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&format!("# public key: {recipient}\nAGE-SECRET-KEY-1")), "{text}");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert!(Key::read(&path).is_ok());
        let edited = folder.path().join("edited.txt");
        let edits = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        File::create(&edited).unwrap().write_all(edits.as_bytes()).unwrap();
        assert!(Key::read(&edited).is_ok());
        assert!(matches!(Key::generate(&path, Timestamp::default()), Err(Error::KeyIsThere(_))));
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }

    #[test]
    fn invalid_key_is_refused_without_showing_it() {
        let folder = tempfile::tempdir().unwrap();
        for text in ["", "# nothing\n", "blue-ink\n"] {
            let path = folder.path().join("key.txt");
            File::create(&path).unwrap().write_all(text.as_bytes()).unwrap();
            let refused = Key::read(&path).map(drop).unwrap_err().to_string();
            assert!(refused.contains("key.txt") && !refused.contains("blue-ink"), "{refused}");
        }
        assert!(Key::read(&folder.path().join("none")).is_err());
    }
}
