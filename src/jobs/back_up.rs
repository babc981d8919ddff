//! Makes a backup, and queues the next one.

use crate::context::Context;
use crate::error::Result;
use crate::services::operations::backups;

use super::BackgroundJob;

pub(super) struct BackUp;

impl BackgroundJob for BackUp {
    fn name(&self) -> &'static str {
        "back_up"
    }

    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(self.name().into())
    }

    fn run(&self, context: &Context) -> Result<()> {
        backups::run(context)
    }
}

/// Reschedules the next backup by new settings.
///
/// # Errors
/// When the queue cannot be read or written.
pub fn reschedule(context: &Context) -> Result<()> {
    backups::schedule(context)
}
