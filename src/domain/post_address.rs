//! Mail address to which a member sends pages: `mara.letters@post.example.org`, or `mara+secret.letters@post.example.org`.
//!
//! Neither usernames nor topic codes have dots or plus signs, so the address is unambiguous.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::account::Username;
use super::secret::{Secret, SecretHash};
use super::time::Timestamp;
use super::topic::TopicCode;

/// Alphabet of secrets: 32 letters and digits that are not confused with each other.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
/// Letters of a secret, five bits each.
const LENGTH: usize = 16;

/// Local part of the address: username, optional secret and topic code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PostAddress {
    pub username: Username,
    pub secret: Option<MailSecret>,
    pub topic: TopicCode,
}

impl PostAddress {
    /// Parses a local part, in any case, because mail programs may have changed it; `None` when it cannot be such an address.
    pub fn parse(local: &str) -> Option<Self> {
        let (name, topic) = local.rsplit_once('.')?;
        let (username, secret) = match name.split_once('+') {
            Some((username, secret)) => (username, Some(MailSecret::parse(secret)?)),
            None => (name, None),
        };
        let is_plain = |text: &str| !text.contains(char::is_whitespace);
        if !is_plain(username) || !is_plain(topic) {
            return None;
        }
        Some(Self {
            username: Username::parse(username).ok()?,
            secret,
            topic: TopicCode::parse(topic).ok()?,
        })
    }
}

/// Secret of 80 random bits in a mail address. That of a member's address for posts is stored in plain text, because it is shown
/// to the member again and again; of a reply address only the hash is stored.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailSecret(String);

impl MailSecret {
    pub fn new(random: [u8; 10]) -> Self {
        let mut bits = [0; 16];
        bits[6..].copy_from_slice(&random);
        let bits = u128::from_be_bytes(bits);
        let letter = |place: usize| char::from(LETTERS[(bits >> (place * 5) & 31) as usize]);
        Self((0..LENGTH).map(letter).collect())
    }

    /// Parses a secret, in any case; `None` when the text has the wrong length or other characters.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.to_ascii_lowercase();
        let is_one = text.len() == LENGTH && text.bytes().all(|byte| LETTERS.contains(&byte));
        is_one.then_some(Self(text))
    }

    /// The hash to store and to look up by, for an address that is shown once.
    pub fn hash(&self) -> SecretHash {
        Secret::from_untrusted(&self.0).hash()
    }

    /// The secret as text, for its member only.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MailSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailSecret(…)")
    }
}

/// Secret of a member, with the time since which it is valid.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnMailSecret {
    pub secret: MailSecret,
    pub made_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn post_address_parses_and_invalid_forms_are_refused() {
        let secret = MailSecret::new([7; 10]);
        let plain = PostAddress::parse("Mara_7.Letters-home").unwrap();
        assert_eq!(plain.username.key(), "mara_7");
        assert_eq!((plain.secret, plain.topic.as_str()), (None, "letters-home"));
        let with = format!("mara+{}.letters", secret.reveal().to_uppercase());
        assert_eq!(PostAddress::parse(&with).unwrap().secret, Some(secret));
        assert_eq!(PostAddress::parse("Мария.letters").unwrap().username.as_str(), "Мария");
        let (short, wrong) = ("a".repeat(15), "0".repeat(16));
        for bad in [
            "",
            "mara",
            ".letters",
            "mara.",
            "mara.x",
            "ma.ra.letters",
            "mara+.letters",
            &format!("mara+{short}.letters"),
            &format!("mara+{wrong}.letters"),
            "mara .letters",
            "mara. letters",
            "\"mara\".letters",
            "postmaster",
        ] {
            assert!(PostAddress::parse(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn secret_addresses_differ_and_stay_out_of_logs() {
        let secrets = [[0; 10], [1; 10], [255; 10]].map(MailSecret::new);
        assert!(secrets[0] != secrets[1] && secrets[1] != secrets[2]);
        for secret in secrets {
            assert_eq!(MailSecret::parse(secret.reveal()), Some(secret.clone()));
            assert_eq!(format!("{secret:?}"), "MailSecret(…)");
        }
    }
}
