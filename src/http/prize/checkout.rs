//! Webhook of the payment provider.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::Serialize;
use utoipa::ToSchema;

use crate::http::error::Result;
use crate::http::extractors::{AppState, Json, RawBody, run_blocking};
use crate::services::prize;

const SIGNATURE: &str = "stripe-signature";

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct WebhookReceipt {
    received: bool,
}

/// Receives a payment event. The header `Stripe-Signature` proves its sender; each event counts once.
#[utoipa::path(post, path = "/webhooks/checkout", tag = "prize",
    params(("stripe-signature" = String, Header)),
    request_body(content = String, content_type = "application/json"),
    responses((status = 200, body = WebhookReceipt)))]
pub(in crate::http) async fn handle_webhook(
    State(context): AppState,
    headers: HeaderMap,
    RawBody(body): RawBody,
) -> Result<Json<WebhookReceipt>> {
    let signature = headers.get(SIGNATURE).and_then(|signature| signature.to_str().ok());
    let signature = signature.unwrap_or_default().to_owned();
    run_blocking(&context, move |context| prize::handle_webhook(context, &signature, &body))
        .await?;
    Ok(Json(WebhookReceipt { received: true }))
}
