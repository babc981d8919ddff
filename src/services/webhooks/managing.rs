//! Webhooks for admins: added, changed, paused and removed.

use url::Url;

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::WebhookId;
use crate::domain::item::Item;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::webhook::{
    MAX_DELIVERIES, MAX_WEBHOOKS, Pause, PauseReason, UrlRules, Webhook, WebhookDelivery,
    WebhookEvent, WebhookSecret, WebhookUrl,
};
use crate::error::{Error, Required, Result};
use crate::platform::outgoing_http;
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

use super::delivering::{allowed_scope, end_pending, forbidden, remove_jobs};

/// Webhook to add.
#[derive(Clone, Debug)]
pub struct NewWebhook {
    pub url: String,
    /// Names of events.
    pub events: Vec<String>,
}

/// Change of a webhook; what is `None` stays.
#[derive(Clone, Debug, Default)]
pub struct WebhookChange {
    pub url: Option<String>,
    /// Names of events.
    pub events: Option<Vec<String>>,
    /// Whether it is active: `false` pauses it, `true` resumes it.
    pub enabled: Option<bool>,
}

/// Webhook with its newest delivery.
#[derive(Clone, Debug)]
pub struct WebhookDetails {
    pub webhook: Webhook,
    pub last: Option<WebhookDelivery>,
    /// Number of deliveries that were dropped, because too many others waited.
    pub dropped: u32,
}

/// Webhook with its new secret, which is shown this once.
#[derive(Clone, Debug)]
pub struct CreatedWebhook {
    pub details: WebhookDetails,
    pub secret: WebhookSecret,
}

/// All webhooks, oldest first.
pub fn list(context: &Context, actor: &Actor) -> Result<Vec<WebhookDetails>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    tx.webhooks()?.into_iter().map(|webhook| details(&tx, webhook)).collect()
}

/// A webhook with its deliveries, newest first.
pub fn get(
    context: &Context,
    actor: &Actor,
    id: WebhookId,
) -> Result<(WebhookDetails, Vec<WebhookDelivery>)> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let webhook = tx.webhook(id)?.required(Item::Webhook)?;
    Ok((details(&tx, webhook)?, tx.webhook_deliveries(id, MAX_DELIVERIES)?))
}

fn details(tx: &ReadTx, webhook: Webhook) -> Result<WebhookDetails> {
    let last = tx.webhook_deliveries(webhook.id, 1)?.pop();
    let dropped = tx.dropped_deliveries(webhook.id)?.count;
    Ok(WebhookDetails { webhook, last, dropped })
}

/// Adds a webhook.
///
/// # Errors
/// If the address or an event is refused, or there are [`MAX_WEBHOOKS`].
pub fn add(context: &Context, actor: &Actor, new: &NewWebhook) -> Result<CreatedWebhook> {
    policy::may_administrate(actor)?;
    let (url, events) = (parse_url(context, &new.url)?, parse_events(&new.events)?);
    let created_at = context.now();
    let id = WebhookId::new(created_at, context.random()?);
    let webhook = Webhook { id, url, events, created_at, paused: None, failing_since: None };
    let secret = WebhookSecret::new(context.random()?);
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        if tx.webhooks()?.len() >= MAX_WEBHOOKS {
            let message = Message::new(
                "too-many-webhooks",
                "There are already {max} webhooks. Remove one first.",
            );
            let message = message.with("max", MAX_WEBHOOKS as u64);
            return Err(Error::Conflict { field: None, message });
        }
        tx.put_webhook(&webhook)?;
        tx.put_webhook_secret(id, &secret)?;
        record(context, tx, actor, AuditAction::AddWebhook, &webhook)
    })?;
    Ok(CreatedWebhook { details: WebhookDetails { webhook, last: None, dropped: 0 }, secret })
}

