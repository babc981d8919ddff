//! Mails of the outbox, and records of the mails that forms have sent.

use serde::{Deserialize, Serialize};

use super::account::Email;
use super::id::{BookId, MailId, MemoId};
use super::time::Timestamp;

/// Mail in the outbox, complete but for its pictures. Once it is sent, or failed long ago, only its envelope
/// and subject are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mail {
    pub id: MailId,
    pub to: Email,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Link with which the recipient unsubscribes from mails of this kind.
    pub unsubscribe: Option<String>,
    /// Address for replies; `None` for that of the community.
    pub reply_to: Option<String>,
    pub created_at: Timestamp,
    pub sent_at: Option<Timestamp>,
}

impl Mail {
    /// Records that the mail was sent, and clears its content, which may have a link that opens an account.
    pub fn set_sent(&mut self, at: Timestamp) {
        self.sent_at = Some(at);
        self.redact();
    }

    /// Clears the content. The mail cannot be sent any more.
    pub fn redact(&mut self) {
        self.text = String::new();
        self.html = String::new();
        self.unsubscribe = None;
        self.reply_to = None;
    }

    /// Whether only the envelope and the subject are left.
    pub fn is_redacted(&self) -> bool {
        self.text.is_empty() && self.html.is_empty()
    }
}

/// Pictures that the HTML of an unsent mail shows. They are read when it is sent, so that a picture withdrawn before is not mailed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailPictures {
    /// Book and number of the edition whose cover is shown.
    pub cover: Option<(BookId, u32)>,
    /// Memo of the recipient.
    pub memo: Option<MemoId>,
}

impl MailPictures {
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }
}

/// Kind of mail that a web form can trigger. Stored, so variants are only ever appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FormMailKind {
    VerifyEmail,
    ResetPassword,
    ChangeEmail,
}

/// Record of a mail that a web form has sent, perhaps to an address whose owner did not request it. Kept for a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormMail {
    pub kind: FormMailKind,
    pub to: Email,
    pub at: Timestamp,
}
