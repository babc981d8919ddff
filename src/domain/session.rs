//! Who is signed in, and one-time tickets that stand in for signing in.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::account::Email;
use super::id::{AccountId, SessionId};
use super::time::Time;

/// How long a session lives after it was last used.
pub const SESSION_LIFE: Duration = Duration::from_hours(30 * 24);
/// A session's last use is written down at most this often, to spare the disk.
pub const SESSION_TOUCH: Duration = Duration::from_hours(1);
/// So long after the password was given, nobody else is likely to sit there.
const PASSWORD_FRESH: Duration = Duration::from_mins(5);

/// A signed-in browser. Kept under the hash of its cookie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub id: SessionId,
    pub account: AccountId,
    pub created_at: Time,
    pub used_at: Time,
    /// When the password was last given: at sign-in, or since.
    pub password_at: Time,
}

impl Session {
    /// Whether the cookie still opens anything.
    pub fn is_alive(&self, now: Time) -> bool {
        now.since(self.used_at) < SESSION_LIFE
    }

    /// Whether the password was given just now.
    pub fn is_fresh(&self, now: Time) -> bool {
        now.since(self.password_at) <= PASSWORD_FRESH
    }
}

/// What a ticket is good for; a ticket of one purpose is worthless for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TicketPurpose {
    /// Saving the profile and asking for the verification mail, straight after sign-up.
    Onboarding,
    /// Proving that the mail address is read by its owner.
    VerifyEmail,
    /// The receipt of a sign-in: opens nothing but /verify-token.
    Receipt,
    /// Making the first administrator.
    FirstAdmin,
    /// Choosing a new password without the old one.
    ResetPassword,
    /// Taking the ticket's address for one's own.
    ChangeEmail,
    /// Going back to the ticket's address after a change.
    UndoEmailChange,
}

impl TicketPurpose {
    /// How long a ticket lives.
    pub fn life(self) -> Duration {
        match self {
            Self::Onboarding | Self::Receipt | Self::ResetPassword => Duration::from_hours(1),
            Self::VerifyEmail | Self::ChangeEmail => Duration::from_hours(24),
            Self::FirstAdmin => Duration::from_mins(30),
            Self::UndoEmailChange => Duration::from_hours(7 * 24),
        }
    }

    /// Whether the ticket is still good after a new password. Only the way back to one's own address is: whoever took
    /// the account over must not be able to close it.
    pub fn outlives_password(self) -> bool {
        match self {
            Self::UndoEmailChange | Self::FirstAdmin => true,
            Self::Onboarding
            | Self::VerifyEmail
            | Self::Receipt
            | Self::ResetPassword
            | Self::ChangeEmail => false,
        }
    }
}

/// A short-lived proof for one purpose. Kept under the hash of its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    pub purpose: TicketPurpose,
    /// Nobody yet for [`TicketPurpose::FirstAdmin`].
    pub account: Option<AccountId>,
    pub expires_at: Time,
    /// The address that a change of address is about, or that a link for a new password was mailed to.
    pub address: Option<Email>,
}

impl Ticket {
    /// A ticket of this moment that lives as long as its purpose allows.
    pub fn new(purpose: TicketPurpose, account: Option<AccountId>, now: Time) -> Self {
        Self { purpose, account, expires_at: now + purpose.life(), address: None }
    }
}
