//! Limit of one file made for a member at a time: it takes room on the disk until it has arrived, however slowly that is.

use std::time::Duration;

use crate::domain::id::AccountId;
use crate::domain::message::Message;
use crate::error::{Error, Result};
use crate::platform::{InFlight, InFlightGuard};

const ONE_AT_A_TIME: Message = Message::new(
    "download-running",
    "You're already downloading a file. Please wait until it's done.",
);
/// Time until an aborted download is noticed.
const RETRY_DELAY: Duration = Duration::from_secs(30);

/// Members for whom a file is being made or sent.
#[derive(Default)]
pub(in crate::services) struct DownloadSlots(InFlight<AccountId, ()>);

/// Permit for one file, returned when dropped.
pub type DownloadPermit = InFlightGuard<AccountId, ()>;

impl DownloadSlots {
    /// # Errors
    /// [`Error::TooMany`] while the member has a permit.
    pub(in crate::services) fn try_acquire(&self, member: AccountId) -> Result<DownloadPermit> {
        let refusal = Error::too_many(ONE_AT_A_TIME, RETRY_DELAY);
        self.0.try_begin(member, ()).ok_or(refusal)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::time::Timestamp;

    #[test]
    fn member_has_one_permit_at_a_time() {
        let member = |n| AccountId::new(Timestamp { seconds: 1, nanoseconds: 0 }, [n; 10]);
        let slots = DownloadSlots::default();
        let permit = slots.try_acquire(member(1)).unwrap();
        assert!(slots.try_acquire(member(1)).is_err());
        assert!(slots.try_acquire(member(2)).is_ok());
        drop(permit);
        assert!(slots.try_acquire(member(1)).is_ok());
    }
}
