//! Places where a member has signed in before.

use serde::{Deserialize, Serialize};

/// A client address from which an account's password was given, as a hash, and how often.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FamiliarPlace {
    /// Of the address with what was typed as the mail address: the same place differs from account to account.
    pub hash: [u8; 32],
    pub sign_ins: u32,
}
