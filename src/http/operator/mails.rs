//! Operator API for mail, and mail that a mail server delivers through the command line.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::MailId;
use crate::domain::item::Item;
use crate::error::{Required, Result};
use crate::http::extractors::{Query, RawBody};
use crate::services::inbound_mail::{self, DeliveryResult, Envelope, RejectReason, SenderTrust};
use crate::services::operations::outbox::{self, OutboxItem, State};

use super::call::{Operator, Reply};
use super::nouns::Noun;

/// Mail as an admin sees it, without its body.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    pub id: String,
    pub to: String,
    pub subject: String,
    pub state: State,
    /// Number of failed attempts, while the mail is not sent.
    pub attempts: u32,
    pub last_error: Option<String>,
    pub created_at: String,
    pub sent_at: Option<String>,
    /// Time of the next attempt, while the mail is queued.
    pub next_attempt_at: Option<String>,
}

impl From<OutboxItem> for Mail {
    fn from(entry: OutboxItem) -> Self {
        Self {
            id: entry.id.to_string(),
            to: entry.to,
            subject: entry.subject,
            state: entry.state,
            attempts: entry.attempts,
            last_error: entry.last_error,
            created_at: entry.created_at.to_string(),
            sent_at: entry.sent_at.map(|time| time.to_string()),
            next_attempt_at: entry.next_attempt_at.map(|time| time.to_string()),
        }
    }
}

/// Result of a delivery.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct DeliveryReport {
    #[serde(rename = "fate")]
    pub delivery_status: DeliveryStatus,
    /// Ids of the posts that were made of the mail.
    pub posts: Vec<String>,
    /// Number of answers to questions that were made of the mail.
    pub answers: usize,
    /// Names of what was left out of the posts or answers.
    #[serde(default)]
    pub left_out: Vec<String>,
    /// SMTP reply code and enhanced status code, such as `550 5.1.1`, if the mail was refused.
    pub code: Option<String>,
    pub why: Option<RejectReason>,
    pub words: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryStatus {
    Posted,
    Answered,
    Repeated,
    Ignored,
    Refused,
}

impl From<DeliveryResult> for DeliveryReport {
    fn from(outcome: DeliveryResult) -> Self {
        let of = |delivery_status| Self {
            delivery_status,
            posts: Vec::new(),
            answers: 0,
            left_out: Vec::new(),
            code: None,
            why: None,
            words: None,
        };
        match outcome {
            DeliveryResult::Posted { posts, left_out } => {
                let posts = posts.iter().map(ToString::to_string).collect();
                Self { posts, left_out, ..of(DeliveryStatus::Posted) }
            }
            DeliveryResult::Answered { answers, left_out } => {
                Self { answers, left_out, ..of(DeliveryStatus::Answered) }
            }
            DeliveryResult::Repeated => of(DeliveryStatus::Repeated),
            DeliveryResult::Ignored => of(DeliveryStatus::Ignored),
            DeliveryResult::Refused(refusal) => Self {
                code: Some(refusal.why.code().to_owned()),
                why: Some(refusal.why),
                words: Some(refusal.message),
                ..of(DeliveryStatus::Refused)
            },
        }
    }
}

/// Envelope of a received mail. An empty `from` is the null sender.
#[derive(Debug, Deserialize)]
struct DeliveryQuery {
    to: String,
    from: Option<String>,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/mails", get(list_mails))
        .route("/api/operator/mails/{mail}", get(show_mail))
        .route("/api/operator/mails/{mail}/retry", post(retry_mail))
        .route("/api/operator/received-mails", post(deliver_mail))
}

/// Lists the outbox, the youngest mail first.
async fn list_mails(operator: Operator) -> Reply<Vec<Mail>> {
    operator.list(|context, actor| outbox::list(context, actor, None, usize::MAX)).await
}

async fn show_mail(operator: Operator, Path(mail): Path<String>) -> Reply<Mail> {
    let operator = operator.naming(Noun::Mail, &mail);
    operator.run(move |context, actor| outbox::get(context, actor, id(&mail)?)).await
}

async fn retry_mail(operator: Operator, Path(mail): Path<String>) -> Reply<Mail> {
    let operator = operator.naming(Noun::Mail, &mail);
    operator.run(move |context, actor| outbox::retry(context, actor, id(&mail)?)).await
}

async fn deliver_mail(
    operator: Operator,
    Query(DeliveryQuery { to, from }): Query<DeliveryQuery>,
    RawBody(mail): RawBody,
) -> Reply<DeliveryReport> {
    operator.run(move |context, _| deliver(context, to, from.as_deref(), &mail)).await
}

fn id(mail: &str) -> Result<MailId> {
    mail.parse().required(Item::Mail)
}

/// Delivers a received mail. The claimed sender is trusted: only the operator's own mail server has a shell here.
fn deliver(
    context: &Context,
    to: String,
    from: Option<&str>,
    mail: &[u8],
) -> Result<DeliveryResult> {
    // A missing sender means unknown; only an empty one is the null sender.
    let sender = from.map_or(Some("unknown"), |from| Some(from).filter(|from| !from.is_empty()));
    let recipients = [to];
    let envelope = Envelope { trust: SenderTrust::Relay, sender, recipients: &recipients };
    let outcomes = inbound_mail::deliver(context, &envelope, &mut &*mail);
    outcomes.into_iter().next().required(Item::Address)
}
