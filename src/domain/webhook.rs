//! Webhooks: signed requests by which other servers learn what happens in the community.

mod address;
mod secret;
#[cfg(test)]
mod tests;

use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::backoff::Backoff;
use super::id::{AccountId, OutgoingEventId, WebhookDeliveryId, WebhookId};
use super::message::Message;
use super::time::Timestamp;

pub use address::{UrlRules, WebhookUrl};
pub use secret::WebhookSecret;

/// Maximum number of webhooks of a community.
pub const MAX_WEBHOOKS: usize = 20;
/// Maximum number of deliveries of a webhook that have ended and are kept; the oldest are removed first.
pub const MAX_DELIVERIES: usize = 200;
/// Maximum number of deliveries of a webhook that wait; the oldest are dropped first.
pub const MAX_PENDING_DELIVERIES: usize = 2_000;
/// Time after which a delivery is removed, and the number of those that were dropped is forgotten.
pub const DELIVERY_RETENTION: Duration = Duration::from_hours(30 * 24);
/// Number of failed attempts after which a delivery fails for good: with the delays between attempts, after three days.
pub const MAX_ATTEMPTS: u32 = 22;
/// Time without a successful delivery after which a webhook is paused.
pub const MAX_FAILING: Duration = Duration::from_hours(5 * 24);

/// Delays between the attempts of a delivery.
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(30), max: Duration::from_hours(6) };
/// Status with which a receiver says that it wants no more requests.
const GONE: u16 = 410;

/// Event that a webhook is sent for. Stored, so variants are only ever appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum WebhookEvent {
    BookPublished,
    MemoSubmitted,
    PostReported,
    /// Test by an admin.
    Test,
}

impl WebhookEvent {
    /// Events that a webhook can be subscribed to.
    pub const SUBSCRIBABLE: [Self; 3] =
        [Self::BookPublished, Self::MemoSubmitted, Self::PostReported];

    /// Type of the event in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BookPublished => "book.published",
            Self::MemoSubmitted => "memo.submitted",
            Self::PostReported => "post.reported",
            Self::Test => "webhook.test",
        }
    }

    /// Parses the events of a subscription; each once, in the order of [`Self::SUBSCRIBABLE`].
    ///
    /// # Errors
    /// If there are none, or one is unknown.
    pub fn parse_all<'a>(names: impl IntoIterator<Item = &'a str>) -> Result<Vec<Self>, Message> {
        let mut events: Vec<Self> =
            names.into_iter().map(str::parse).collect::<Result<_, Message>>()?;
        events.sort_unstable();
        events.dedup();
        if events.is_empty() {
            return Err(unknown_event());
        }
        Ok(events)
    }
}

impl FromStr for WebhookEvent {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Message> {
        let mut all = Self::SUBSCRIBABLE.into_iter();
        all.find(|event| event.as_str() == text).ok_or_else(unknown_event)
    }
}

fn unknown_event() -> Message {
    Message::new("choice-unknown", "Choose from {choices}.")
        .with("choices", WebhookEvent::SUBSCRIBABLE.map(WebhookEvent::as_str).join(", "))
}

/// Subscription of another server to events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Webhook {
    pub id: WebhookId,
    pub url: WebhookUrl,
    /// Events that it is sent for; never empty.
    pub events: Vec<WebhookEvent>,
    pub created_at: Timestamp,
    /// `None` while it is active.
    pub paused: Option<Pause>,
    /// Time of the first failed attempt since the last delivery; `None` if the last attempt succeeded.
    pub failing_since: Option<Timestamp>,
}

/// Pause of a webhook, during which no events are sent or stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    pub at: Timestamp,
    pub reason: PauseReason,
}

/// Reason for a pause. Stored, so variants are only ever appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PauseReason {
    Admin,
    /// The receiver answered with status 410.
    Gone,
    /// Every attempt has failed for [`MAX_FAILING`].
    Failing,
    /// The secret was not in the backup that was restored.
    SecretMissing,
}

impl PauseReason {
    /// The word in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "admin",
            Self::Gone => "gone",
            Self::Failing => "failing",
            Self::SecretMissing => "secret-missing",
        }
    }

    pub fn message(self) -> Message {
        match self {
            Self::Admin => Message::new("webhook-paused", "Paused by an admin."),
            Self::Gone => Message::new(
                "webhook-gone",
                "Paused because the receiver wants no more requests (status 410).",
            ),
            Self::Failing => Message::new(
                "webhook-failing",
                "Paused because every attempt failed for five days. Resume it when the receiver works again.",
            ),
            Self::SecretMissing => Message::new(
                "webhook-secret-missing",
                "Paused because the backup had no secret. Make a new one and give it to the receiver.",
            ),
        }
    }
}

impl Webhook {
    /// Whether it is sent for this event now.
    pub fn wants(&self, event: WebhookEvent) -> bool {
        self.paused.is_none() && self.events.contains(&event)
    }

