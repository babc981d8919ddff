//! Background jobs: enqueued with a member's action, run after it, idempotent.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::backoff::Backoff;
use super::id::{
    AccountId, BookId, CommentId, JobId, MailId, PostId, WebhookDeliveryId, WebhookId,
};
use super::time::Timestamp;

/// Delays between the attempts of a job.
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(10), max: Duration::from_hours(1) };

/// Maximum number of webhooks that are sent at the same time.
const MAX_CONCURRENT_WEBHOOKS: usize = 4;

/// Queue of jobs with threads of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Queue {
    /// Books, backups and all other jobs that need no other server.
    Default,
    /// Outgoing mails: the mail server may be slow or unreachable, and must not delay other jobs.
    Mail,
    /// Events for other servers, of which each may be slow or unreachable.
    Webhooks,
}

impl Queue {
    /// Name of its threads.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "jobs",
            Self::Mail => "mails",
            Self::Webhooks => "webhooks",
        }
    }

    /// Number of its threads.
    pub fn threads(self) -> usize {
        match self {
            Self::Default | Self::Mail => 1,
            Self::Webhooks => MAX_CONCURRENT_WEBHOOKS,
        }
    }
}

/// Work of a job. Stored, so variants are only ever appended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Job {
    SendMail(MailId),
    /// Publishes the book if it has enough new memos.
    PublishIfDue(BookId),
    /// Removes data that are no longer needed.
    DailyCleanup,
    /// Mails the link for a new password. `None` for an unknown address, so that both requests take the same time.
    SendPasswordReset(Option<AccountId>),
    /// Opens the day of the prize game that has begun.
    OpenGameDay,
    /// Removes a post for good.
    PurgePost(PostId),
    /// Removes a comment for good.
    PurgeComment(CommentId),
    /// Publishes the book as the edition of this number.
    Publish(BookId, u32),
    /// Makes a backup, and queues the next one.
    BackUp,
    /// Publishes the new memos of a book that has closed.
    CloseBook(BookId),
    /// Sends the book's question of the week, and queues the next one.
    SendWeeklyQuestion(BookId),
    /// Sends an event to a webhook, and queues the next attempt if that fails.
    DeliverWebhook(WebhookId, WebhookDeliveryId),
    /// Queues the deliveries of events to the webhooks that want them.
    FanOutEvents,
}

impl Job {
    /// Queue that the job waits in.
    pub fn queue(&self) -> Queue {
        match self {
            Self::SendMail(_) => Queue::Mail,
            Self::DeliverWebhook(..) => Queue::Webhooks,
            _ => Queue::Default,
        }
    }

    /// Book that the job publishes.
    pub fn book(&self) -> Option<BookId> {
        match *self {
            Self::PublishIfDue(book) | Self::Publish(book, _) | Self::CloseBook(book) => Some(book),
            _ => None,
        }
    }

    /// Mail that the job sends.
    pub fn mail(&self) -> Option<MailId> {
        match *self {
            Self::SendMail(mail) => Some(mail),
            _ => None,
        }
    }
}

/// A job in the queue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueuedJob {
    pub id: JobId,
    pub job: Job,
    /// Time at which the job is due; for a dead letter, the time of its last attempt.
    pub run_at: Timestamp,
    pub attempts: u32,
    /// Error of the last attempt.
    pub last_error: Option<String>,
}

/// Decision about a job that failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RetryDecision {
    /// The job runs again when it is due.
    Requeue(QueuedJob),
    /// The job is kept for the operator: it failed too often, or permanently.
    DeadLetter(QueuedJob),
}

impl QueuedJob {
    /// Returns the job for a retry after a delay, or as a dead letter at `max_attempts`, if there is a limit.
    pub fn after_failure(
        mut self,
        now: Timestamp,
        reason: String,
        max_attempts: Option<u32>,
    ) -> RetryDecision {
        self.attempts += 1;
        self.last_error = Some(reason);
        if max_attempts.is_some_and(|most| self.attempts >= most) {
            self.run_at = now;
            return RetryDecision::DeadLetter(self);
        }
        self.run_at = now + self.backoff();
        RetryDecision::Requeue(self)
    }

    /// Delay from the last failed attempt to the next one.
    pub fn backoff(&self) -> Duration {
        BACKOFF.delay(self.attempts)
    }

    /// Ends the job after an attempt that showed that all others would fail too.
    pub fn after_final_failure(mut self, now: Timestamp, reason: String) -> RetryDecision {
        self.run_at = now;
        self.attempts += 1;
        self.last_error = Some(reason);
        RetryDecision::DeadLetter(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 0, nanoseconds: 0 };

    fn queued() -> QueuedJob {
        QueuedJob {
            id: JobId::new(NOW, [0; 10]),
            job: Job::DailyCleanup,
            run_at: NOW,
            attempts: 0,
            last_error: None,
        }
    }

    /// The pauses of a job that always fails, in seconds, and the job that failed for good.
    fn delays(max_attempts: u32) -> (Vec<i64>, QueuedJob) {
        let (mut job, mut pauses) = (queued(), Vec::new());
        loop {
            match job.after_failure(NOW, "refused".into(), Some(max_attempts)) {
                RetryDecision::Requeue(later) => job = later,
                RetryDecision::DeadLetter(last) => return (pauses, last),
            }
            pauses.push(job.run_at.seconds);
        }
    }

    #[test]
    fn backoff_grows_and_ends() {
        let (pauses, failed) = delays(10);
        assert_eq!(failed.attempts, 10);
        assert_eq!(pauses, [10, 20, 40, 80, 160, 320, 640, 1280, 2560]);
    }

    #[test]
    fn job_without_a_limit_is_always_requeued() {
        let mut job = queued();
        for _ in 0..100 {
            let RetryDecision::Requeue(later) = job.after_failure(NOW, "refused".into(), None)
            else {
                panic!("it failed for good");
            };
            job = later;
        }
        assert_eq!(job.run_at, NOW + BACKOFF.max);
    }

    #[test]
    fn backoff_of_33_attempts_takes_a_day() {
        let (pauses, _) = delays(33);
        let day = 24 * 60 * 60;
        assert!((day..day + 7200).contains(&pauses.iter().sum::<i64>()), "{pauses:?}");
    }

    #[test]
    fn final_failure_is_not_retried() {
        let decision = queued().after_final_failure(NOW, "no such user".into());
        let RetryDecision::DeadLetter(job) = decision else { panic!("it is tried again") };
        assert_eq!((job.attempts, job.last_error.as_deref()), (1, Some("no such user")));
    }
}
