//! Mails that wait to be sent, and what is remembered of those that somebody asked for.

use serde::{Deserialize, Serialize};

use super::account::Email;
use super::id::MailId;
use super::time::Time;

/// One mail in the outbox, complete: sending it needs nothing else. Once it is sent, or was given up long ago, only its envelope and
/// subject are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub id: MailId,
    pub to: Email,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Link by which its reader stops mails of this kind.
    pub unsubscribe: Option<String>,
    pub created_at: Time,
    pub sent_at: Option<Time>,
}

impl Mail {
    /// Notes that the mail was sent, and forgets what it said: perhaps a link that opens an account.
    pub fn set_sent(&mut self, at: Time) {
        self.sent_at = Some(at);
        self.redact();
    }

    /// Forgets what it says: it cannot be sent any more.
    pub fn redact(&mut self) {
        self.text = String::new();
        self.html = String::new();
        self.unsubscribe = None;
    }

    /// Whether only its envelope and subject are left.
    pub fn is_redacted(&self) -> bool {
        self.text.is_empty() && self.html.is_empty()
    }
}

/// What a form can have mailed. Stored, so kinds are only ever appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormMailKind {
    VerifyEmail,
    ResetPassword,
    ChangeEmail,
}

/// That a form had a mail sent, perhaps to somebody who never asked for it. Remembered for a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormMail {
    pub kind: FormMailKind,
    pub to: Email,
    pub at: Time,
}
