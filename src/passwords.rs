//! Hashing and verification of passwords, a few at a time: argon2id deliberately takes 19 MiB and a core for a while.

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, Version};

use crate::domain::account::{MAX_PASSWORD_BYTES, Password};
use crate::error::{Error, Result};
use crate::platform::BoundedSemaphore;

/// Maximum number of hashes computed at the same time.
const MAX_CONCURRENT: usize = 2;
/// Maximum number of waiting calls; more are rejected, so that sign-ins cannot be used to stall everything else.
const MAX_QUEUED: usize = 32;

/// Hasher and verifier of passwords with argon2id. Blocks its caller: never used on an async thread.
pub struct Passwords {
    slots: BoundedSemaphore,
    /// Hash that is verified when there is no account, so that the answer takes the same time.
    nobody: String,
}

impl Passwords {
    pub fn new() -> Result<Self> {
        let slots = BoundedSemaphore::new(MAX_CONCURRENT, MAX_QUEUED);
        Ok(Self { slots, nobody: hash_bytes(b"nobody signs in with this")? })
    }

    /// The hash to store, in PHC form.
    ///
    /// # Errors
    /// [`Error::Busy`] when too many wait already.
    pub fn hash(&self, password: &Password) -> Result<String> {
        self.slots.run(|| hash_bytes(password.as_bytes()))?
    }

    /// Whether the password matches the stored hash. `false` without a hash, as a guest's account has an empty one, or for a password over the maximum length, after the
    /// same time.
    ///
    /// # Errors
    /// [`Error::Busy`] when too many wait already.
    pub fn matches(&self, password: &str, stored: Option<&str>) -> Result<bool> {
        // A password over the maximum length is not hashed, for it may be huge; an empty one is hashed instead, to take the same time.
        let (password, possible) =
            if password.len() > MAX_PASSWORD_BYTES { ("", false) } else { (password, true) };
        let stored = stored.filter(|hash| !hash.is_empty());
        self.slots.run(|| {
            let parsed = PasswordHash::new(stored.unwrap_or(&self.nobody)).map_err(internal)?;
            let right = verify(password.as_bytes(), &parsed)?;
            Ok(right && possible && stored.is_some())
        })?
    }
}

fn hash_bytes(password: &[u8]) -> Result<String> {
    let mut salt = [0; Salt::RECOMMENDED_LENGTH];
    getrandom::fill(&mut salt)?;
    let salt = Salt::new(&salt).map_err(internal)?;
    let argon2 = Argon2::default();
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(argon2.params()).map_err(internal)?,
        salt: Some(salt),
        hash: Some(derive(&argon2, password, &salt)?),
    };
    Ok(hash.to_string())
}

fn verify(password: &[u8], stored: &PasswordHash) -> Result<bool> {
    let algorithm = Algorithm::try_from(stored.algorithm.as_str()).map_err(internal)?;
    let version = Version::try_from(stored.version.unwrap_or_default());
    let params = Params::try_from(stored).map_err(internal)?;
    let argon2 = Argon2::new(algorithm, version.map_err(internal)?, params);
    let salt =
        stored.salt.as_ref().ok_or_else(|| Error::Internal("a stored hash has no salt".into()))?;
    // Outputs are compared in constant time.
    Ok(Some(derive(&argon2, password, salt)?) == stored.hash)
}

/// Runs argon2 in memory that is returned to the system at once, because sign-ins are rare. Kept from one hash to the next, these
/// blocks were half of the memory of an idle server.
fn derive(argon2: &Argon2<'_>, password: &[u8], salt: &Salt) -> Result<Output> {
    let mut memory = vec![Block::default(); argon2.params().block_count()];
    let mut output = [0; Params::DEFAULT_OUTPUT_LEN];
    let done = argon2.hash_password_into_with_memory(password, salt, &mut output, &mut memory);
    done.map_err(internal)?;
    Output::new(&output).map_err(internal)
}

fn internal(error: impl std::fmt::Display) -> Error {
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
        let of_nothing = hash_bytes(b"").unwrap();
        assert!(!passwords.matches(&"x".repeat(1025), Some(&of_nothing)).unwrap());
    }

    #[test]
    fn library_hashes_and_ours_verify_each_other() {
        use argon2::password_hash::{PasswordHasher, PasswordVerifier};
        let (passwords, argon2) = (Passwords::new().unwrap(), Argon2::default());
        let theirs: PasswordHash =
            argon2.hash_password_with_salt(b"blue-ink", b"sixteen bytes ok").unwrap();
        let theirs = theirs.to_string();
        assert!(passwords.matches("blue-ink", Some(&theirs)).unwrap());
        let ours = hash_bytes(b"blue-ink").unwrap();
        assert!(argon2.verify_password(b"blue-ink", &PasswordHash::new(&ours).unwrap()).is_ok());
    }
}
