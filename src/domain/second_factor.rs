//! Optional two-step verification: codes of an authenticator app (TOTP, RFC 6238), and recovery codes in case the app is lost.

use serde::{Deserialize, Serialize};
use totp_rs::{Builder, Totp, TotpError};

use super::account::Username;
use super::secret::{Secret, SecretHash};
use super::time::Timestamp;

/// Number of recovery codes that a member is given at once.
pub const RECOVERY_CODES: usize = 10;
/// Characters of a group. A recovery code is 80 random bits: 16 letters and digits in four groups.
const GROUP: usize = 4;

/// Two-step verification of an account: the shared key and the recovery codes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondFactor {
    /// Key that is shared with the member's app, as long as RFC 4226 recommends.
    key: [u8; 20],
    /// Time at which a code proved that the app has the key. Until then no code is required at sign-in.
    pub confirmed_at: Option<Timestamp>,
    /// Time step of the last accepted code. Codes of this and earlier steps are refused, so that no code can be used twice.
    last_step: u64,
    /// Hashes of the unused recovery codes.
    recovery: Vec<SecretHash>,
}

impl SecondFactor {
    /// Unconfirmed second factor with a new key, without recovery codes.
    pub fn new(key: [u8; 20]) -> Self {
        Self { key, confirmed_at: None, last_step: 0, recovery: Vec::new() }
    }

    /// The key as a person types it: base32 in groups of four.
    pub fn key_text(&self) -> String {
        grouped(&totp_rs::Secret::from(self.key.to_vec()).to_base32(), " ")
    }

    /// The `otpauth` address that an authenticator app reads from a QR code.
    ///
    /// # Errors
    /// When the community's name cannot be part of such an address.
    pub fn address(&self, community: &str, username: &Username) -> Result<String, TotpError> {
        // A colon would end the name.
        let issuer = community.replace(':', " ");
        self.totp(username.as_str(), &issuer)?.to_url()
    }

    fn totp(&self, account: &str, issuer: &str) -> Result<Totp, TotpError> {
        // SHA-1 and six digits: what every app understands.
        Builder::new()
            .with_secret(self.key.to_vec())
            .with_account_name(account)
            .with_issuer(Some(issuer))
            .build()
    }

    /// Verifies and uses up a code of the app or a recovery code; `false` when the code is invalid or was used before.
    pub fn consume(&mut self, code: &str, now: Timestamp) -> bool {
        let code: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        self.take_app_code(&code, now) || self.take_recovery_code(&code)
    }

    fn take_app_code(&mut self, code: &str, now: Timestamp) -> bool {
        let now = u64::try_from(now.seconds).unwrap_or_default();
        let totp = self.totp("member", "Inkfold").ok();
        let step = totp.and_then(|totp| totp.check(code, now));
        match step.filter(|step| *step > self.last_step) {
            Some(step) => {
                self.last_step = step;
                true
            }
            None => false,
        }
    }

    fn take_recovery_code(&mut self, code: &str) -> bool {
        let hash = Secret::claimed(&code.to_ascii_lowercase()).hash();
        let before = self.recovery.len();
        self.recovery.retain(|known| *known != hash);
        self.recovery.len() < before
    }

    /// Replaces all recovery codes and returns the new ones. Only their hashes are kept.
    pub fn renew_recovery_codes(&mut self, random: [[u8; 10]; RECOVERY_CODES]) -> Vec<String> {
        let codes = random
            .map(|bytes| totp_rs::Secret::from(bytes.to_vec()).to_base32().to_ascii_lowercase());
        self.recovery = codes.iter().map(|code| Secret::claimed(code).hash()).collect();
        codes.iter().map(|code| grouped(code, "-")).collect()
    }

    /// Number of unused recovery codes.
    pub fn recovery_codes_left(&self) -> usize {
        self.recovery.len()
    }
}

fn grouped(text: &str, between: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let groups: Vec<String> = letters.chunks(GROUP).map(|group| group.iter().collect()).collect();
    groups.join(between)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Key of RFC 6238's examples, whose code at 59 seconds is 94287082 in eight digits.
    const KEY: [u8; 20] = *b"12345678901234567890";

    fn at(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanoseconds: 0 }
    }

    #[test]
    fn totp_code_of_rfc_is_accepted_once() {
        let mut factor = SecondFactor::new(KEY);
        assert!(!factor.consume("287083", at(59)));
        assert!(factor.consume(" 287 082 ", at(59)));
        assert!(!factor.consume("287082", at(59)), "a code works once");
    }

    #[test]
    fn code_half_a_minute_off_is_accepted() {
        assert!(SecondFactor::new(KEY).consume("287082", at(89)));
        assert!(!SecondFactor::new(KEY).consume("287082", at(121)));
    }

    #[test]
    fn recovery_code_works_once_in_any_spelling() {
        let mut factor = SecondFactor::new(KEY);
        let codes = factor.renew_recovery_codes(std::array::from_fn(|n| [n as u8; 10]));
        assert_eq!((codes.len(), codes[1].len()), (RECOVERY_CODES, 19));
        assert!(factor.consume(&codes[1].to_uppercase().replace('-', " "), at(59)));
        assert!(!factor.consume(&codes[1], at(59)));
        assert_eq!(factor.recovery_codes_left(), RECOVERY_CODES - 1);
        factor.renew_recovery_codes([[7; 10]; RECOVERY_CODES]);
        assert!(!factor.consume(&codes[2], at(59)), "older codes are void");
    }

    #[test]
    fn otpauth_url_names_issuer_and_account() {
        let factor = SecondFactor::new(KEY);
        let mara = Username::parse("mara").unwrap();
        let address = factor.address("Ink: the club", &mara).unwrap();
        assert!(
            address.starts_with("otpauth://totp/Ink%20%20the%20club:mara?secret=GEZDGNBV"),
            "{address}"
        );
        assert!(factor.key_text().starts_with("GEZD GNBV"));
    }
}
