//! The name of a stored file: the BLAKE3 hash of its bytes.

use std::fmt;
use std::io;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Names a file by its content, so the same bytes are stored once and never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BlobHash([u8; 32]);

impl BlobHash {
    /// The name of these bytes.
    pub fn of(bytes: &[u8]) -> Self {
        Self(*blake3::hash(bytes).as_bytes())
    }

    /// The name of all bytes that the reader yields until its end.
    pub fn of_reader(reader: impl io::Read) -> io::Result<Self> {
        let mut hasher = blake3::Hasher::new();
        hasher.update_reader(reader)?;
        Ok(Self(*hasher.finalize().as_bytes()))
    }

    /// Keyed hash of the name: without the secret it cannot be matched to the file.
    #[must_use]
    pub fn hidden(&self, secret: &[u8; 32]) -> Self {
        blake3::keyed_hash(secret, &self.0).into()
    }

    /// The name as raw bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl From<blake3::Hash> for BlobHash {
    fn from(hash: blake3::Hash) -> Self {
        Self(*hash.as_bytes())
    }
}

impl fmt::Display for BlobHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// The text is not a blob's name.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a file name of this store")]
pub struct ParseHashError;

impl FromStr for BlobHash {
    type Err = ParseHashError;

    /// Parses exactly 64 lower-case hexadecimal digits, so that a name can never be a path.
    fn from_str(text: &str) -> Result<Self, ParseHashError> {
        if text.len() != 64 || !text.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f')) {
            return Err(ParseHashError);
        }
        let mut hash = [0; 32];
        for (place, byte) in hash.iter_mut().enumerate() {
            *byte = u8::from_str_radix(&text[place * 2..place * 2 + 2], 16)
                .map_err(|_| ParseHashError)?;
        }
        Ok(Self(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_read_back_and_paths_are_refused() {
        let hash = BlobHash::of(b"ink");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for text in ["", "../../etc/passwd", &"A".repeat(64), &"é".repeat(32)] {
            assert_eq!(text.parse::<BlobHash>(), Err(ParseHashError), "{text}");
        }
    }

    #[test]
    fn hidden_name_is_stable_for_one_secret() {
        let hash = BlobHash::of(b"ink");
        assert_eq!(hash.hidden(&[1; 32]), hash.hidden(&[1; 32]));
        assert!(hash.hidden(&[1; 32]) != hash && hash.hidden(&[1; 32]) != hash.hidden(&[2; 32]));
    }
}
