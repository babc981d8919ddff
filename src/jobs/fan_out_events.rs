//! Queues the deliveries of events to webhooks.

use crate::context::Context;
use crate::error::Result;
use crate::services::webhooks;

use super::BackgroundJob;

pub(super) struct FanOutEvents;

impl BackgroundJob for FanOutEvents {
    fn name(&self) -> &'static str {
        "fan_out_events"
    }

    fn max_attempts(&self) -> Option<u32> {
        None
    }

    fn deduplication_key(&self) -> Option<String> {
        Some(self.name().into())
    }

    fn run(&self, context: &Context) -> Result<()> {
        webhooks::fan_out(context)
    }
}
