//! Publishes a book if it has enough new memos.

use std::time::Duration;

use crate::context::Context;
use crate::domain::id::BookId;
use crate::error::Result;
use crate::services::editions;

use super::BackgroundJob;

/// Every submitted memo queues the job, which counts the memos of its book.
const MIN_INTERVAL: Duration = Duration::from_secs(2);

pub(super) struct PublishIfDue(pub(super) BookId);

impl BackgroundJob for PublishIfDue {
    fn name(&self) -> &'static str {
        "publish_if_due"
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(format!("{}/{}", self.name(), self.0))
    }

    fn min_interval(&self) -> Duration {
        MIN_INTERVAL
    }

    fn run(&self, context: &Context) -> Result<()> {
        editions::publish_if_due(context, self.0)
    }
}
