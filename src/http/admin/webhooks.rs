//! Webhooks: requests to other servers about what happens in the community.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::policy;
use crate::domain::webhook::{DeliveryState, Pause, WebhookDelivery};
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use crate::http::ids::{webhook_delivery_id, webhook_id};
use crate::http::view::TimeView;
use crate::services::accounts::sessions;
use crate::services::webhooks::{self, CreatedWebhook, NewWebhook, WebhookChange, WebhookDetails};

/// Webhook.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct WebhookView {
    id: String,
    url: String,
    /// Events for which it is sent: `book.published`, `memo.submitted`, `post.reported`.
    events: Vec<String>,
    created_at: TimeView,
    /// Null while it is active.
    paused: Option<WebhookPauseView>,
    /// Time of the first failed attempt since the last delivery; null if the last attempt succeeded.
    failing_since: Option<TimeView>,
    /// Newest delivery; null if there is none.
    last_delivery: Option<WebhookDeliveryView>,
}

/// Pause of a webhook.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct WebhookPauseView {
    at: TimeView,
    /// `admin`, `gone` (status 410), `failing` (for five days) or `secret-missing` (after a restore).
    #[schema(example = "admin")]
    reason: String,
    /// The reason as a sentence.
    words: String,
}

impl From<Pause> for WebhookPauseView {
    fn from(Pause { at, reason }: Pause) -> Self {
        Self {
            at: at.into(),
            reason: reason.as_str().to_owned(),
            words: reason.message().to_string(),
        }
    }
}

impl From<WebhookDetails> for WebhookView {
    fn from(WebhookDetails { webhook, last, .. }: WebhookDetails) -> Self {
        Self {
            id: webhook.id.to_string(),
            url: webhook.url.as_str().to_owned(),
            events: webhook.events.iter().map(|event| event.as_str().to_owned()).collect(),
            created_at: webhook.created_at.into(),
            paused: webhook.paused.map(WebhookPauseView::from),
            failing_since: webhook.failing_since.map(TimeView::from),
            last_delivery: last.map(WebhookDeliveryView::from),
        }
    }
}

/// State of a delivery.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum WebhookDeliveryState {
    /// Waits for its next attempt.
    Pending,
    Delivered,
    /// Failed for good; it can be sent again.
    Failed,
}

/// Event that was sent to a webhook, or is on its way.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct WebhookDeliveryView {
    /// Value of the `webhook-id` header, the same at every attempt.
    id: String,
    /// Type of the event; `webhook.test` for a test.
    event: String,
    /// Body of the request, in JSON.
    body: String,
    created_at: TimeView,
    state: WebhookDeliveryState,
    /// Number of attempts.
    attempts: u32,
    /// Time of the last attempt; null before the first one.
    attempted_at: Option<TimeView>,
    /// Time of the next attempt; null if there is none.
    next_at: Option<TimeView>,
    /// Status of the last response; null if there was none.
    status: Option<u16>,
    /// Reason of the last failure, as a sentence; null after a success.
    error: Option<String>,
}

impl From<WebhookDelivery> for WebhookDeliveryView {
    fn from(delivery: WebhookDelivery) -> Self {
        let (state, next_at) = match delivery.state {
            DeliveryState::Pending { next_at } => (WebhookDeliveryState::Pending, Some(next_at)),
            DeliveryState::Delivered => (WebhookDeliveryState::Delivered, None),
            DeliveryState::Failed => (WebhookDeliveryState::Failed, None),
        };
        Self {
            id: delivery.id.to_string(),
            event: delivery.event.as_str().to_owned(),
            body: delivery.body,
            created_at: delivery.created_at.into(),
            state,
            attempts: delivery.attempts,
            attempted_at: delivery.last.as_ref().map(|last| last.at.into()),
            next_at: next_at.map(TimeView::from),
            status: delivery.last.as_ref().and_then(|last| last.status),
            error: delivery.last.and_then(|last| last.error),
        }
    }
}

/// Webhook with its new secret.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct WebhookWithSecret {
    webhook: WebhookView,
    /// Key for checking signatures, `whsec_` and base 64. It is not shown again.
    secret: String,
}

impl From<CreatedWebhook> for WebhookWithSecret {
    fn from(CreatedWebhook { details, secret }: CreatedWebhook) -> Self {
        Self { webhook: details.into(), secret: secret.reveal() }
    }
}

/// Webhook with its deliveries.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct WebhookWithDeliveries {
    webhook: WebhookView,
    /// Deliveries of the last 30 days, newest first, at most 200.
    deliveries: Vec<WebhookDeliveryView>,
}

/// Lists the webhooks, oldest first.
#[utoipa::path(get, path = "/api/admin/webhooks", tag = "admin",
    responses((status = 200, body = [WebhookView])))]
