//! Sends the question of the week of a book.

use crate::context::Context;
use crate::domain::id::BookId;
use crate::error::Result;
use crate::services::books::weekly_question;

use super::BackgroundJob;

pub(super) struct SendWeeklyQuestion(pub(super) BookId);

impl BackgroundJob for SendWeeklyQuestion {
    fn name(&self) -> &'static str {
        "send_weekly_question"
    }

    // It queues its successor, so the question would never be sent again.
    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(format!("{}/{}", self.name(), self.0))
    }

    fn run(&self, context: &Context) -> Result<()> {
        weekly_question::send(context, self.0)
    }
}