/// Changes a webhook. Pausing it fails the deliveries that wait for an attempt.
///
/// # Errors
/// If the address or an event is refused, or if a webhook without a secret is to be resumed.
pub fn change(
    context: &Context,
    actor: &Actor,
    id: WebhookId,
    change: &WebhookChange,
) -> Result<WebhookDetails> {
    policy::may_administrate(actor)?;
    context.read()?.webhook(id)?.required(Item::Webhook)?;
    let url = change.url.as_deref().map(|url| parse_url(context, url)).transpose()?;
    let events = change.events.as_deref().map(parse_events).transpose()?;
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let mut webhook = tx.webhook(id)?.required(Item::Webhook)?;
        let before = webhook.clone();
        webhook.url = url.unwrap_or(webhook.url);
        webhook.events = events.unwrap_or(webhook.events);
        if webhook != before {
            record(context, tx, actor, AuditAction::EditWebhook, &webhook)?;
        }
        set_enabled(context, tx, actor, &mut webhook, change.enabled)?;
        tx.put_webhook(&webhook)?;
        details(tx, webhook)
    })
}

fn set_enabled(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    webhook: &mut Webhook,
    enabled: Option<bool>,
) -> Result<()> {
    match (enabled, webhook.paused) {
        (Some(true), Some(_)) => {
            if tx.webhook_secret(webhook.id)?.is_none() {
                let message = PauseReason::SecretMissing.message();
                return Err(Error::Conflict { field: None, message });
            }
            webhook.resume();
            record(context, tx, actor, AuditAction::ResumeWebhook, webhook)
        }
        (Some(false), None) => {
            let (at, reason) = (context.now(), PauseReason::Admin);
            webhook.paused = Some(Pause { at, reason });
            end_pending(tx, webhook.id, reason, at)?;
            record(context, tx, actor, AuditAction::PauseWebhook, webhook)
        }
        (None | Some(_), _) => Ok(()),
    }
}

/// Gives a webhook another secret; the earlier one no longer signs anything. Resumes a webhook that was paused for lack of one.
pub fn renew_secret(context: &Context, actor: &Actor, id: WebhookId) -> Result<CreatedWebhook> {
    policy::may_administrate(actor)?;
    let secret = WebhookSecret::new(context.random()?);
    let details = context.write_as(actor, policy::may_administrate, |tx, actor| {
        let mut webhook = tx.webhook(id)?.required(Item::Webhook)?;
        tx.put_webhook_secret(id, &secret)?;
        if webhook.paused.is_some_and(|pause| pause.reason == PauseReason::SecretMissing) {
            webhook.resume();
            tx.put_webhook(&webhook)?;
        }
        record(context, tx, actor, AuditAction::RenewWebhookSecret, &webhook)?;
        details(tx, webhook)
    })?;
    Ok(CreatedWebhook { details, secret })
}

/// Removes a webhook with its deliveries; those on their way are not sent.
pub fn remove(context: &Context, actor: &Actor, id: WebhookId) -> Result<()> {
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        let webhook = tx.webhook(id)?.required(Item::Webhook)?;
        tx.remove_webhook(id)?;
        remove_jobs(tx, id)?;
        record(context, tx, actor, AuditAction::RemoveWebhook, &webhook)
    })
}

/// Parses an address, and resolves its host: a private one is refused at once and not only when something is sent.
fn parse_url(context: &Context, text: &str) -> Result<WebhookUrl> {
    let allow_private_networks = context.config().webhooks.allow_private_networks;
    let url = WebhookUrl::parse(text, UrlRules { allow_private_networks });
    let url = url.map_err(|message| Error::invalid("url", message))?;
    let port = Url::parse(url.as_str()).ok().and_then(|url| url.port_or_known_default());
    let checked =
        outgoing_http::check_host(&url.host(), port.unwrap_or(443), allowed_scope(context));
    checked.map_err(|error| Error::invalid("url", forbidden(error)))?;
    Ok(url)
}

fn parse_events(names: &[String]) -> Result<Vec<WebhookEvent>> {
    let events = WebhookEvent::parse_all(names.iter().map(String::as_str));
    events.map_err(|message| Error::invalid("events", message))
}

/// Adds an audit entry, with the host alone: the rest of an address may be secret.
fn record(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    action: AuditAction,
    webhook: &Webhook,
) -> Result<()> {
    let events: Vec<&str> = webhook.events.iter().map(|event| event.as_str()).collect();
    let to = format!("webhook {}", webhook.url.host());
    audit::record(context, tx, actor, action, to, events.join(", "))
}
