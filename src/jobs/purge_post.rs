//! Removes a post for good, when it can no longer be restored.

use crate::context::Context;
use crate::domain::id::PostId;
use crate::error::Result;
use crate::services::threads::posts;

use super::BackgroundJob;

pub(super) struct PurgePost(pub(super) PostId);

impl BackgroundJob for PurgePost {
    fn name(&self) -> &'static str {
        "purge_post"
    }

    /// Retried forever: what its author has deleted must not stay.
    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn run(&self, context: &Context) -> Result<()> {
        posts::purge(context, self.0)
    }
}
