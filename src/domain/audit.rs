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
    pub deed: AuditAction,
    /// What it was done to: its kind, and its id, or the name that it had then: `post 01k…`, `member mara`.
    pub to: String,
    /// The admin's words; may be empty.
    pub note: String,
}

/// The deeds with the word of each in JSON.
macro_rules! deeds {
    ($($(#[$about:meta])* $deed:ident $word:literal,)*) => {
        /// What was done. Variants are only ever appended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum AuditAction {
            $($(#[$about])* $deed,)*
        }

        impl AuditAction {
            pub const ALL: &[Self] = &[$(Self::$deed),*];

            /// The word in JSON.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$deed => $word,)*
                }
            }
        }
    };
}

deeds! {
    Hide "hide",
    /// It was left as it is, or shown again.
    Show "show",
    Remove "remove",
    Suspend "suspend",
    Release "release",
    AddTopic "add-topic",
    EditTopic "edit-topic",
    RemoveTopic "remove-topic",
    Promote "promote",
    Demote "demote",
    Verify "verify",
    Disable "disable",
    Enable "enable",
    DeleteMember "delete-member",
    ResetLink "reset-link",
    RemoveSecondFactor "remove-second-factor",
    AddBook "add-book",
    EditBook "edit-book",
    EditQuestions "edit-questions",
    PublishBook "publish-book",
    UnpublishBook "unpublish-book",
    RetryMail "retry-mail",
    AnswerSuggestion "answer-suggestion",
    ApprovePayout "approve-payout",
    RejectPayout "reject-payout",
    PayPayout "pay-payout",
    GrantCredits "grant-credits",
    AddMember "add-member",
    EndSessions "end-sessions",
    ExportMember "export-member",
    /// It was made, or asked for.
    BackUp "back-up",
    SweepTrash "sweep-trash",
    RestoreTrash "restore-trash",
    RepairFiles "repair-files",
    RemoveBook "remove-book",
}
