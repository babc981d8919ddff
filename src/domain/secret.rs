//! Secrets that prove something: 256 random bits handed out once, and the hash that is kept.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// A secret in its bearer's hands: a session cookie, a mailed link. Never stored, never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// What is stored of a [`Secret`]: enough to recognise it, useless to a thief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SecretHash(pub [u8; 32]);

impl Secret {
    /// The secret of 256 random bits.
    pub fn new(random: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(random))
    }

    /// What somebody claims is a secret; any text will do.
    pub fn claimed(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text to hand out.
    pub fn reveal(&self) -> &str {
        &self.0
    }

    /// The hash to store and to look up by.
    pub fn hash(&self) -> SecretHash {
        SecretHash(*blake3::hash(self.0.as_bytes()).as_bytes())
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}
