//! Opens the day of the prize game that has begun.

use crate::context::Context;
use crate::error::Result;
use crate::services::prize;

use super::BackgroundJob;

pub(super) struct OpenGameDay;

impl BackgroundJob for OpenGameDay {
    fn name(&self) -> &'static str {
        "open_game_day"
    }

    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(self.name().into())
    }

    fn run(&self, context: &Context) -> Result<()> {
        prize::open_day(context)
    }
}
