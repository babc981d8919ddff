//! Budget of responses that are whole in memory, each until its client has received it.
//!
//! A client may request much and receive nothing. Without a limit, its responses would fill the memory until they time out.

use std::sync::Arc;

use axum::body::{Body, Bytes, HttpBody};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use crate::body_budgets::{BudgetExhausted, BudgetOwner, Reservation};
use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::message::Message;

use super::error::{ApiError, InternalErrorCause, Result};
use super::requester::Requester;

/// Minimum length in bytes of a response that is counted. The buffers of a connection are larger than one below it.
const MIN_COUNTED: u64 = 16 << 10;

/// Marker of a response without memory of its own: read from a file piece by piece, or shared by all requests.
#[derive(Clone, Copy)]
pub(super) struct Unbudgeted;

/// Bytes with the reservation that is returned with the last of them.
struct ReservedBytes {
    bytes: Bytes,
    _reservation: Reservation,
}

impl AsRef<[u8]> for ReservedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Reserves the memory of a response, or replaces it by status 503 if too much is waiting to be received. The response to a
/// creation, which cannot be repeated, is always sent.
pub(super) async fn reserve(
    context: &Arc<Context>,
    requester: &Requester,
    response: Response,
) -> Response {
    let length = response.body().size_hint().exact().filter(|length| *length >= MIN_COUNTED);
    let is_budgeted = response.extensions().get::<Unbudgeted>().is_none();
    let Some(length) = length.filter(|_| is_budgeted) else { return response };
    let (budget, sender) = (&context.body_budgets.responses, requester.load_sender(context).await);
    let reservation = if response.status() == StatusCode::CREATED {
        budget.reserve_beyond(sender, length)
    } else {
        match budget.reserve_whole(sender, length) {
            Ok(reservation) => reservation,
            Err(exhausted) => return busy(exhausted).into_response(),
        }
    };
    let (parts, body) = response.into_parts();
    match axum::body::to_bytes(body, usize::MAX).await {
        Ok(bytes) => {
            let bytes = Bytes::from_owner(ReservedBytes { bytes, _reservation: reservation });
            Response::from_parts(parts, Body::from(bytes))
        }
        Err(error) => InternalErrorCause(error.to_string()).into(),
    }
}

/// Refuses work whose response is large while the member leaves many others unreceived.
pub(super) fn ensure_room(context: &Context, member: AccountId) -> Result<()> {
    if context.body_budgets.responses.has_room(BudgetOwner::Account(member)) {
        return Ok(());
    }
    Err(busy(BudgetExhausted))
}

fn busy(_: BudgetExhausted) -> ApiError {
    let words = Message::new(
        "downloads-busy",
        "Too many downloads are in progress. Please try again in a moment.",
    );
    ApiError::request(StatusCode::SERVICE_UNAVAILABLE, "busy", words)
}
