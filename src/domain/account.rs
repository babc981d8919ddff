//! A member's account, and what its parts may look like.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::id::AccountId;
use super::profile::Profile;
use super::time::Time;

/// The specification's pattern: this many characters in all, and before the @.
const EMAIL_LENGTH: usize = 254;
const EMAIL_LOCAL_LENGTH: usize = 64;
const NAME_LENGTH: usize = 100;
const USERNAME_LENGTH: usize = 32;
const PASSWORD_MIN: usize = 8;
/// More would only keep argon2 busy.
pub const PASSWORD_MAX_BYTES: usize = 1024;
/// A username is also the local part of a mail address and a path of the site.
const RESERVED_USERNAMES: [&str; 12] = [
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

/// Somebody who can sign in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub id: AccountId,
    pub email: Email,
    pub username: Username,
    pub name: Name,
    /// An argon2id hash in PHC form.
    pub password_hash: String,
    /// How the member heard of us, in the words of the sign-up form.
    pub referred_by: String,
    pub email_verified: bool,
    pub admin: bool,
    /// Kept with everything in it, but nobody can sign in to it or act by it.
    pub disabled: bool,
    pub created_at: Time,
    pub profile: Profile,
}

impl Account {
    /// Whether this is an admin who can sign in.
    pub fn is_acting_admin(&self) -> bool {
        self.admin && !self.disabled
    }
}

/// A mail address that an account has just moved away from, kept free for it while the move can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservedEmail {
    pub account: AccountId,
    pub until: Time,
}

/// A mail address as its owner wrote it. Compared by [`Email::key`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Email(String);

impl Email {
    /// # Errors
    /// The catalogue's words.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        const INVALID: &str = "Please enter a valid email address.";
        let text = text.trim();
        if text.is_empty() {
            return Err("Email is required.");
        }
        let (local, domain) = text.rsplit_once('@').ok_or(INVALID)?;
        let well_formed = text.chars().count() <= EMAIL_LENGTH
            && local.chars().count() <= EMAIL_LOCAL_LENGTH
            && is_dotted(local, |c| c.is_alphanumeric() || "!#$%&'*+/=?^_`{|}~-".contains(c))
            && is_dotted(domain, |c| c.is_alphanumeric() || c == '-')
            && domain.contains('.')
            && domain.split('.').all(|label| !label.starts_with('-') && !label.ends_with('-'));
        if well_formed { Ok(Self(text.to_owned())) } else { Err(INVALID) }
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What two spellings of one address have in common.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

fn is_dotted(text: &str, allowed: impl Fn(char) -> bool) -> bool {
    text.split('.').all(|part| !part.is_empty() && part.chars().all(&allowed))
}

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
        if text.len() > USERNAME_LENGTH {
            return Err("Username is too long, 32 characters at most.");
        }
        if RESERVED_USERNAMES.contains(&text.to_ascii_lowercase().as_str()) {
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

/// What a member is called in books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name(String);

impl Name {
    /// # Errors
    /// When nothing is left of it, it is too long, or holds what cannot be seen.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let name = words.join(" ");
        if name.is_empty() {
            return Err("Name is required.");
        }
        if name.chars().count() > NAME_LENGTH {
            return Err("Name is too long, 100 characters at most.");
        }
        if name.chars().any(is_unprintable) {
            return Err("Name has characters that cannot be printed.");
        }
        if !name.chars().any(char::is_alphabetic) {
            return Err("Name needs at least one letter.");
        }
        Ok(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Control characters, and what turns the direction of text or takes no room: a name must not hide or reorder what stands
/// beside it. Joiners stay, since Devanagari and emoji are written with them.
fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}

/// A password as somebody typed it, long enough and not too long. Never stored, never printed.
pub struct Password(String);

impl Password {
    /// # Errors
    /// The catalogue's words.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        if text.chars().count() < PASSWORD_MIN {
            return Err("Password must be at least 8 characters long");
        }
        if text.len() > PASSWORD_MAX_BYTES {
            return Err("Password is too long, 1024 bytes at most.");
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emails_up_to_the_patterns_limits_pass() {
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
    fn broken_emails_get_the_catalogues_words() {
        assert_eq!(Email::parse("  ").unwrap_err(), "Email is required.");
        for text in [
            "mara",
            "mara@",
            "@example.org",
            "a b@example.org",
            "a@b",
            "a@-b.org",
            "a@b..org",
            "a\r\nb@example.org",
        ] {
            assert_eq!(
                Email::parse(text).unwrap_err(),
                "Please enter a valid email address.",
                "{text}"
            );
        }
    }

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

    #[test]
    fn passwords_are_counted_in_characters() {
        assert!(Password::parse("éééééééé").is_ok());
        assert!(Password::parse("1234567").is_err());
        assert!(Password::parse(&"x".repeat(1025)).is_err());
        assert!(!format!("{:?}", Password::parse("long enough").unwrap()).contains("long"));
    }
}
