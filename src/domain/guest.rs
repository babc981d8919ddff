//! Guests: people who answer the questions of one book under a name, without an account of their own. A keeper of the book decides
//! on each of their memos.

use serde::{Deserialize, Serialize};

use super::id::{AccountId, BookId};
use super::secret::SecretHash;
use super::time::Timestamp;
use super::typed_code::GuestCode;

/// Guest of a book. Their account has a name and nothing else: no address, no password.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Guest {
    pub book: BookId,
    pub joined_at: Timestamp,
    /// Hash of the secret in the private link, with which the guest comes back.
    pub secret: SecretHash,
}

/// Link of a book with which anybody becomes its guest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuestLink {
    pub code: GuestCode,
    /// Keeper who made it; `None` for the operator.
    pub by: Option<AccountId>,
    pub made_at: Timestamp,
}
