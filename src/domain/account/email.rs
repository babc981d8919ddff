//! Mail addresses.

use serde::{Deserialize, Serialize};

use crate::id::AccountId;
use crate::message::Message;

/// Maximum number of characters of an address, and of the part before the @ (from the specification).
const MAX_LENGTH: usize = 254;
const MAX_LOCAL_LENGTH: usize = 64;
/// Domain of the addresses of guests' accounts.
const GUESTS_DOMAIN: &str = "guest.invalid";

/// A mail address as its owner wrote it. Compared by [`Email::key`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Email(String);

impl Email {
    /// # Errors
    /// The catalogue's words.
    pub fn parse(text: &str) -> Result<Self, Message> {
        const INVALID: Message =
            Message::new("email-invalid", "Please enter a valid email address.");
        let text = text.trim();
        if text.is_empty() {
            return Err(Message::new("email-required", "Email is required."));
        }
        let (local, domain) = text.rsplit_once('@').ok_or(INVALID)?;
        let well_formed = text.chars().count() <= MAX_LENGTH
            && local.chars().count() <= MAX_LOCAL_LENGTH
            && is_dotted(local, |c| c.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c))
            && is_dotted(domain, |c| c.is_alphanumeric() || c == '-')
            && domain.contains('.')
            && !domain.eq_ignore_ascii_case(GUESTS_DOMAIN)
            && domain.split('.').all(|label| !label.starts_with('-') && !label.ends_with('-'));
        if well_formed { Ok(Self(text.to_owned())) } else { Err(INVALID) }
    }

    /// Address of a guest's account, which no mail reaches: the domain is reserved (RFC 2606).
    pub fn of_guest(id: AccountId) -> Self {
        Self(format!("{id}@{GUESTS_DOMAIN}"))
    }

    /// Whether this is the address of a guest's account.
    pub fn is_of_guest(&self) -> bool {
        self.0.rsplit_once('@').is_some_and(|(_, domain)| domain == GUESTS_DOMAIN)
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Lower-case form of the address, which all spellings of it share.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

fn is_dotted(text: &str, allowed: impl Fn(char) -> bool) -> bool {
    text.split('.').all(|part| !part.is_empty() && part.chars().all(&allowed))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn email_length_limits_are_enforced() {
        let local = "a".repeat(64);
        let domain = format!("{}.{}.{}.org", "b".repeat(63), "c".repeat(63), "d".repeat(57));
        let longest = format!("{local}@{domain}");
        assert_eq!(longest.len(), 254);
        assert!(Email::parse(&longest).is_ok());
        assert!(Email::parse(&format!("{local}@x{domain}")).is_err());
        assert!(Email::parse(&format!("a{local}@example.org")).is_err());
        assert_eq!(Email::parse("Mara@Example.org").unwrap().key(), "mara@example.org");
    }

    #[test]
    fn invalid_emails_are_refused_with_message() {
        assert_eq!(Email::parse("  ").unwrap_err().to_string(), "Email is required.");
        for text in [
            "mara",
            "mara@",
            "@example.org",
            "a b@example.org",
            "a@b",
            "a@-b.org",
            "a@b..org",
            "a\r\nb@example.org",
            "01kdvdna00c52w9fbnz6e7x27w@Guest.invalid",
        ] {
            assert_eq!(
                Email::parse(text).unwrap_err().to_string(),
                "Please enter a valid email address.",
                "{text}"
            );
        }
    }
}
