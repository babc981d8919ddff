//! Names by which a member tells passkeys or API tokens apart.

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::text::{is_combining, is_unprintable, to_one_line};

/// Maximum length, in characters.
const MAX_LENGTH: usize = 40;

/// Name of a passkey or an API token, such as "Phone": one line of 1 to 40 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CredentialName(String);

impl CredentialName {
    /// # Errors
    /// Message for people, when the name is empty, too long or not printable.
    pub fn parse(name: &str) -> Result<Self, Message> {
        let name = to_one_line(name);
        let length = name.chars().count();
        let is_visible = name.chars().any(|c| !is_combining(c));
        if !is_visible || length > MAX_LENGTH || name.chars().any(is_unprintable) {
            return Err(Message::new("credential-name", "Enter a name of 1 to {max} characters.")
                .with("max", MAX_LENGTH as u64));
        }
        Ok(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credential_name_has_bounds() {
        assert_eq!(CredentialName::parse("  My\nphone ").unwrap().as_str(), "My phone");
        assert!(CredentialName::parse(&"x".repeat(MAX_LENGTH)).is_ok());
        for name in ["", " \n", "a\u{202e}b", "\u{301}", &"x".repeat(MAX_LENGTH + 1)] {
            assert_eq!(CredentialName::parse(name).unwrap_err().key(), "credential-name");
        }
    }
}
