//! Daily cleanup of outdated data.

use crate::context::Context;
use crate::error::Result;
use crate::services::operations::daily_cleanup;

use super::BackgroundJob;

pub(super) struct DailyCleanup;

impl BackgroundJob for DailyCleanup {
    fn name(&self) -> &'static str {
        "daily_cleanup"
    }

    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(self.name().into())
    }

    fn run(&self, context: &Context) -> Result<()> {
        daily_cleanup::run(context)
    }
}
