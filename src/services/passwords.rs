//! Hashing and checking passwords, a few at a time: argon2id costs 19 MiB and a core for a while on purpose.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};

use crate::domain::account::{PASSWORD_MAX_BYTES, Password};
use crate::error::{Error, Result};
use crate::turnstile::Turnstile;

/// Hashes at once.
const SLOTS: usize = 2;
/// More than this many waiting are sent away, so that sign-ins cannot be used to stall everything else.
const QUEUE: usize = 32;

/// The way to argon2id. Blocks; never called on an async thread.
pub struct Passwords {
    turnstile: Turnstile,
    /// Checked when there is no account, so that the answer takes as long.
    nobody: String,
}

impl Passwords {
    pub fn new() -> Result<Self> {
        let nobody = hash(b"nobody signs in with this")?;
        Ok(Self { turnstile: Turnstile::new(SLOTS, QUEUE), nobody })
    }

    /// The hash to store, in PHC form.
    ///
    /// # Errors
    /// [`Error::Busy`] when too many wait already.
    pub fn hash(&self, password: &Password) -> Result<String> {
        self.turnstile.pass(|| hash(password.as_bytes()))?
    }

    /// Whether the password is the one that was hashed. With no hash, or a password longer than any, it takes as long and is
    /// `false`.
    ///
    /// # Errors
    /// [`Error::Busy`] when too many wait already.
    pub fn matches(&self, password: &str, stored: Option<&str>) -> Result<bool> {
        // One that nobody can have is not hashed, for it may be very long; another is, so that it takes as long.
        let (password, possible) =
            if password.len() > PASSWORD_MAX_BYTES { ("", false) } else { (password, true) };
        self.turnstile.pass(|| {
            let parsed = PasswordHash::new(stored.unwrap_or(&self.nobody)).map_err(internal)?;
            let right = Argon2::default().verify_password(password.as_bytes(), &parsed).is_ok();
            Ok(right && possible && stored.is_some())
        })?
    }
}

fn hash(password: &[u8]) -> Result<String> {
    let mut salt = [0; 16];
    getrandom::fill(&mut salt)?;
    let salt = SaltString::encode_b64(&salt).map_err(internal)?;
    Ok(Argon2::default().hash_password(password, &salt).map_err(internal)?.to_string())
}

fn internal(error: argon2::password_hash::Error) -> Error {
    Error::Internal(error.to_string().into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_right_password_matches() {
        let passwords = Passwords::new().unwrap();
        let stored = passwords.hash(&Password::parse("blue-ink-on-cream").unwrap()).unwrap();
        assert!(stored.starts_with("$argon2id$"));
        assert!(passwords.matches("blue-ink-on-cream", Some(&stored)).unwrap());
        assert!(!passwords.matches("blue-ink-on-crean", Some(&stored)).unwrap());
        assert!(!passwords.matches("nobody signs in with this", None).unwrap());
        assert!(!passwords.matches(&"x".repeat(1 << 20), Some(&stored)).unwrap());
        let of_nothing = hash(b"").unwrap();
        assert!(!passwords.matches(&"x".repeat(1025), Some(&of_nothing)).unwrap());
    }
}
