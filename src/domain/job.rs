//! Work that follows a member's action: queued with it, done after it, safe to do twice.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::id::{AccountId, BookId, JobId, MailId};
use super::time::Time;

/// A job that failed this often is left alone until an admin looks at it.
pub const MAX_ATTEMPTS: u32 = 10;
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Job {
    SendMail(MailId),
    /// Publish the book if it has enough new memos.
    PublishWhenDue(BookId),
    /// Remove what nothing needs any more.
    Sweep,
    /// Mail the link that leads to a new password. Nobody's for an address that nobody has: asking costs the same.
    OfferReset(Option<AccountId>),
}

/// A job in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedJob {
    pub id: JobId,
    pub job: Job,
    pub due: Time,
    pub attempts: u32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
}

/// What becomes of a job that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Retry {
    /// It is tried again when it is due.
    Later(QueuedJob),
    /// It failed too often.
    Never(QueuedJob),
}

impl QueuedJob {
    /// The job after a failed attempt, with the reason.
    pub fn after_failure(mut self, now: Time, reason: String) -> Retry {
        self.attempts += 1;
        self.last_error = Some(reason);
        if self.attempts >= MAX_ATTEMPTS {
            return Retry::Never(self);
        }
        let pause = FIRST_PAUSE.saturating_mul(1 << self.attempts.min(16)).min(LONGEST_PAUSE);
        self.due = now + pause;
        Retry::Later(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_grow_and_end() {
        let now = Time { seconds: 0, nanoseconds: 0 };
        let id = JobId::new(now, [0; 10]);
        let mut job = QueuedJob { id, job: Job::Sweep, due: now, attempts: 0, last_error: None };
        let mut pauses = Vec::new();
        let given_up = loop {
            match job.after_failure(now, "refused".into()) {
                Retry::Later(later) => job = later,
                Retry::Never(last) => break last,
            }
            pauses.push(job.due.seconds);
        };
        assert_eq!(given_up.attempts, MAX_ATTEMPTS);
        assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 640, 1280, 2560]);
    }
}
