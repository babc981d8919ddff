//! Work of every kind of job, and the rules by which it is run.

use std::time::Duration;

use crate::context::Context;
use crate::domain::id::WebhookId;
use crate::domain::job::Job;
use crate::error::Result;
use crate::services::accounts::recovery;
use crate::services::books::weekly_question;
use crate::services::operations::{backups, daily_cleanup, outbox};
use crate::services::threads::posts;
use crate::services::{editions, prize, webhooks};

/// Number of failed attempts after which a job becomes a dead letter: admins see those of mails and editions, and metrics count all.
const MAX_ATTEMPTS: u32 = 10;
/// The same for a mail: with the delays between attempts, a little more than a day.
const MAX_MAIL_ATTEMPTS: u32 = 33;
/// Every submitted memo queues a job that counts the memos of its book.
const MIN_COUNTING_INTERVAL: Duration = Duration::from_secs(2);

/// Does the work of a job. A crash can interrupt it, and it is then repeated, so doing it twice must do no harm.
///
/// # Errors
/// When the job has to be retried or, with a final error, becomes a dead letter.
pub(super) fn run(job: &Job, context: &Context) -> Result<()> {
    match *job {
        Job::SendMail(mail) => outbox::send(context, mail),
        Job::PublishIfDue(book) | Job::CloseBook(book) => editions::publish_if_due(context, book),
        Job::DailyCleanup => daily_cleanup::run(context),
        Job::SendPasswordReset(account) => recovery::send_reset(context, account),
        Job::OpenGameDay => prize::open_day(context),
        Job::PurgePost(post) => posts::purge(context, post),
        Job::PurgeComment(comment) => posts::purge_comment(context, comment),
        Job::Publish(book, number) => editions::publish_numbered(context, book, number),
        Job::SendWeeklyQuestion(book) => weekly_question::send(context, book),
        Job::DeliverWebhook(webhook, delivery) => webhooks::deliver(context, webhook, delivery),
        Job::FanOutEvents => webhooks::fan_out(context),
        Job::BackUp => backups::run(context),
    }
}

/// Rules by which the jobs of a kind are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct JobRules {
    /// Name of the kind in the log.
    pub(super) name: &'static str,
    /// Number of failed attempts after which a job becomes a dead letter; `None` for one that is retried until it succeeds.
    pub(super) max_attempts: Option<u32>,
    /// Whether equal jobs that are due at the same time are run once.
    pub(super) is_deduplicated: bool,
    /// Minimum time between two runs of equal jobs; those that are queued meanwhile are run once, after it.
    pub(super) min_interval: Duration,
    /// Webhook of which only one job runs at a time: a slow receiver occupies one thread.
    pub(super) exclusive: Option<WebhookId>,
}

impl JobRules {
    pub(super) fn of(job: &Job) -> Self {
        match *job {
            Job::SendMail(_) => {
                Self { max_attempts: Some(MAX_MAIL_ATTEMPTS), ..Self::new("send_mail") }
            }
            Job::PublishIfDue(_) => {
                Self { min_interval: MIN_COUNTING_INTERVAL, ..Self::deduplicated("publish_if_due") }
            }
            Job::CloseBook(_) => Self::deduplicated("close_book"),
            Job::DailyCleanup => Self::deduplicated("daily_cleanup").forever(),
            Job::SendPasswordReset(_) => Self::new("send_password_reset"),
            Job::OpenGameDay => Self::deduplicated("open_game_day").forever(),
            // Content that its author has deleted must not stay, however often its removal fails.
            Job::PurgePost(_) => Self::new("purge_post").forever(),
            Job::PurgeComment(_) => Self::new("purge_comment").forever(),
            Job::Publish(..) => Self::new("publish_edition"),
            // It queues its successor, so the question would never be sent again.
            Job::SendWeeklyQuestion(_) => Self::deduplicated("send_weekly_question").forever(),
            // A receiver that fails is no error of the job: the delivery counts its attempts and queues the next one.
            Job::DeliverWebhook(webhook, _) => {
                Self { exclusive: Some(webhook), ..Self::new("deliver_webhook").forever() }
            }
            Job::FanOutEvents => Self::deduplicated("fan_out_events").forever(),
            Job::BackUp => Self::deduplicated("back_up").forever(),
        }
    }

    fn new(name: &'static str) -> Self {
        Self {
            name,
            max_attempts: Some(MAX_ATTEMPTS),
            is_deduplicated: false,
            min_interval: Duration::ZERO,
            exclusive: None,
        }
    }

    fn deduplicated(name: &'static str) -> Self {
        Self { is_deduplicated: true, ..Self::new(name) }
    }

    fn forever(self) -> Self {
        Self { max_attempts: None, ..self }
    }
}
