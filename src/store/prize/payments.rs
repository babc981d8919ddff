//! Payments, and webhook events of the payment provider.

use crate::domain::prize::payment::{Payment, WebhookEvent};
use crate::store::Result;
use crate::store::engine::{Order, ReadTx, WriteTx};
use crate::store::key::{EmptyPrefix, TextHash};
use crate::store::tables::{PAYMENTS, WEBHOOK_EVENTS};

impl ReadTx {
    pub fn payment(&self, id: &str) -> Result<Option<Payment>> {
        self.get(&PAYMENTS, &TextHash::from(id))
    }

    pub fn webhook_event(&self, id: &str) -> Result<Option<WebhookEvent>> {
        self.get(&WEBHOOK_EVENTS, &TextHash::from(id))
    }

    /// All webhook events of the provider, the latest first.
    pub fn webhook_events(&self) -> Result<Vec<WebhookEvent>> {
        let webhook_events =
            self.scan_prefix(&WEBHOOK_EVENTS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let mut webhook_events: Vec<WebhookEvent> =
            webhook_events.into_iter().map(|(_, event)| event).collect();
        webhook_events.sort_by_key(|event| std::cmp::Reverse(event.received_at));
        Ok(webhook_events)
    }
}

impl WriteTx {
    pub fn put_payment(&mut self, payment: &Payment) -> Result<()> {
        self.put(&PAYMENTS, &TextHash::from(&*payment.id), payment)
    }

    pub fn put_webhook_event(&mut self, event: &WebhookEvent) -> Result<()> {
        self.put(&WEBHOOK_EVENTS, &TextHash::from(&*event.id), event)
    }
}
