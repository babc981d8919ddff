//! A member's account, and what its parts may look like.

mod email;
mod name;
mod password;
mod username;

use serde::{Deserialize, Serialize};

use super::id::AccountId;
use super::profile::Profile;
use super::time::Time;

pub use email::Email;
pub use name::Name;
pub use password::{PASSWORD_MAX_BYTES, Password};
pub use username::Username;

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