    /// Updates the state after an attempt, which may pause the webhook.
    pub fn record(&mut self, outcome: &AttemptOutcome, now: Timestamp) {
        if outcome.is_delivered() {
            self.failing_since = None;
            return;
        }
        let since = *self.failing_since.get_or_insert(now);
        let reason = match outcome {
            AttemptOutcome::Rejected { status: GONE, .. } => Some(PauseReason::Gone),
            _ if now.since(since) >= MAX_FAILING => Some(PauseReason::Failing),
            _ => None,
        };
        if let Some(reason) = reason.filter(|_| self.paused.is_none()) {
            self.paused = Some(Pause { at: now, reason });
        }
    }

    /// Ends a pause.
    pub fn resume(&mut self) {
        self.paused = None;
        self.failing_since = None;
    }
}

/// Event whose deliveries are yet to be queued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingEvent {
    pub id: OutgoingEventId,
    pub event: WebhookEvent,
    /// Members whom the body names, or whose words it has.
    pub about: Vec<AccountId>,
    /// Body in JSON.
    pub body: String,
    pub at: Timestamp,
}

/// Event on its way to a webhook, or sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WebhookDelivery {
    pub id: WebhookDeliveryId,
    pub webhook: WebhookId,
    pub event: WebhookEvent,
    /// Members whom the body names, or whose words it has.
    pub about: Vec<AccountId>,
    /// Body in JSON; the same at every attempt.
    pub body: String,
    pub created_at: Timestamp,
    /// Number of attempts since it was queued.
    pub attempts: u32,
    pub last: Option<Attempt>,
    pub state: DeliveryState,
}

/// Deliveries of a webhook that were dropped, because [`MAX_PENDING_DELIVERIES`] others waited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DroppedDeliveries {
    pub count: u32,
    pub last_at: Timestamp,
}

/// State of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeliveryState {
    /// Waits for its next attempt.
    Pending {
        next_at: Timestamp,
    },
    Delivered,
    /// Failed for good.
    Failed,
}

/// Last attempt of a delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub at: Timestamp,
    /// Status of the response; `None` if there was none.
    pub status: Option<u16>,
    /// Reason of a failure, as a sentence.
    pub error: Option<String>,
}

/// Outcome of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AttemptOutcome {
    Delivered {
        status: u16,
    },
    /// The receiver answered with another status than 2xx.
    Rejected {
        status: u16,
        retry_after: Option<Duration>,
    },
    /// The receiver did not answer, for the reason in this sentence.
    Unanswered(String),
}

impl AttemptOutcome {
    /// The outcome of a response.
    pub fn of_response(status: u16, retry_after: Option<Duration>) -> Self {
        match status {
            200..=299 => Self::Delivered { status },
            _ => Self::Rejected { status, retry_after },
        }
    }

    fn is_delivered(&self) -> bool {
        matches!(self, Self::Delivered { .. })
    }

    fn at(&self, now: Timestamp) -> Attempt {
        let (status, error) = match self {
            Self::Delivered { status } => (Some(*status), None),
            Self::Rejected { status: status @ 300..=399, .. } => {
                let words = format!("Status {status}: redirects are not followed.");
                (Some(*status), Some(words))
            }
            Self::Rejected { status, .. } => (Some(*status), Some(format!("Status {status}."))),
            Self::Unanswered(words) => (None, Some(words.clone())),
        };
        Attempt { at: now, status, error }
    }
}

impl WebhookDelivery {
    /// Whether an attempt is due.
    pub fn is_due(&self, now: Timestamp) -> bool {
        matches!(self.state, DeliveryState::Pending { next_at } if next_at <= now)
    }

    pub fn is_pending(&self) -> bool {
        matches!(self.state, DeliveryState::Pending { .. })
    }

    /// Records an attempt. Returns the delay until the next one, if there is to be one.
    pub fn record(&mut self, outcome: &AttemptOutcome, now: Timestamp) -> Option<Duration> {
        self.attempts += 1;
        self.last = Some(outcome.at(now));
        if outcome.is_delivered() {
            self.state = DeliveryState::Delivered;
            return None;
        }
        if self.attempts >= MAX_ATTEMPTS {
            self.state = DeliveryState::Failed;
            return None;
        }
        let wanted = match outcome {
            AttemptOutcome::Rejected { retry_after, .. } => retry_after.unwrap_or_default(),
            AttemptOutcome::Delivered { .. } | AttemptOutcome::Unanswered(_) => Duration::ZERO,
        };
        let delay = BACKOFF.delay(self.attempts).max(wanted.min(BACKOFF.max));
        self.state = DeliveryState::Pending { next_at: now + delay };
        Some(delay)
    }

    /// Ends the delivery without another attempt.
    pub fn fail(&mut self, reason: &Message, now: Timestamp) {
        self.state = DeliveryState::Failed;
        let status = self.last.as_ref().and_then(|last| last.status);
        self.last = Some(Attempt { at: now, status, error: Some(reason.to_string()) });
    }
}
