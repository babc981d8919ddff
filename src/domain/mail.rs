//! A mail that waits to be sent.

use serde::{Deserialize, Serialize};

use super::account::Email;
use super::id::MailId;
use super::time::Time;

/// One mail in the outbox, complete: sending it needs nothing else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub id: MailId,
    pub to: Email,
    pub subject: String,
    pub text: String,
    pub html: String,
    pub created_at: Time,
    pub sent_at: Option<Time>,
}
