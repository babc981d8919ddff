//! Passwords, on their way to be hashed.

use std::fmt;

use crate::message::Message;

const MIN_LENGTH: usize = 8;
/// Maximum length in bytes: a longer password would only cost argon2 time.
pub const MAX_PASSWORD_BYTES: usize = 1024;

/// Password as it was typed, within the limits of length. Never stored, never printed.
pub struct Password(String);

impl Password {
    /// # Errors
    /// The catalogue's words.
    pub fn parse(text: &str) -> Result<Self, Message> {
        if text.chars().count() < MIN_LENGTH {
            return Err(Message::new(
                "password-too-short",
                "Password must be at least {min} characters long",
            )
            .with("min", MIN_LENGTH));
        }
        if text.len() > MAX_PASSWORD_BYTES {
            return Err(Message::new(
                "password-too-long",
                "Password is too long, {max} bytes at most.",
            )
            .with("max", MAX_PASSWORD_BYTES));
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
    fn passwords_are_counted_in_characters() {
        assert!(Password::parse("éééééééé").is_ok());
        assert!(Password::parse("1234567").is_err());
        assert!(Password::parse(&"x".repeat(1025)).is_err());
        assert!(!format!("{:?}", Password::parse("long enough").unwrap()).contains("long"));
    }
}
