//! Registry of all kinds of jobs, by their stored form.

use crate::domain::job::Job;

use super::BackgroundJob;

/// Returns the implementation of a stored job.
pub(super) fn background_job(stored: &Job) -> Box<dyn BackgroundJob> {
    match *stored {
        Job::SendMail(mail) => Box::new(super::send_mail::SendMail(mail)),
        Job::PublishIfDue(book) => Box::new(super::publish_if_due::PublishIfDue(book)),
        Job::DailyCleanup => Box::new(super::daily_cleanup::DailyCleanup),
        Job::OfferReset(account) => Box::new(super::offer_reset::OfferReset(account)),
        Job::OpenGameDay => Box::new(super::open_game_day::OpenGameDay),
        Job::PurgePost(post) => Box::new(super::purge_post::PurgePost(post)),
        Job::PurgeComment(comment) => Box::new(super::purge_comment::PurgeComment(comment)),
        Job::Publish(book, number) => {
            Box::new(super::publish_edition::PublishEdition { book, number })
        }
        Job::CloseBook(book) => Box::new(super::close_book::CloseBook(book)),
        Job::SendWeeklyQuestion(book) => {
            Box::new(super::send_weekly_question::SendWeeklyQuestion(book))
        }
        Job::DeliverWebhook(webhook, delivery) => {
            Box::new(super::deliver_webhook::DeliverWebhook { webhook, delivery })
        }
        Job::FanOutEvents => Box::new(super::fan_out_events::FanOutEvents),
        Job::BackUp => Box::new(super::back_up::BackUp),
    }
}
