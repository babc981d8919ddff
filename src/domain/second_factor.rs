//! Optional two-step verification: codes of an authenticator app (TOTP, RFC 6238) or passkeys, and recovery codes in case these are
//! lost.

use serde::{Deserialize, Serialize};
use totp_rs::{Builder, Totp, TotpError};

use super::account::Username;
use super::secret::{Secret, SecretHash};
use super::time::Timestamp;

/// Number of recovery codes that a member is given at once.
pub const RECOVERY_CODES: usize = 10;
/// Characters of a group. A recovery code is 80 random bits: 16 letters and digits in four groups.
const GROUP: usize = 4;

/// Two-step verification of an account: the authenticator app, if there is one, and the recovery codes. Passkeys of the account
/// serve as a second step as well.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecondFactor {
    /// `None` when only passkeys are asked for.
    app: Option<AuthenticatorApp>,
    /// Time at which a code or a passkey proved that the member has it. Until then no second step is required at sign-in.
    pub confirmed_at: Option<Timestamp>,
    /// Hashes of the unused recovery codes.
    recovery: Vec<SecretHash>,
}

/// Authenticator app that shares a key with the server.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuthenticatorApp {
    /// Shared key, as long as RFC 4226 recommends.
    key: [u8; 20],
    /// Time step of the last accepted code. Codes of this and earlier steps are refused, so that no code can be used twice.
    last_step: u64,
}

impl SecondFactor {
    /// Unconfirmed second factor with an authenticator app, without recovery codes.
    pub fn with_app(app: AuthenticatorApp) -> Self {
        Self { app: Some(app), confirmed_at: None, recovery: Vec::new() }
    }

    /// The same second factor with these recovery codes.
    #[must_use]
    pub fn with_recovery_codes(self, recovery: Vec<SecretHash>) -> Self {
        Self { recovery, ..self }
    }

    /// Second factor of an account with passkeys and no authenticator app, without recovery codes.
    pub fn with_passkeys(confirmed_at: Timestamp) -> Self {
        Self { app: None, confirmed_at: Some(confirmed_at), recovery: Vec::new() }
    }

    /// Whether codes of an authenticator app are accepted.
    pub fn has_app(&self) -> bool {
        self.app.is_some()
    }

    /// Verifies and uses up a code of the app or a recovery code; `false` when the code is invalid or was used before.
    pub fn consume(&mut self, code: &str, now: Timestamp) -> bool {
        let code: String = code.chars().filter(|c| !c.is_whitespace() && *c != '-').collect();
        self.app.as_mut().is_some_and(|app| app.take_code(&code, now))
            || self.take_recovery_code(&code)
    }

    fn take_recovery_code(&mut self, code: &str) -> bool {
        let hash = Secret::from_untrusted(&code.to_ascii_lowercase()).hash();
        let before = self.recovery.len();
        self.recovery.retain(|known| *known != hash);
        self.recovery.len() < before
    }

    /// Replaces all recovery codes and returns the new ones. Only their hashes are kept.
    pub fn renew_recovery_codes(&mut self, random: [[u8; 10]; RECOVERY_CODES]) -> Vec<String> {
        let codes = random
            .map(|bytes| totp_rs::Secret::from(bytes.to_vec()).to_base32().to_ascii_lowercase());
        self.recovery = codes.iter().map(|code| Secret::from_untrusted(code).hash()).collect();
        codes.iter().map(|code| grouped(code, "-")).collect()
    }

    /// Number of unused recovery codes.
    pub fn recovery_codes_left(&self) -> usize {
        self.recovery.len()
    }
}

impl AuthenticatorApp {
    /// App with this shared key, which has accepted no code yet.
    pub fn new(key: [u8; 20]) -> Self {
        Self::after_step(key, 0)
    }

    /// App of which a code of this time step was accepted last.
    pub fn after_step(key: [u8; 20], last_step: u64) -> Self {
        Self { key, last_step }
    }

    /// The key as a person types it: base32 in groups of four.
    pub fn key_text(&self) -> String {
        grouped(&totp_rs::Secret::from(self.key.to_vec()).to_base32(), " ")
    }

    /// The `otpauth` address that the app reads from a QR code.
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

    fn take_code(&mut self, code: &str, now: Timestamp) -> bool {
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

    fn with_app() -> SecondFactor {
        SecondFactor::with_app(AuthenticatorApp::new(KEY))
    }

    fn at(seconds: i64) -> Timestamp {
        Timestamp { seconds, nanoseconds: 0 }
    }

    #[test]
    fn totp_code_of_rfc_is_accepted_once() {
        let mut factor = with_app();
        assert!(!factor.consume("287083", at(59)));
        assert!(factor.consume(" 287 082 ", at(59)));
        assert!(!factor.consume("287082", at(59)), "a code works once");
    }

    #[test]
    fn code_half_a_minute_off_is_accepted() {
        assert!(with_app().consume("287082", at(89)));
        assert!(!with_app().consume("287082", at(121)));
    }

    #[test]
    fn recovery_code_works_once_in_any_spelling() {
        let mut factor = with_app();
        let codes = factor.renew_recovery_codes(std::array::from_fn(|n| [n as u8; 10]));
        assert_eq!((codes.len(), codes[1].len()), (RECOVERY_CODES, 19));
        assert!(factor.consume(&codes[1].to_uppercase().replace('-', " "), at(59)));
        assert!(!factor.consume(&codes[1], at(59)));
        assert_eq!(factor.recovery_codes_left(), RECOVERY_CODES - 1);
        factor.renew_recovery_codes([[7; 10]; RECOVERY_CODES]);
        assert!(!factor.consume(&codes[2], at(59)), "older codes are void");
    }

    #[test]
    fn passkeys_alone_accept_recovery_codes_only() {
        let mut factor = SecondFactor::with_passkeys(at(59));
        let codes = factor.renew_recovery_codes(std::array::from_fn(|n| [n as u8; 10]));
        assert!(!factor.has_app() && !factor.consume("287082", at(59)));
        assert!(factor.consume(&codes[0], at(59)));
    }

    #[test]
    fn otpauth_url_names_issuer_and_account() {
        let app = AuthenticatorApp::new(KEY);
        let mara = Username::parse("mara").unwrap();
        let address = app.address("Ink: the club", &mara).unwrap();
        assert!(
            address.starts_with("otpauth://totp/Ink%20%20the%20club:mara?secret=GEZDGNBV"),
            "{address}"
        );
        assert!(app.key_text().starts_with("GEZD GNBV"));
    }
}
