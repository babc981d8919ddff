//! Work that follows a member's action: queued with it, done after it, safe to do twice.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::id::{AccountId, BookId, CommentId, JobId, MailId, PostId};
use super::time::Time;

/// A job that failed this often is left alone until an admin looks at it.
const MAX_ATTEMPTS: u32 = 10;
/// A mail server may be away for a day: with the pauses below, this is a little more.
const MAX_MAIL_ATTEMPTS: u32 = 33;
const FIRST_PAUSE: Duration = Duration::from_secs(5);
const MAX_DELAY: Duration = Duration::from_hours(1);

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
    /// Open the day of the prize game that has begun.
    OpenGameDay,
    /// Remove a post for good.
    ForgetPost(PostId),
    /// Remove a comment for good.
    ForgetComment(CommentId),
    /// Publish the book as the edition of this number.
    Publish(BookId, u32),
    /// Make a backup, and queue the next one.
    BackUp,
}

impl Job {
    /// After how many attempts it is given up; never, if nothing but itself would bring it back.
    fn max_attempts(&self) -> Option<u32> {
        match self {
            Self::SendMail(_) => Some(MAX_MAIL_ATTEMPTS),
            Self::PublishWhenDue(_)
            | Self::Publish(..)
            | Self::OfferReset(_)
            | Self::ForgetPost(_)
            | Self::ForgetComment(_) => Some(MAX_ATTEMPTS),
            Self::Sweep | Self::OpenGameDay | Self::BackUp => None,
        }
    }
}

/// A job in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedJob {
    pub id: JobId,
    pub job: Job,
    /// When it is to be done; of a job that was given up, when it was.
    pub due: Time,
    pub attempts: u32,
    /// Why the last attempt failed.
    pub last_error: Option<String>,
}

/// Decision about a job that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RetryDecision {
    /// Run it again when it is due.
    Requeue(QueuedJob),
    /// Keep it for the operator: it failed too often, or for good.
    DeadLetter(QueuedJob),
}

impl QueuedJob {
    /// The job after a failed attempt, with the reason.
    pub fn after_failure(mut self, now: Time, reason: String) -> RetryDecision {
        self.attempts += 1;
        self.last_error = Some(reason);
        if self.job.max_attempts().is_some_and(|most| self.attempts >= most) {
            self.due = now;
            return RetryDecision::DeadLetter(self);
        }
        self.due = now + self.pause();
        RetryDecision::Requeue(self)
    }

    /// How long after a failed attempt the next one is due.
    pub fn pause(&self) -> Duration {
        FIRST_PAUSE.saturating_mul(1 << self.attempts.min(16)).min(MAX_DELAY)
    }

    /// The job after an attempt that showed that every other would fail too.
    pub fn after_final_failure(mut self, now: Time, reason: String) -> RetryDecision {
        self.due = now;
        self.attempts += 1;
        self.last_error = Some(reason);
        RetryDecision::DeadLetter(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Time = Time { seconds: 0, nanoseconds: 0 };

    fn queued(job: Job) -> QueuedJob {
        QueuedJob { id: JobId::new(NOW, [0; 10]), job, due: NOW, attempts: 0, last_error: None }
    }

    /// The pauses of a job that always fails, in seconds, and the job that is given up.
    fn pauses_of(job: Job) -> (Vec<i64>, QueuedJob) {
        let (mut job, mut pauses) = (queued(job), Vec::new());
        loop {
            match job.after_failure(NOW, "refused".into()) {
                RetryDecision::Requeue(later) => job = later,
                RetryDecision::DeadLetter(last) => return (pauses, last),
            }
            pauses.push(job.due.seconds);
        }
    }

    #[test]
    fn pauses_grow_and_end() {
        let (pauses, given_up) = pauses_of(Job::OfferReset(None));
        assert_eq!(given_up.attempts, MAX_ATTEMPTS);
        assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 640, 1280, 2560]);
    }

    #[test]
    fn what_is_done_every_day_is_never_given_up() {
        let mut job = queued(Job::Sweep);
        for _ in 0..100 {
            let RetryDecision::Requeue(later) = job.after_failure(NOW, "refused".into()) else {
                panic!("it is given up");
            };
            job = later;
        }
        assert_eq!(job.due, NOW + MAX_DELAY);
    }

    #[test]
    fn a_mail_is_tried_for_a_day() {
        let (pauses, _) = pauses_of(Job::SendMail(MailId::new(NOW, [0; 10])));
        let day = 24 * 60 * 60;
        assert!((day..day + 7200).contains(&pauses.iter().sum::<i64>()), "{pauses:?}");
    }

    #[test]
    fn what_fails_for_good_is_not_tried_again() {
        let given_up =
            queued(Job::OfferReset(None)).after_final_failure(NOW, "no such user".into());
        let RetryDecision::DeadLetter(job) = given_up else { panic!("it is tried again") };
        assert_eq!((job.attempts, job.last_error.as_deref()), (1, Some("no such user")));
    }
}
