//! Usernames.

use serde::{Deserialize, Serialize};

const LENGTH: usize = 32;
/// A username is also the local part of a mail address and a path of the site.
const RESERVED: [&str; 12] = [
    "abuse",
    "admin",
    "administrator",
    "hostmaster",
    "inkfold",
    "mailer-daemon",
    "noreply",
    "postmaster",
    "root",
    "security",
    "support",
    "webmaster",
];

/// The name that others mention a member by; also the local part of a mail address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Username(String);

impl Username {
    /// # Errors
    /// The catalogue's words, or why this name cannot be had.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        const INVALID: &str = "Username is invalid, special characters not allowed";
        let text = text.trim();
        if text.is_empty() {
            return Err("Username is required.");
        }
        if !text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
            return Err(INVALID);
        }
        if text.len() > LENGTH {
            return Err("Username is too long, 32 characters at most.");
        }
        if RESERVED.contains(&text.to_ascii_lowercase().as_str()) {
            return Err("This username is reserved.");
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What two spellings of one username have in common.
    pub fn key(&self) -> String {
        self.0.to_ascii_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usernames_without_special_characters_pass() {
        assert_eq!(Username::parse("Mara_7").unwrap().key(), "mara_7");
        for text in ["a@b", "a.b", "a+b", "a/b", "a\\b", "a#b", "ma ra", "márа"] {
            assert!(
                Username::parse(text).unwrap_err().starts_with("Username is invalid"),
                "{text}"
            );
        }
        assert_eq!(Username::parse("Admin").unwrap_err(), "This username is reserved.");
    }
}
