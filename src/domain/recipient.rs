//! Recipients of encrypted backups: public keys in the format of age.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Prefix of secret keys, which must never be shown.
const SECRET: &str = "AGE-SECRET-KEY-";

/// Public key. Its secret key decrypts what is encrypted for the recipient. Written `age1…`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Recipient(age::x25519::Recipient);

/// The text is not a recipient.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRecipientError {
    #[error(
        "`{0}` is not a recipient; `inkfold backup key` makes a key and prints its recipient, which begins with age1"
    )]
    Unknown(String),
    /// Secret key in the place of a recipient. The message does not repeat it, because messages may be logged.
    #[error(
        "this is a secret key, which belongs in no settings: put its recipient here, which begins with age1, and keep the key elsewhere"
    )]
    Secret,
}

/// Whether the text has a secret key in it, and so must not be shown.
pub fn has_secret(text: &str) -> bool {
    text.to_ascii_uppercase().contains(SECRET)
}

impl Recipient {
    /// The public key as the type of the age library.
    pub fn key(&self) -> &age::x25519::Recipient {
        &self.0
    }
}

impl From<age::x25519::Recipient> for Recipient {
    fn from(key: age::x25519::Recipient) -> Self {
        Self(key)
    }
}

impl FromStr for Recipient {
    type Err = ParseRecipientError;

    fn from_str(text: &str) -> Result<Self, ParseRecipientError> {
        if has_secret(text) {
            return Err(ParseRecipientError::Secret);
        }
        text.parse().map(Self).map_err(|_| ParseRecipientError::Unknown(text.to_owned()))
    }
}

impl TryFrom<String> for Recipient {
    type Error = ParseRecipientError;

    fn try_from(text: String) -> Result<Self, ParseRecipientError> {
        text.parse()
    }
}

impl From<Recipient> for String {
    fn from(recipient: Recipient) -> Self {
        recipient.to_string()
    }
}

impl fmt::Display for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl fmt::Debug for Recipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the examples of age's own manual.
    const KNOWN: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

    #[test]
    fn recipient_round_trips_and_typo_is_named() {
        assert_eq!(KNOWN.parse::<Recipient>().unwrap().to_string(), KNOWN);
        let mistyped = KNOWN.replace("ql3z", "ql3y");
        for text in [&mistyped, "", "age1", "mara@example.org"] {
            let refused = text.parse::<Recipient>().unwrap_err();
            assert!(refused.to_string().starts_with(&format!("`{text}` is not")), "{refused}");
        }
    }

    #[test]
    fn a_secret_key_is_refused_and_not_repeated() {
        let refused = "age-secret-key-1qqqq".parse::<Recipient>().unwrap_err();
        assert_eq!(refused, ParseRecipientError::Secret);
        assert!(!refused.to_string().contains("qqqq"));
    }
}
