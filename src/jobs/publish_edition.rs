//! Publishes a book as the edition of a number, which an admin asked for.

use crate::context::Context;
use crate::domain::id::BookId;
use crate::error::Result;
use crate::services::editions;

use super::BackgroundJob;

pub(super) struct PublishEdition {
    pub(super) book: BookId,
    pub(super) number: u32,
}

impl BackgroundJob for PublishEdition {
    fn name(&self) -> &'static str {
        "publish_edition"
    }

    fn run(&self, context: &Context) -> Result<()> {
        editions::publish_numbered(context, self.book, self.number)
    }
}
