//! Reminders: a keeper asks members to answer the open questions of a book.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::id::BookId;
use super::time::Timestamp;

/// Minimum time between two reminders of a member, whatever the books.
const MIN_INTERVAL: Duration = Duration::from_hours(7 * 24);

/// Last reminder of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reminder {
    pub book: BookId,
    pub made_at: Timestamp,
    /// Whether the member has dismissed the notice on the begin page.
    pub is_seen: bool,
}

impl Reminder {
    /// Whether the member may be reminded again.
    pub fn is_over(&self, now: Timestamp) -> bool {
        now.since(self.made_at) >= MIN_INTERVAL
    }
}
