//! Result of a mail for one recipient, and its SMTP reply codes.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::domain::id::PostId;
use crate::error::Error;
use crate::mail::inbound::MessageError;
use crate::paper;

/// Result of the delivery to one recipient.
#[derive(Clone, Debug)]
pub enum DeliveryResult {
    /// Pending posts, which their author has yet to publish, and the names of files that were left out.
    Posted {
        posts: Vec<PostId>,
        left_out: Vec<String>,
    },
    /// Number of answers that their author has yet to check and hand in, and the names of files that were left out.
    Answered {
        answers: usize,
        left_out: Vec<String>,
    },
    /// Repeat of a mail that became posts or answers before.
    Repeated,
    /// Accepted and discarded: an automatic mail, a bounce, or a mail to a role address. A refusal would only be answered.
    Ignored,
    Refused(Rejection),
}

/// Refusal of a mail.
#[derive(Clone, Debug)]
pub struct Rejection {
    pub why: RejectReason,
    /// Explanation for the sender.
    pub message: String,
}

/// Kinds of refusal, as mail servers know them (RFC 3463).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RejectReason {
    /// No member can be posted for at this address. The same for all reasons, so that members cannot be enumerated.
    NoSuchAddress,
    /// An address on another host: mail is never relayed.
    Elsewhere,
    /// The mail is not authenticated as the member's.
    NotProven,
    /// The member is suspended.
    Suspended,
    /// The book takes no answers now, or no longer asks the question.
    Closed,
    Loop,
    NoPage,
    TooLarge,
    /// The mail has a page that cannot be used.
    BadPage,
    ShareFull,
    DiskFull,
    TooMany,
    Busy,
    Failed,
    /// Posting by mail is off. A temporary error, so that the client keeps the mail until the settings are corrected.
    Off,
}

impl RejectReason {
    /// SMTP reply code with the enhanced status code.
    pub fn code(self) -> &'static str {
        match self {
            Self::NoSuchAddress => "550 5.1.1",
            Self::Elsewhere | Self::NotProven | Self::Suspended => "550 5.7.1",
            Self::Closed => "550 5.2.1",
            Self::Loop => "554 5.4.6",
            Self::NoPage => "550 5.6.1",
            Self::BadPage => "550 5.6.0",
            Self::TooLarge => "552 5.3.4",
            Self::ShareFull => "552 5.2.2",
            Self::DiskFull => "452 4.3.1",
            Self::TooMany => "451 4.7.1",
            Self::Busy => "451 4.3.2",
            Self::Failed => "451 4.3.0",
            Self::Off => "451 4.3.5",
        }
    }

    /// Whether the same mail may be accepted later.
    pub fn is_temporary(self) -> bool {
        self.code().starts_with('4')
    }
}

impl Rejection {
    pub fn new(why: RejectReason, message: impl Into<String>) -> Self {
        Self { why, message: message.into() }
    }

    /// Refusal for any problem with an address.
    pub(super) fn unknown_address() -> Self {
        Self::new(RejectReason::NoSuchAddress, "unknown recipient address")
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl From<MessageError> for Rejection {
    fn from(error: MessageError) -> Self {
        let why = match error {
            MessageError::Loop => RejectReason::Loop,
            MessageError::NoPage | MessageError::WrongFormat(_) => RejectReason::NoPage,
            MessageError::LongHead
            | MessageError::ManyParts
            | MessageError::PackedMail
            | MessageError::Unreadable
            | MessageError::ManyPages => RejectReason::BadPage,
        };
        Self::new(why, error.to_string())
    }
}

impl From<Error> for Rejection {
    fn from(error: Error) -> Self {
        let why = match &error {
            Error::Refused(paper::Refusal::Busy | paper::Refusal::Unavailable) | Error::Busy => {
                RejectReason::Busy
            }
            Error::Refused(_) | Error::Invalid(_) => RejectReason::BadPage,
            Error::DiskFull => RejectReason::DiskFull,
            Error::QuotaExceeded(_) => RejectReason::ShareFull,
            Error::TooMany { .. } => RejectReason::TooMany,
            Error::Conflict { .. } => RejectReason::Closed,
            Error::Suspended(_) => RejectReason::Suspended,
            // The account or the topic was removed in the meantime.
            Error::Denied(_) | Error::NotFound(_) => return Self::unknown_address(),
            _ => {
                tracing::error!(error = &error as &dyn std::error::Error, "mail rejected");
                RejectReason::Failed
            }
        };
        Self::new(why, error.to_string())
    }
}
