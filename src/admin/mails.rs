//! Mail, as the operator asks for it, and as a mail server hands it to the command line.

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
    /// A mail that came in, in base64, by its envelope. The null sender is an empty text.
    Deliver {
        to: String,
        from: Option<String>,
        mail: String,
    },
}

/// What an admin sees of the outbox, the youngest mail first.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outbox {
    pub mails: Vec<Mail>,
}

/// What an admin sees of a mail: never what it says.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mail {
    pub id: String,
    pub to: String,
    pub subject: String,
    pub state: State,
    /// Failed ones, while it is not sent.
    pub attempts: u32,
    pub last_error: Option<String>,
    pub created_at: String,
    pub sent_at: Option<String>,
    /// While it is queued.
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

/// What became of a mail that came in.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Delivered {
    pub fate: DeliveryStatus,
    /// Those that it became.
    pub posts: Vec<String>,
    /// What mail servers would be told, where it was refused.
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

/// Only the operator's own mail server has a shell here: what it says of the sender is believed.
fn deliver(context: &Context, to: &str, from: Option<&str>, mail: &str) -> Result<Answer> {
    let mail = STANDARD.decode(mail).map_err(|error| Error::Internal(Box::new(error)))?;
    // Whoever names no sender does not know it; that is not the null sender.
    let sender = from.map_or(Some("unknown"), |from| Some(from).filter(|from| !from.is_empty()));
    let recipients = [to.to_owned()];
    let envelope = Envelope { trust: SenderTrust::Relay, sender, recipients: &recipients };
    let outcomes = by_mail::deliver(context, &envelope, &mut &mail[..]);
    let outcome = outcomes.into_iter().next().required("This address")?;
    Ok(Answer::MailDelivered(outcome.into()))
}
