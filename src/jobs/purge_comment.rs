//! Removes a comment for good, when it can no longer be restored.

use crate::context::Context;
use crate::domain::id::CommentId;
use crate::error::Result;
use crate::services::threads::posts;

use super::BackgroundJob;

pub(super) struct PurgeComment(pub(super) CommentId);

impl BackgroundJob for PurgeComment {
    fn name(&self) -> &'static str {
        "purge_comment"
    }

    /// Retried forever: what its author has deleted must not stay.
    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn run(&self, context: &Context) -> Result<()> {
        posts::purge_comment(context, self.0)
    }
}
