//! Sends an event to a webhook.

use crate::context::Context;
use crate::domain::id::{WebhookDeliveryId, WebhookId};
use crate::error::Result;
use crate::services::webhooks;

use super::BackgroundJob;

pub(super) struct DeliverWebhook {
    pub(super) webhook: WebhookId,
    pub(super) delivery: WebhookDeliveryId,
}

impl BackgroundJob for DeliverWebhook {
    fn name(&self) -> &'static str {
        "deliver_webhook"
    }

    // A receiver that fails is no error of the job: the delivery counts its attempts and queues the next one.
    fn max_attempts(&self) -> Option<u32> {
        None
    }

    // A slow receiver occupies one thread.
    fn exclusion_key(&self) -> Option<String> {
        Some(self.webhook.to_string())
    }

    fn run(&self, context: &Context) -> Result<()> {
        webhooks::deliver(context, self.webhook, self.delivery)
    }
}
