//! Operator requests for mail, and mail that a mail server delivers through the command line.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::MailId;
use crate::domain::policy::Actor;
use crate::error::{Error, Required, Result};
use crate::services::outbox::{self, OutboxItem, State};
use crate::services::posts::by_mail::{self, DeliveryResult, Envelope, RejectReason, SenderTrust};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    List,
    Show {
        mail: String,
    },
    Retry {
        mail: String,
    },
    Test {
        to: String,
    },
    /// Delivers a received mail, in base64, with its envelope. An empty `from` is the null sender.
    Deliver {
        to: String,
        from: Option<String>,
        mail: String,
    },
}

/// Outbox as an admin sees it, youngest mail first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outbox {
    pub mails: Vec<Mail>,
}

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
pub struct Delivered {
    pub fate: DeliveryStatus,
    /// Ids of the posts that were made of the mail.
    pub posts: Vec<String>,
    /// SMTP reply code and enhanced status code, such as `550 5.1.1`, if the mail was refused.
    pub code: Option<String>,
    pub why: Option<RejectReason>,
    pub words: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DeliveryStatus {
    Posted,
    Repeated,
    Ignored,
    Refused,
}

impl From<DeliveryResult> for Delivered {
    fn from(outcome: DeliveryResult) -> Self {
        let of = |fate| Self { fate, posts: Vec::new(), code: None, why: None, words: None };
        match outcome {
            DeliveryResult::Posted(posts) => {
                let posts = posts.iter().map(ToString::to_string).collect();
                Self { posts, ..of(DeliveryStatus::Posted) }
            }
            DeliveryResult::Repeated => of(DeliveryStatus::Repeated),
            DeliveryResult::Ignored => of(DeliveryStatus::Ignored),
            DeliveryResult::Refused(refusal) => Self {
                code: Some(refusal.why.code().to_owned()),
                why: Some(refusal.why),
                words: Some(refusal.words),
                ..of(DeliveryStatus::Refused)
            },
        }
    }
}

pub(super) fn perform(context: &Context, actor: &Actor, request: &Request) -> Result<Answer> {
    match request {
        Request::List => {
            let mails = outbox::list(context, actor, None, usize::MAX)?;
            let mails = mails.into_iter().map(Mail::from).collect();
            Ok(Answer::Outbox(Outbox { mails }))
        }
        Request::Show { mail } => Ok(Answer::Mail(outbox::one(context, actor, id(mail)?)?.into())),
        Request::Retry { mail } => {
            Ok(Answer::Mail(outbox::retry(context, actor, id(mail)?)?.into()))
        }
        Request::Test { to } => Ok(Answer::MailTested(outbox::test(context, actor, to)?)),
        Request::Deliver { to, from, mail } => deliver(context, to, from.as_deref(), mail),
    }
}

fn id(mail: &str) -> Result<MailId> {
    mail.parse().required("This mail")
}

/// Delivers a received mail. The claimed sender is trusted: only the operator's own mail server has a shell here.
fn deliver(context: &Context, to: &str, from: Option<&str>, mail: &str) -> Result<Answer> {
    let mail = STANDARD.decode(mail).map_err(|error| Error::Internal(Box::new(error)))?;
    // A missing sender means unknown; only an empty one is the null sender.
    let sender = from.map_or(Some("unknown"), |from| Some(from).filter(|from| !from.is_empty()));
    let recipients = [to.to_owned()];
    let envelope = Envelope { trust: SenderTrust::Relay, sender, recipients: &recipients };
    let outcomes = by_mail::deliver(context, &envelope, &mut &mail[..]);
    let outcome = outcomes.into_iter().next().required("This address")?;
    Ok(Answer::MailDelivered(outcome.into()))
}
