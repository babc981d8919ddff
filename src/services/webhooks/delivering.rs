//! Delivery of events: attempts, retries, and what follows from their outcome.

use crate::context::Context;
use crate::domain::id::{WebhookDeliveryId, WebhookId};
use crate::domain::item::Item;
use crate::domain::job::{Job, Queue};
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::time::Timestamp;
use crate::domain::webhook::{
    AttemptOutcome, DeliveryState, DroppedDeliveries, MAX_DELIVERIES, MAX_PENDING_DELIVERIES,
    Pause, PauseReason, Webhook, WebhookDelivery, WebhookSecret,
};
use crate::error::{Error, Required, Result};
use crate::platform::address_scope::AddressScope;
use crate::platform::net_probe::HttpProbeError;
use crate::platform::outgoing_http::{self, ForbiddenAddress, OutgoingPost, PostError};
use crate::store::{ReadTx, WriteTx};

use super::events;

/// `User-Agent` header of the requests.
const USER_AGENT: &str = concat!("inkfold/", env!("CARGO_PKG_VERSION"));

const PAUSED: Message =
    Message::new("webhook-is-paused", "This webhook is paused. Resume it first.");

/// Scope of the addresses to which webhooks may go.
pub(super) fn allowed_scope(context: &Context) -> AddressScope {
    if context.config().webhooks.allow_private_networks {
        AddressScope::Private
    } else {
        AddressScope::Global
    }
}

/// Words about an address of a scope that is not allowed.
pub(super) fn forbidden(ForbiddenAddress(scope): ForbiddenAddress) -> Message {
    match scope {
        AddressScope::Private => Message::new(
            "webhook-address-private",
            "This address is in a private network. The operator can allow those with `allow_private_networks` in [webhooks].",
        ),
        AddressScope::Reserved | AddressScope::Global => Message::new(
            "webhook-address-reserved",
            "No webhook can be sent to this address: it's reserved for other purposes.",
        ),
    }
}

/// Makes the attempt of a delivery that is due, and queues the next one if it fails. An attempt that was interrupted is repeated.
pub(crate) fn deliver(context: &Context, webhook: WebhookId, id: WebhookDeliveryId) -> Result<()> {
    trim(context, webhook)?;
    let tx = context.read()?;
    let loaded = load(&tx, webhook, id)?;
    let secret = tx.webhook_secret(webhook)?;
    drop(tx);
    let Some((target, delivery)) = loaded else { return Ok(()) };
    if !delivery.is_due(context.now()) || target.paused.is_some() {
        return Ok(());
    }
    let Some(secret) = secret else {
        return pause_without_secret(context, webhook);
    };
    let outcome = attempt(context, &target, &delivery, &secret);
    context.write(|tx| {
        // Removed or paused while the receiver was awaited.
        let Some((mut target, mut delivery)) = load(tx, webhook, id)? else { return Ok(()) };
        let now = context.now();
        let delay = delivery.record(&outcome, now);
        let was_active = target.paused.is_none();
        target.record(&outcome, now);
        tx.put_webhook(&target)?;
        tx.put_webhook_delivery(&delivery)?;
        if let Some(pause) = target.paused {
            if was_active {
                let reason = pause.reason.as_str();
                tracing::warn!(webhook = %target.id, reason, "webhook paused");
            }
            return end_pending(tx, webhook, pause.reason, now);
        }
        match delay {
            Some(delay) => context.enqueue_after(tx, Job::DeliverWebhook(webhook, id), delay),
            None => Ok(()),
        }
    })
}

fn load(
    tx: &ReadTx,
    webhook: WebhookId,
    id: WebhookDeliveryId,
) -> Result<Option<(Webhook, WebhookDelivery)>> {
    let delivery = tx.webhook_delivery(webhook, id)?.filter(WebhookDelivery::is_pending);
    Ok(tx.webhook(webhook)?.zip(delivery))
}

fn pause_without_secret(context: &Context, webhook: WebhookId) -> Result<()> {
    context.write(|tx| {
        let Some(mut target) = tx.webhook(webhook)? else { return Ok(()) };
        let (at, reason) = (context.now(), PauseReason::SecretMissing);
        target.paused = Some(Pause { at, reason });
        tx.put_webhook(&target)?;
        tracing::warn!(webhook = %target.id, reason = reason.as_str(), "webhook paused");
        end_pending(tx, webhook, reason, at)
    })
}

/// Removes the oldest deliveries of a webhook beyond the maxima: of those that have ended, and of those that wait.
/// Runs before an attempt, not in the transaction of an event, which a member waits for.
fn trim(context: &Context, webhook: WebhookId) -> Result<()> {
    let all = context.read()?.webhook_deliveries(webhook, usize::MAX)?;
    let (pending, ended): (Vec<_>, Vec<_>) = all.iter().partition(|delivery| delivery.is_pending());
    let dropped = pending.get(MAX_PENDING_DELIVERIES..).unwrap_or_default();
    let outdated = ended.get(MAX_DELIVERIES..).unwrap_or_default();
    if dropped.is_empty() && outdated.is_empty() {
        return Ok(());
    }
    context.write(|tx| {
        if !dropped.is_empty() {
            count_dropped(tx, webhook, dropped.len() as u32, context.now())?;
        }
        for delivery in dropped.iter().chain(outdated) {
            tx.remove_equal_jobs(&Job::DeliverWebhook(webhook, delivery.id))?;
            tx.remove_webhook_delivery(delivery)?;
        }
        Ok(())
    })
}

