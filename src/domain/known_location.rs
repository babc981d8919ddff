//! Locations from which a member has signed in before.

use serde::{Deserialize, Serialize};

/// Hash of a client address from which an account's password was given, with the number of times.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownLocation {
    /// Hash of the client address together with the mail address as typed, so that one place differs from account to account.
    pub hash: [u8; 32],
    pub sign_ins: u32,
}
