//! Sessions, and one-time tickets that stand in for signing in.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::account::Email;
use super::id::{AccountId, SessionId};
use super::time::Timestamp;

/// Lifetime of a session after its last use.
pub const SESSION_LIFETIME: Duration = Duration::from_hours(30 * 24);
/// Minimum interval between updates of a session's time of use, to spare the disk.
pub const SESSION_TOUCH_INTERVAL: Duration = Duration::from_hours(1);
/// Time after the password was given in which probably the same person is at the browser.
const RECENT_AUTH_WINDOW: Duration = Duration::from_mins(5);

/// Session of a signed-in browser. Stored by the hash of its cookie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub id: SessionId,
    pub account: AccountId,
    pub created_at: Timestamp,
    pub used_at: Timestamp,
    /// Time at which the password was last given, at sign-in or later.
    pub authenticated_at: Timestamp,
}

impl Session {
    /// Whether the session has not expired.
    pub fn is_alive(&self, now: Timestamp) -> bool {
        now.since(self.used_at) < SESSION_LIFETIME
    }

    /// Whether the password was given within the last five minutes. A clock that was set back by more makes no password fresh.
    pub fn is_fresh(&self, now: Timestamp) -> bool {
        now.since(self.authenticated_at).max(self.authenticated_at.since(now)) <= RECENT_AUTH_WINDOW
    }
}

/// Purpose of a ticket. A ticket is not valid for any other purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TicketPurpose {
    /// Saving the profile and asking for the verification mail, straight after sign-up.
    Onboarding,
    /// Verifying that the mail address belongs to the member.
    VerifyEmail,
    /// Receipt of a sign-in, valid for /verify-token only.
    Receipt,
    /// Making the first administrator.
    FirstAdmin,
    /// Choosing a new password without the old one.
    ResetPassword,
    /// Changing the account's address to the ticket's address.
    ChangeEmail,
    /// Changing the account's address back to the ticket's address.
    UndoEmailChange,
    /// Record without a usable secret: the address was verified without a session of the account, so that its password and second
    /// factor may be those of another person, who signed up with the address.
    UnprovenPassword,
}

impl TicketPurpose {
    /// Lifetime of a ticket.
    pub fn lifetime(self) -> Duration {
        match self {
            Self::Onboarding | Self::Receipt | Self::ResetPassword => Duration::from_hours(1),
            Self::VerifyEmail | Self::ChangeEmail => Duration::from_hours(24),
            Self::FirstAdmin => Duration::from_mins(30),
            Self::UndoEmailChange => Duration::from_hours(7 * 24),
            Self::UnprovenPassword => Duration::from_hours(30 * 24),
        }
    }

    /// Whether the ticket is still valid after a change of password. [`Self::UndoEmailChange`] and [`Self::UnprovenPassword`] are, so
    /// that an attacker who has taken the account over cannot prevent them; so is [`Self::FirstAdmin`], which has no account yet.
    pub fn outlives_password(self) -> bool {
        match self {
            Self::UndoEmailChange | Self::UnprovenPassword | Self::FirstAdmin => true,
            Self::Onboarding
            | Self::VerifyEmail
            | Self::Receipt
            | Self::ResetPassword
            | Self::ChangeEmail => false,
        }
    }
}

/// Short-lived credential for one purpose. Stored by the hash of its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ticket {
    pub purpose: TicketPurpose,
    /// Account of the ticket; `None` for [`TicketPurpose::FirstAdmin`], whose account does not exist yet.
    pub account: Option<AccountId>,
    pub expires_at: Timestamp,
    /// Address of a change of address, or the address to which a link for a new password was mailed.
    pub address: Option<Email>,
}

impl Ticket {
    /// A ticket that is valid from now for the lifetime of its purpose.
    pub fn new(purpose: TicketPurpose, account: Option<AccountId>, now: Timestamp) -> Self {
        Self { purpose, account, expires_at: now + purpose.lifetime(), address: None }
    }
}
