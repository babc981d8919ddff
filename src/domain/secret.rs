//! Bearer secrets: 256 random bits that are handed out once, of which only the hash is stored.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::{Deserialize, Serialize};

/// Bearer secret, such as a session cookie or a mailed link. Never stored, never logged.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

/// Stored hash of a [`Secret`]: enough to recognise the secret, useless to a thief.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SecretHash(pub [u8; 32]);

impl Secret {
    /// The secret of 256 random bits.
    pub fn new(random: [u8; 32]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(random))
    }

    /// Unverified secret of a request, from any text.
    pub fn from_untrusted(text: &str) -> Self {
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
