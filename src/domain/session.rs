//! Who is signed in, and one-time tickets that stand in for signing in.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::id::AccountId;
use super::time::Time;

/// How long a session lives after it was last used.
pub const SESSION_LIFE: Duration = Duration::from_hours(30 * 24);
/// A session's last use is written down at most this often, to spare the disk.
pub const SESSION_TOUCH: Duration = Duration::from_hours(1);

/// A signed-in browser. Kept under the hash of its cookie.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    pub account: AccountId,
    pub created_at: Time,
    pub used_at: Time,
}

impl Session {
    /// Whether the cookie still opens anything.
    pub fn is_alive(&self, now: Time) -> bool {
        now.since(self.used_at) < SESSION_LIFE
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
}

impl TicketPurpose {
    /// How long a ticket lives.
    pub fn life(self) -> Duration {
        match self {
            Self::Onboarding | Self::Receipt => Duration::from_hours(1),
            Self::VerifyEmail => Duration::from_hours(24),
            Self::FirstAdmin => Duration::from_mins(30),
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
}
