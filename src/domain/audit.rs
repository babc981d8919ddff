//! What admins do. It is written down, for the other admins to read.

use serde::{Deserialize, Serialize};

use super::id::{AccountId, AuditId};
use super::time::Time;

/// One line of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    pub id: AuditId,
    pub at: Time,
    /// Nobody for the operator, who has no account.
    pub by: Option<AccountId>,
    pub deed: Deed,
    /// What it was done to: its kind, and its id, or the name that it had then: `post 01k…`, `member mara`.
    pub to: String,
    /// The admin's words; may be empty.
    pub note: String,
}

/// What was done. Variants are only ever appended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Deed {
    Hide,
    /// It was left as it is, or shown again.
    Show,
    Remove,
    Suspend,
    Release,
    AddTopic,
    EditTopic,
    RemoveTopic,
    Promote,
    Demote,
    Verify,
    Disable,
    Enable,
    DeleteMember,
    ResetLink,
    RemoveSecondFactor,
    AddBook,
    EditBook,
    EditQuestions,
    PublishBook,
    UnpublishBook,
    RetryMail,
    AnswerSuggestion,
    ApprovePayout,
    RejectPayout,
    PayPayout,
    GrantCredits,
}
