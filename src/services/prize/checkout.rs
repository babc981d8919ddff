//! Payments: the checkout link for members, and the webhooks of the payment provider.
//!
//! Webhooks may come late, twice, in any order, or from an attacker. The outcome of each is stored under its id.

mod payments;

use serde::Deserialize;
use serde_json::Value;

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::domain::prize::payment::PaymentProviderEvent;
use crate::domain::prize::signature;
use crate::error::{Error, Result};

use super::ensure_enabled;
use payments::{PaymentIssue, credit, dispute, refund};

/// Maximum length of a webhook event's id in bytes.
const MAX_NAME_LENGTH: usize = 255;

/// Checkout link of a member; `None` if no checkout is configured.
pub(super) fn address(context: &Context, account: &Account) -> Option<String> {
    let checkout = &context.config().prize.checkout;
    if !checkout.is_set() {
        return None;
    }
    let mut url = url::Url::parse(&checkout.url).ok()?;
    url.query_pairs_mut()
        .append_pair("prefilled_email", account.email.as_str())
        .append_pair("client_reference_id", &account.id.to_string());
    Some(url.into())
}

/// Webhook event of the provider.
#[derive(Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: Data,
}

#[derive(Deserialize)]
struct Data {
    object: Value,
}

/// Handles a signed webhook event once. Events of other kinds are ignored.
///
/// # Errors
/// [`Error::BadSignature`] when the provider has not signed it within the last minutes, or when it is malformed.
pub fn handle_webhook(context: &Context, signature: &str, body: &[u8]) -> Result<()> {
    ensure_enabled(context)?;
    let checkout = &context.config().prize.checkout;
    if !checkout.is_set() {
        return Err(Error::NotFound(Item::Checkout));
    }
    if !signature::verify(signature, body, &checkout.secrets()?, context.now()) {
        return Err(Error::BadSignature);
    }
    let event: Event = serde_json::from_slice(body).map_err(|_| Error::BadSignature)?;
    if event.id.is_empty() || event.id.len() > MAX_NAME_LENGTH {
        return Err(Error::BadSignature);
    }
    context.write(|tx| {
        if tx.webhook_event(&event.id)?.is_some() {
            return Ok(());
        }
        let problem = match event.kind.as_str() {
            "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
                parsed(event.data.object, |session| credit(context, tx, checkout, session))?
            }
            "charge.refunded" => {
                parsed(event.data.object, |charge| refund(context, tx, checkout, charge))?
            }
            // A disputed payment counts as not paid until the dispute is decided.
            "charge.dispute.created" => {
                parsed(event.data.object, |of_payment| dispute(context, tx, checkout, of_payment))?
            }
            _ => return Ok(()),
        };
        if let Some(problem) = &problem {
            tracing::warn!(event = event.id, problem, "payment needs attention");
        }
        let received_at = context.now();
        tx.put_webhook_event(&PaymentProviderEvent {
            id: event.id,
            kind: event.kind,
            received_at,
            problem,
        })?;
        Ok(())
    })
}

/// Lists webhook events that need an admin, the latest first.
pub fn payment_issues(context: &Context, actor: &Actor) -> Result<Vec<PaymentProviderEvent>> {
    policy::may_administrate(actor)?;
    let mut webhook_events = context.read()?.webhook_events()?;
    webhook_events.retain(|event| event.problem.is_some());
    Ok(webhook_events)
}

fn parsed<T: serde::de::DeserializeOwned>(
    object: Value,
    then: impl FnOnce(T) -> Result<Option<PaymentIssue>>,
) -> Result<Option<PaymentIssue>> {
    match serde_json::from_value(object) {
        Ok(object) => then(object),
        Err(error) => Ok(Some(format!("It is not of the shape that we know: {error}"))),
    }
}
