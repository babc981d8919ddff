//! Publishes a book if it has enough new memos.

use crate::context::Context;
use crate::domain::id::BookId;
use crate::error::Result;
use crate::services::editions;

use super::BackgroundJob;

pub(super) struct PublishIfDue(pub(super) BookId);

impl BackgroundJob for PublishIfDue {
    fn name(&self) -> &'static str {
        "publish_if_due"
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(format!("{}/{}", self.name(), self.0))
    }

    fn run(&self, context: &Context) -> Result<()> {
        editions::publish_if_due(context, self.0)
    }
}
