//! Temporary suspension of a member from posting, commenting and liking.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::time::Timestamp;

const MAX_DAYS: u32 = 365;
const DAY: Duration = Duration::from_hours(24);

/// Suspension of a member, with its end and its reason, both shown to the member.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspension {
    pub until: Timestamp,
    /// Reason that the admin gave; may be empty.
    pub why: String,
}

impl Suspension {
    pub fn is_active(&self, now: Timestamp) -> bool {
        now < self.until
    }
}

/// Parses the length of a suspension in days.
///
/// # Errors
/// A message when the number of days is not from 1 to 365.
pub fn parse_days(days: u32) -> Result<Duration, Message> {
    if (1..=MAX_DAYS).contains(&days) {
        Ok(DAY * days)
    } else {
        Err(Message::new("suspension-length", "A suspension lasts {min} to {max} days.")
            .with("min", 1_u32)
            .with("max", MAX_DAYS))
    }
}
