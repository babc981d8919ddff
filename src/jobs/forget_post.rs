//! Removes a post for good, when it can no longer be restored.

use crate::context::Context;
use crate::domain::id::PostId;
use crate::error::Result;
use crate::services::posts;

use super::BackgroundJob;

pub(super) struct ForgetPost(pub(super) PostId);

impl BackgroundJob for ForgetPost {
    fn name(&self) -> &'static str {
        "forget_post"
    }

    /// Retried forever: what its author has deleted must not stay.
    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn run(&self, context: &Context) -> Result<()> {
        posts::forget(context, self.0)
    }
}
