//! Operator API for webhooks.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::time::Timestamp;
use crate::domain::webhook::{DeliveryState, WebhookDelivery};
use crate::http::extractors::Json;
use crate::http::ids::{webhook_delivery_id, webhook_id};
use crate::services::webhooks::{self, CreatedWebhook, WebhookDetails};

use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Webhook, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    pub id: String,
    pub url: String,
    pub events: Vec<String>,
    pub created_at: String,
    /// Reason of the pause as a sentence; `None` while it is active.
    pub paused: Option<String>,
    /// Time of the first failed attempt since the last delivery.
    pub failing_since: Option<String>,
    /// Newest delivery.
    pub last_delivery: Option<Delivery>,
    /// Number of deliveries of the last 30 days that were dropped, because 2,000 others waited.
    pub dropped: u32,
}

/// Event that was sent to a webhook, or is on its way.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    pub id: String,
    pub event: String,
    pub body: String,
    pub created_at: String,
    /// `pending`, `delivered` or `failed`.
    pub state: String,
    pub attempts: u32,
    pub attempted_at: Option<String>,
    pub next_at: Option<String>,
    /// Status of the last response.
    pub status: Option<u16>,
    /// Reason of the last failure, as a sentence.
    pub error: Option<String>,
}

/// Webhook with its new secret.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WebhookWithSecret {
    pub webhook: Webhook,
    pub secret: String,
}

/// Webhook with its deliveries, newest first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct WebhookWithDeliveries {
    pub webhook: Webhook,
    pub deliveries: Vec<Delivery>,
}

/// Webhook to add.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct NewWebhook {
    pub url: String,
    pub events: Vec<String>,
}

/// Change of a webhook; what is `None` stays.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct WebhookChange {
    pub url: Option<String>,
    pub events: Option<Vec<String>>,
    /// Whether it is active.
    pub enabled: Option<bool>,
}

/// Webhook that was removed.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RemovedWebhook {
    pub id: String,
}

impl From<WebhookDetails> for Webhook {
    fn from(WebhookDetails { webhook, last, dropped }: WebhookDetails) -> Self {
        Self {
            id: webhook.id.to_string(),
            url: webhook.url.as_str().to_owned(),
            events: webhook.events.iter().map(|event| event.as_str().to_owned()).collect(),
            created_at: webhook.created_at.to_rfc3339(),
            paused: webhook.paused.map(|pause| pause.reason.message().to_string()),
            failing_since: webhook.failing_since.map(Timestamp::to_rfc3339),
            last_delivery: last.map(Delivery::from),
            dropped,
        }
    }
}

impl From<WebhookDelivery> for Delivery {
    fn from(delivery: WebhookDelivery) -> Self {
        let (state, next_at) = match delivery.state {
            DeliveryState::Pending { next_at } => ("pending", Some(next_at)),
            DeliveryState::Delivered => ("delivered", None),
            DeliveryState::Failed => ("failed", None),
        };
        Self {
            id: delivery.id.to_string(),
            event: delivery.event.as_str().to_owned(),
            body: delivery.body,
            created_at: delivery.created_at.to_rfc3339(),
            state: state.to_owned(),
            attempts: delivery.attempts,
            attempted_at: delivery.last.as_ref().map(|last| last.at.to_rfc3339()),
            next_at: next_at.map(Timestamp::to_rfc3339),
            status: delivery.last.as_ref().and_then(|last| last.status),
            error: delivery.last.and_then(|last| last.error),
        }
    }
}

impl From<CreatedWebhook> for WebhookWithSecret {
    fn from(CreatedWebhook { details, secret }: CreatedWebhook) -> Self {
        Self { webhook: details.into(), secret: secret.reveal() }
    }
}

impl From<(WebhookDetails, Vec<WebhookDelivery>)> for WebhookWithDeliveries {
    fn from((details, deliveries): (WebhookDetails, Vec<WebhookDelivery>)) -> Self {
        let deliveries = deliveries.into_iter().map(Delivery::from).collect();
        Self { webhook: details.into(), deliveries }
    }
}

pub(super) fn routes() -> Router<Arc<Context>> {
    let of_webhook = Router::new()
        .route("/", get(show_webhook).patch(change_webhook).delete(remove_webhook))
        .route("/secret", post(renew_secret))
        .route("/test", post(test_webhook))
        .route("/resend/{delivery}", post(resend_delivery));
    Router::new()
        .route("/api/operator/webhooks", get(list_webhooks).post(add_webhook))
        .nest("/api/operator/webhooks/{webhook}", of_webhook)
}

async fn list_webhooks(operator: Operator) -> Reply<Vec<Webhook>> {
    operator.list(webhooks::list).await
}

async fn add_webhook(
    operator: Operator,
    Json(NewWebhook { url, events }): Json<NewWebhook>,
) -> Reply<WebhookWithSecret> {
    let new = webhooks::NewWebhook { url, events };
    operator.run(move |context, actor| webhooks::add(context, actor, &new)).await
}

async fn show_webhook(operator: Operator, Path(id): Path<String>) -> Reply<WebhookWithDeliveries> {
    let operator = operator.naming(Noun::Webhook, &id);
    operator.run(move |context, actor| webhooks::get(context, actor, webhook_id(&id)?)).await
}

async fn change_webhook(
    operator: Operator,
    Path(id): Path<String>,
    Json(WebhookChange { url, events, enabled }): Json<WebhookChange>,
) -> Reply<Webhook> {
    let operator = operator.naming(Noun::Webhook, &id);
    let change = webhooks::WebhookChange { url, events, enabled };
    operator
        .run(move |context, actor| webhooks::change(context, actor, webhook_id(&id)?, &change))
        .await
}

async fn remove_webhook(operator: Operator, Path(id): Path<String>) -> Reply<RemovedWebhook> {
    let operator = operator.naming(Noun::Webhook, &id);
    operator
        .run(move |context, actor| {
            webhooks::remove(context, actor, webhook_id(&id)?)?;
            Ok(RemovedWebhook { id })
        })
        .await
}

async fn renew_secret(operator: Operator, Path(id): Path<String>) -> Reply<WebhookWithSecret> {
    let operator = operator.naming(Noun::Webhook, &id);
    operator
        .run(move |context, actor| webhooks::renew_secret(context, actor, webhook_id(&id)?))
        .await
}

async fn test_webhook(operator: Operator, Path(id): Path<String>) -> Reply<Delivery> {
    let operator = operator.naming(Noun::Webhook, &id);
    operator.run(move |context, actor| webhooks::send_test(context, actor, webhook_id(&id)?)).await
}

async fn resend_delivery(
    operator: Operator,
    Path((id, delivery)): Path<(String, String)>,
) -> Reply<Delivery> {
    let operator = operator.naming(Noun::Webhook, &id);
    operator
        .run(move |context, actor| {
            let (id, delivery) = (webhook_id(&id)?, webhook_delivery_id(&delivery)?);
            webhooks::resend(context, actor, id, delivery)
        })
        .await
}
