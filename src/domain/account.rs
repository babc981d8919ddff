//! Account of a member, and the formats of its parts.

mod email;
mod name;
mod password;
mod username;

use serde::{Deserialize, Serialize};

use super::id::AccountId;
use super::profile::Profile;
use super::time::Timestamp;

pub use email::Email;
pub use name::Name;
pub use password::{MAX_PASSWORD_BYTES, Password};
pub use username::Username;

/// Account of a member, or of a guest of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Account {
    pub id: AccountId,
    pub email: Email,
    pub username: Username,
    pub name: Name,
    /// An argon2id hash in PHC form.
    pub password_hash: String,
    /// Way in which the member heard of the community, from the sign-up form.
    pub referred_by: String,
    pub email_verified: bool,
    pub admin: bool,
    /// Whether signing in and acting with the account are blocked. Its data are kept.
    pub disabled: bool,
    pub created_at: Timestamp,
    pub profile: Profile,
}

impl Account {
    /// Whether this is the account of a guest, which has only a name.
    pub fn is_guest(&self) -> bool {
        self.email.is_of_guest()
    }

    /// Whether this is an admin who can sign in.
    pub fn is_acting_admin(&self) -> bool {
        self.admin && !self.disabled
    }
}

/// Former mail address of an account, reserved for it while the change can be undone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReservedEmail {
    pub account: AccountId,
    pub until: Timestamp,
}
