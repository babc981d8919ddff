//! Account of a member, and the formats of its parts.

mod email;
mod name;
mod password;
mod username;

use serde::{Deserialize, Serialize};

use super::edition_notices::EditionNotices;
use super::id::{AccountId, BookId};
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
    /// ASCII name in mail addresses, if the username is not ASCII; also in the index of usernames.
    pub mail_name: Option<Username>,
    /// Book to which the member was invited, without a role.
    pub invited_to: Option<BookId>,
    pub preferences: Preferences,
}

/// Choices of a member about what they are sent and offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preferences {
    pub edition_notices: EditionNotices,
    pub declines_reminders: bool,
    /// Whether no drafts of transcriptions are wanted.
    pub declines_drafts: bool,
}

impl Account {
    /// An account without a password, rights and preferences.
    pub fn new(
        id: AccountId,
        email: Email,
        username: Username,
        name: Name,
        created_at: Timestamp,
    ) -> Self {
        Self {
            id,
            email,
            username,
            name,
            password_hash: String::new(),
            referred_by: String::new(),
            email_verified: false,
            admin: false,
            disabled: false,
            created_at,
            profile: Profile::default(),
            mail_name: None,
            invited_to: None,
            preferences: Preferences::default(),
        }
    }

    /// Whether this is the account of a guest, which has only a name.
    pub fn is_guest(&self) -> bool {
        self.email.is_of_guest()
    }

    /// Name of the account in mail addresses.
    pub fn mail_name(&self) -> &Username {
        self.mail_name.as_ref().unwrap_or(&self.username)
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
