//! Audit log: the actions of admins, recorded for the other admins.

use serde::{Deserialize, Serialize};

use super::id::{AccountId, AuditId};
use super::time::Timestamp;

/// Entry of the audit log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AuditEntry {
    pub id: AuditId,
    pub at: Timestamp,
    /// Admin who acted; `None` for the operator, who has no account.
    pub by: Option<AccountId>,
    pub action: AuditAction,
    /// Target of the action: its kind with its id or the name that it had then, such as `post 01k…` or `member mara`.
    pub to: String,
    /// Note of the admin; may be empty.
    pub note: String,
}

/// Defines the actions, with the word of each in JSON.
macro_rules! audit_actions {
    ($($(#[$about:meta])* $action:ident $word:literal,)*) => {
        /// Action of an admin. Stored, so variants are only ever appended.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum AuditAction {
            $($(#[$about])* $action,)*
        }

        impl AuditAction {
            pub const ALL: &[Self] = &[$(Self::$action),*];

            /// The word in JSON.
            pub fn as_str(self) -> &'static str {
                match self {
                    $(Self::$action => $word,)*
                }
            }
        }
    };
}

audit_actions! {
    Hide "hide",
    /// The post, comment or memo was left visible, or shown again.
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
    /// A backup was made or requested.
    BackUp "back-up",
    SweepTrash "sweep-trash",
    RestoreTrash "restore-trash",
    RepairFiles "repair-files",
    RemoveBook "remove-book",
    AddInvitation "add-invitation",
    RevokeInvitation "revoke-invitation",
    AcceptMember "accept-member",
    DeclineMember "decline-member",
    /// A member keeps a book, or moderates the threads.
    Appoint "appoint",
    Dismiss "dismiss",
    /// Members were reminded of a book.
    Remind "remind",
    /// The guest link of a book was made, replaced or removed.
    GuestLink "guest-link",
    /// A keeper accepted a guest's memo.
    AcceptMemo "accept-memo",
    DeclineMemo "decline-memo",
    RemoveGuest "remove-guest",
    /// The operator made an API token for a member.
    MakeApiToken "make-api-token",
    RevokeApiToken "revoke-api-token",
    AddWebhook "add-webhook",
    /// The address or the events of a webhook were changed.
    EditWebhook "edit-webhook",
    PauseWebhook "pause-webhook",
    ResumeWebhook "resume-webhook",
    RenewWebhookSecret "renew-webhook-secret",
    RemoveWebhook "remove-webhook",
}
