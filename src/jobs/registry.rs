//! Registry of all kinds of jobs, by their stored form.

use crate::domain::job::Job;

use super::BackgroundJob;
use super::back_up::BackUp;
use super::daily_cleanup::DailyCleanup;
use super::offer_reset::OfferReset;
use super::open_game_day::OpenGameDay;
use super::publish_edition::PublishEdition;
use super::publish_if_due::PublishIfDue;
use super::purge_comment::PurgeComment;
use super::purge_post::PurgePost;
use super::send_mail::SendMail;

/// Returns the implementation of a stored job.
pub(super) fn background_job(stored: &Job) -> Box<dyn BackgroundJob> {
    match *stored {
        Job::SendMail(mail) => Box::new(SendMail(mail)),
        Job::PublishIfDue(book) => Box::new(PublishIfDue(book)),
        Job::DailyCleanup => Box::new(DailyCleanup),
        Job::OfferReset(account) => Box::new(OfferReset(account)),
        Job::OpenGameDay => Box::new(OpenGameDay),
        Job::PurgePost(post) => Box::new(PurgePost(post)),
        Job::PurgeComment(comment) => Box::new(PurgeComment(comment)),
        Job::Publish(book, number) => Box::new(PublishEdition { book, number }),
        Job::BackUp => Box::new(BackUp),
    }
}
