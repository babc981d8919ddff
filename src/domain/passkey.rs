//! Passkeys (WebAuthn): keys on a member's devices that sign in without a password, and serve as the second step after one.

use serde::{Deserialize, Serialize};

use super::credential_name::CredentialName;
use super::id::{AccountId, PasskeyId};
use super::time::Timestamp;

/// Maximum number of passkeys of an account.
pub const MAX_PASSKEYS: usize = 20;

/// Passkey of an account: the public half of a key whose private half never leaves the member's device or password manager.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Passkey {
    pub id: PasskeyId,
    pub account: AccountId,
    pub name: CredentialName,
    /// Id that the authenticator gave the credential; unique in the community.
    pub credential_id: Vec<u8>,
    /// Public key and signature counter, as JSON of the WebAuthn library.
    pub credential: String,
    pub created_at: Timestamp,
    /// Time of the last sign-in or confirmation with it.
    pub used_at: Option<Timestamp>,
}
