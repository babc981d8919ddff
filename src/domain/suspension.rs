//! That a member may neither post nor talk in threads for a time.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::time::Time;

const MAX_DAYS: u32 = 365;
const DAY: Duration = Duration::from_hours(24);

/// Until when, and why: the member is told both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suspension {
    pub until: Time,
    /// An admin's words; may be empty.
    pub why: String,
}

impl Suspension {
    pub fn lasts(&self, now: Time) -> bool {
        now < self.until
    }
}

/// How long so many days are.
///
/// # Errors
/// In words, when that is nothing, or more than a year.
pub fn parse_days(days: u32) -> Result<Duration, &'static str> {
    if (1..=MAX_DAYS).contains(&days) {
        Ok(DAY * days)
    } else {
        Err("A suspension lasts 1 to 365 days.")
    }
}