fn count_dropped(
    tx: &mut WriteTx,
    webhook: WebhookId,
    dropped: u32,
    last_at: Timestamp,
) -> Result<()> {
    let count = tx.dropped_deliveries(webhook)?.count.saturating_add(dropped);
    tracing::warn!(%webhook, dropped, count, "too many deliveries wait, dropped the oldest");
    Ok(tx.put_dropped_deliveries(webhook, &DroppedDeliveries { count, last_at })?)
}

/// Fails the deliveries of a webhook that wait for an attempt.
pub(super) fn end_pending(
    tx: &mut WriteTx,
    webhook: WebhookId,
    reason: PauseReason,
    now: Timestamp,
) -> Result<()> {
    remove_jobs(tx, webhook)?;
    let mut pending = tx.webhook_deliveries(webhook, usize::MAX)?;
    pending.retain(WebhookDelivery::is_pending);
    for mut delivery in pending {
        delivery.fail(&reason.message(), now);
        tx.put_webhook_delivery(&delivery)?;
    }
    Ok(())
}

/// Removes the jobs of a webhook.
pub(super) fn remove_jobs(tx: &mut WriteTx, webhook: WebhookId) -> Result<()> {
    let mut jobs = tx.jobs_of(Queue::Webhooks)?;
    jobs.retain(|queued| matches!(queued.job, Job::DeliverWebhook(of, _) if of == webhook));
    jobs.iter().try_for_each(|queued| Ok(tx.remove_job(queued)?))
}

/// Sends a delivery once.
fn attempt(
    context: &Context,
    target: &Webhook,
    delivery: &WebhookDelivery,
    secret: &WebhookSecret,
) -> AttemptOutcome {
    let now = context.now();
    let scope = allowed_scope(context);
    if !target.url.is_encrypted() && scope == AddressScope::Global {
        // Private networks were allowed when it was added.
        return AttemptOutcome::Unanswered("Unencrypted requests are not allowed.".to_owned());
    }
    let (id, seconds) = (delivery.id.to_string(), now.seconds.to_string());
    let signature = secret.sign(delivery.id, now, &delivery.body);
    let headers = [
        ("content-type", "application/json"),
        ("webhook-id", &*id),
        ("webhook-timestamp", &*seconds),
        ("webhook-signature", &*signature),
    ];
    let url = target.url.as_str();
    let request = OutgoingPost { url, headers: &headers, body: &delivery.body, scope };
    match outgoing_http::post(request, USER_AGENT) {
        Ok(response) => AttemptOutcome::of_response(response.status, response.retry_after),
        Err(error) => AttemptOutcome::Unanswered(in_words(error)),
    }
}

/// Reason of a failed attempt, as a sentence.
fn in_words(error: PostError) -> String {
    match error {
        PostError::Forbidden(forbidden) => self::forbidden(forbidden).to_string(),
        PostError::Unanswered(error) => match error {
            HttpProbeError::UnknownName => "The host name was not found.".to_owned(),
            HttpProbeError::Refused => "Connection refused.".to_owned(),
            HttpProbeError::Silent => "Timed out after ten seconds.".to_owned(),
            HttpProbeError::Encryption(words) => format!("TLS failed: {words}."),
            HttpProbeError::Other(words) => format!("The request failed: {words}."),
        },
    }
}

/// Sends a test to a webhook, paused or not. Returns the delivery with the outcome of its only attempt.
pub fn send_test(context: &Context, actor: &Actor, webhook: WebhookId) -> Result<WebhookDelivery> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let target = tx.webhook(webhook)?.required(Item::Webhook)?;
    let secret = tx.webhook_secret(webhook)?;
    drop(tx);
    let secret = secret.ok_or_else(|| Error::Conflict {
        field: None,
        message: PauseReason::SecretMissing.message(),
    })?;
    let mut delivery = events::test_delivery(context, webhook)?;
    let outcome = attempt(context, &target, &delivery, &secret);
    delivery.record(&outcome, context.now());
    if delivery.is_pending() {
        delivery.state = DeliveryState::Failed;
    }
    context.write_as(actor, policy::may_administrate, |tx, _| {
        tx.webhook(webhook)?.required(Item::Webhook)?;
        Ok(tx.put_webhook_delivery(&delivery)?)
    })?;
    trim(context, webhook)?;
    Ok(delivery)
}

/// Queues a delivery again, at once and with all its attempts. Its id stays the same.
pub fn resend(
    context: &Context,
    actor: &Actor,
    webhook: WebhookId,
    id: WebhookDeliveryId,
) -> Result<WebhookDelivery> {
    context.write_as(actor, policy::may_administrate, |tx, _| {
        let target = tx.webhook(webhook)?.required(Item::Webhook)?;
        let mut delivery = tx.webhook_delivery(webhook, id)?.required(Item::WebhookDelivery)?;
        if target.paused.is_some() {
            return Err(Error::Conflict { field: None, message: PAUSED });
        }
        delivery.attempts = 0;
        delivery.state = DeliveryState::Pending { next_at: context.now() };
        tx.put_webhook_delivery(&delivery)?;
        let job = Job::DeliverWebhook(webhook, id);
        context.replace_job(tx, job, Some(context.now()))?;
        Ok(delivery)
    })
}
