//! Webhooks, their secrets, and the events on their way to them.

use super::Result;
use super::engine::{Order, ReadTx, WriteTx};
use super::key::EmptyPrefix;
use super::tables::{
    DROPPED_DELIVERIES, OUTGOING_EVENTS, WEBHOOK_DELIVERIES, WEBHOOK_SECRETS, WEBHOOKS,
};
use crate::domain::id::{AccountId, OutgoingEventId, WebhookDeliveryId, WebhookId};
use crate::domain::time::Timestamp;
use crate::domain::webhook::{
    DroppedDeliveries, OutgoingEvent, Webhook, WebhookDelivery, WebhookSecret,
};

impl ReadTx {
    /// All webhooks, oldest first.
    pub fn webhooks(&self) -> Result<Vec<Webhook>> {
        let all = self.scan_prefix(&WEBHOOKS, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        Ok(all.into_iter().map(|(_, webhook)| webhook).collect())
    }

    pub fn webhook(&self, id: WebhookId) -> Result<Option<Webhook>> {
        self.get(&WEBHOOKS, &id)
    }

    /// Secret of a webhook; `None` after the restore of a backup that had no secrets.
    pub fn webhook_secret(&self, id: WebhookId) -> Result<Option<WebhookSecret>> {
        self.get(&WEBHOOK_SECRETS, &id)
    }

    pub fn webhook_delivery(
        &self,
        webhook: WebhookId,
        id: WebhookDeliveryId,
    ) -> Result<Option<WebhookDelivery>> {
        self.get(&WEBHOOK_DELIVERIES, &(webhook, id))
    }

    /// Deliveries of a webhook, newest first, at most `limit`.
    pub fn webhook_deliveries(
        &self,
        webhook: WebhookId,
        limit: usize,
    ) -> Result<Vec<WebhookDelivery>> {
        let all = self.scan_prefix(&WEBHOOK_DELIVERIES, &webhook, Order::Descending, limit)?;
        Ok(all.into_iter().map(|(_, delivery)| delivery).collect())
    }

    /// Events whose deliveries are yet to be queued, oldest first, at most `limit`.
    pub fn outgoing_events(&self, limit: usize) -> Result<Vec<OutgoingEvent>> {
        let all = self.scan_prefix(&OUTGOING_EVENTS, &EmptyPrefix, Order::Ascending, limit)?;
        Ok(all.into_iter().map(|(_, event)| event).collect())
    }

    /// Deliveries of a webhook that were dropped.
    pub fn dropped_deliveries(&self, webhook: WebhookId) -> Result<DroppedDeliveries> {
        Ok(self.get(&DROPPED_DELIVERIES, &webhook)?.unwrap_or_default())
    }
}

impl WriteTx {
    pub fn put_webhook(&mut self, webhook: &Webhook) -> Result<()> {
        self.put(&WEBHOOKS, &webhook.id, webhook)
    }

    pub fn put_webhook_secret(&mut self, id: WebhookId, secret: &WebhookSecret) -> Result<()> {
        self.put(&WEBHOOK_SECRETS, &id, secret)
    }

    /// Removes a webhook with its secret and its deliveries.
    pub fn remove_webhook(&mut self, id: WebhookId) -> Result<()> {
        for delivery in self.webhook_deliveries(id, usize::MAX)? {
            self.remove_webhook_delivery(&delivery)?;
        }
        self.remove(&DROPPED_DELIVERIES, &id)?;
        self.remove(&WEBHOOK_SECRETS, &id)?;
        self.remove(&WEBHOOKS, &id)
    }

    pub fn put_outgoing_event(&mut self, event: &OutgoingEvent) -> Result<()> {
        self.put(&OUTGOING_EVENTS, &event.id, event)
    }

    pub fn remove_outgoing_event(&mut self, id: OutgoingEventId) -> Result<()> {
        self.remove(&OUTGOING_EVENTS, &id)
    }

    pub fn put_webhook_delivery(&mut self, delivery: &WebhookDelivery) -> Result<()> {
        self.put(&WEBHOOK_DELIVERIES, &(delivery.webhook, delivery.id), delivery)
    }

    pub fn remove_webhook_delivery(&mut self, delivery: &WebhookDelivery) -> Result<()> {
        self.remove(&WEBHOOK_DELIVERIES, &(delivery.webhook, delivery.id))
    }

    pub fn put_dropped_deliveries(
        &mut self,
        webhook: WebhookId,
        dropped: &DroppedDeliveries,
    ) -> Result<()> {
        self.put(&DROPPED_DELIVERIES, &webhook, dropped)
    }

    /// Removes the events and the deliveries that name a member.
    pub fn remove_webhook_deliveries_about(&mut self, member: AccountId) -> Result<()> {
        let mut events = self.outgoing_events(usize::MAX)?;
        events.retain(|event| event.about.contains(&member));
        events.iter().try_for_each(|event| self.remove_outgoing_event(event.id))?;
        self.remove_webhook_deliveries(|delivery| delivery.about.contains(&member))
    }

    /// Removes deliveries that were made before `then`, and the numbers of those that were dropped before it.
    pub fn remove_webhook_deliveries_before(&mut self, then: Timestamp) -> Result<()> {
        for webhook in self.webhooks()? {
            if self.dropped_deliveries(webhook.id)?.last_at < then {
                self.remove(&DROPPED_DELIVERIES, &webhook.id)?;
            }
        }
        self.remove_webhook_deliveries(|delivery| delivery.created_at < then)
    }

    fn remove_webhook_deliveries(
        &mut self,
        is_removed: impl Fn(&WebhookDelivery) -> bool,
    ) -> Result<()> {
        let all =
            self.scan_prefix(&WEBHOOK_DELIVERIES, &EmptyPrefix, Order::Ascending, usize::MAX)?;
        let mut removed = all.into_iter().filter(|(_, delivery)| is_removed(delivery));
        removed.try_for_each(|(key, _)| self.remove_bytes(WEBHOOK_DELIVERIES.name, &key))
    }
}