pub(in crate::http) async fn list_webhooks(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Vec<WebhookView>>> {
    let list = move |context: &Context| webhooks::list(context, &actor);
    let all = run_blocking(&context, list).await?;
    Ok(Json(all.into_iter().map(WebhookView::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct WebhookRequest {
    /// Address that begins with https://, at most 2,000 characters. Private networks need a setting.
    #[schema(example = "https://example.org/hook")]
    url: String,
    /// Events for which it is sent, at least one: `book.published`, `memo.submitted`, `post.reported`.
    events: Vec<String>,
}

/// Adds a webhook, at most 20. The secret is in this response only. Needs a password that was given in the last five minutes.
#[utoipa::path(post, path = "/api/admin/webhooks", tag = "admin", request_body = WebhookRequest,
    responses((status = 201, body = WebhookWithSecret)))]
pub(in crate::http) async fn add_webhook(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(WebhookRequest { url, events }): Json<WebhookRequest>,
) -> Result<(StatusCode, Json<WebhookWithSecret>)> {
    policy::may_administrate(&session_context.actor)?;
    let add = move |context: &Context| {
        sessions::require_recent_auth(context, &session_context)?;
        webhooks::add(context, &session_context.actor, &NewWebhook { url, events })
    };
    let added = run_blocking(&context, add).await?;
    Ok((StatusCode::CREATED, Json(added.into())))
}

/// Shows a webhook with its deliveries.
#[utoipa::path(get, path = "/api/admin/webhooks/{id}", tag = "admin", params(("id" = String, Path)),
    responses((status = 200, body = WebhookWithDeliveries)))]
pub(in crate::http) async fn show_webhook(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<WebhookWithDeliveries>> {
    let load = move |context: &Context| {
        policy::may_administrate(&actor)?;
        webhooks::get(context, &actor, webhook_id(&id)?)
    };
    let (details, deliveries) = run_blocking(&context, load).await?;
    let deliveries = deliveries.into_iter().map(WebhookDeliveryView::from).collect();
    Ok(Json(WebhookWithDeliveries { webhook: details.into(), deliveries }))
}

/// Change of a webhook; fields that are left out or null stay.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct WebhookUpdate {
    url: Option<String>,
    events: Option<Vec<String>>,
    /// `false` pauses it: deliveries that wait fail, and events are not sent later. `true` resumes it.
    enabled: Option<bool>,
}

/// Changes, pauses or resumes a webhook. Another address needs a password that was given in the last five minutes.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}", tag = "admin",
    params(("id" = String, Path)), request_body = WebhookUpdate,
    responses((status = 200, body = WebhookView)))]
pub(in crate::http) async fn change_webhook(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(id): Path<String>,
    Json(WebhookUpdate { url, events, enabled }): Json<WebhookUpdate>,
) -> Result<Json<WebhookView>> {
    policy::may_administrate(&session_context.actor)?;
    let id = webhook_id(&id)?;
    let change = move |context: &Context| {
        if url.is_some() {
            sessions::require_recent_auth(context, &session_context)?;
        }
        let change = WebhookChange { url, events, enabled };
        webhooks::change(context, &session_context.actor, id, &change)
    };
    Ok(Json(run_blocking(&context, change).await?.into()))
}

/// Removes a webhook with its deliveries. Those that wait are not sent.
#[utoipa::path(delete, path = "/api/admin/webhooks/{id}", tag = "admin",
    params(("id" = String, Path)), responses((status = 204)))]
pub(in crate::http) async fn remove_webhook(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<StatusCode> {
    let remove = move |context: &Context| {
        policy::may_administrate(&actor)?;
        webhooks::remove(context, &actor, webhook_id(&id)?)
    };
    run_blocking(&context, remove).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Makes a new secret, which is in this response only. The earlier one no longer signs anything. Needs a password that was given in
/// the last five minutes.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/secret", tag = "admin",
    params(("id" = String, Path)), responses((status = 200, body = WebhookWithSecret)))]
pub(in crate::http) async fn renew_webhook_secret(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(id): Path<String>,
) -> Result<Json<WebhookWithSecret>> {
    policy::may_administrate(&session_context.actor)?;
    let id = webhook_id(&id)?;
    let renew = move |context: &Context| {
        sessions::require_recent_auth(context, &session_context)?;
        webhooks::renew_secret(context, &session_context.actor, id)
    };
    Ok(Json(run_blocking(&context, renew).await?.into()))
}

/// Sends a test (`webhook.test`) to a webhook, paused or not, and waits for its outcome, at most ten seconds. It is not repeated.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/test", tag = "admin",
    params(("id" = String, Path)), responses((status = 200, body = WebhookDeliveryView)))]
pub(in crate::http) async fn test_webhook(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(id): Path<String>,
) -> Result<Json<WebhookDeliveryView>> {
    let test = move |context: &Context| {
        policy::may_administrate(&actor)?;
        webhooks::send_test(context, &actor, webhook_id(&id)?)
    };
    Ok(Json(run_blocking(&context, test).await?.into()))
}

/// Sends a delivery again, under the same id and with all its attempts.
#[utoipa::path(post, path = "/api/admin/webhooks/{id}/resend/{delivery}", tag = "admin",
    params(("id" = String, Path), ("delivery" = String, Path)),
    responses((status = 202, body = WebhookDeliveryView)))]
pub(in crate::http) async fn resend_delivery(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path((id, delivery)): Path<(String, String)>,
) -> Result<(StatusCode, Json<WebhookDeliveryView>)> {
    let resend = move |context: &Context| {
        policy::may_administrate(&actor)?;
        let (id, delivery) = (webhook_id(&id)?, webhook_delivery_id(&delivery)?);
        webhooks::resend(context, &actor, id, delivery)
    };
    let delivery = run_blocking(&context, resend).await?;
    Ok((StatusCode::ACCEPTED, Json(delivery.into())))
}

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(list_webhooks, add_webhook))
        .routes(routes!(show_webhook, change_webhook, remove_webhook))
        .routes(routes!(renew_webhook_secret))
        .routes(routes!(test_webhook))
        .routes(routes!(resend_delivery))
}
