//! Publishes the new memos of a book that has closed.

use crate::context::Context;
use crate::domain::id::BookId;
use crate::error::Result;
use crate::services::editions;

use super::BackgroundJob;

pub(super) struct CloseBook(pub(super) BookId);

impl BackgroundJob for CloseBook {
    fn name(&self) -> &'static str {
        "close_book"
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(format!("{}/{}", self.name(), self.0))
    }

    fn run(&self, context: &Context) -> Result<()> {
        editions::publish_if_due(context, self.0)
    }
}
