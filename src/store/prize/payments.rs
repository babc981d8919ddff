//! Payments, and webhook events of the payment provider.

use crate::domain::prize::payment::{Payment, PaymentProviderEvent};
use crate::store::Result;
use crate::store::engine::{Order, ReadTx, WriteTx};
use crate::store::key::{EmptyPrefix, TextHash};
use crate::store::tables::{PAYMENT_EVENTS, PAYMENTS};

impl ReadTx {
    pub fn payment(&self, id: &str) -> Result<Option<Payment>> {
        self.get(&PAYMENTS, &TextHash::from(id))
    }

    pub fn webhook_event(&self, id: &str) -> Result<Option<PaymentProviderEvent>> {
        self.get(&PAYMENT_EVENTS, &TextHash::from(id))
    }

    /// All webhook events of the provider, the latest first.
    pub fn webhook_events(&self) -> Result<Vec<PaymentProviderEvent>> {
        let webhook_events =
            self.scan_prefix(&PAYMENT_EVENTS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let mut webhook_events: Vec<PaymentProviderEvent> =
            webhook_events.into_iter().map(|(_, event)| event).collect();
        webhook_events.sort_by_key(|event| std::cmp::Reverse(event.received_at));
        Ok(webhook_events)
    }
}

impl WriteTx {
    pub fn put_payment(&mut self, payment: &Payment) -> Result<()> {
        self.put(&PAYMENTS, &TextHash::from(&*payment.id), payment)
    }

    pub fn put_webhook_event(&mut self, event: &PaymentProviderEvent) -> Result<()> {
        self.put(&PAYMENT_EVENTS, &TextHash::from(&*event.id), event)
    }
}
