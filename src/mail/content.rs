//! Kinds of mails, with the values for their templates.

use serde::Serialize;

/// Content of a mail. Each kind has a template of its own.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum MailContent<'a> {
    /// Asks a new member to verify their address.
    ///
    /// Contains nothing that was typed at sign-up: it may reach a stranger, with an advertisement in place of a name.
    VerifyEmail { link: &'a str },
    /// Offers a new password to a member who forgot theirs.
    ResetPassword { name: &'a str, link: &'a str },
    /// Asks the reader of a new address, who may be a stranger, to confirm that it is theirs.
    ChangeEmail { link: &'a str },
    /// Notifies the old address of a change, which its owner may not have requested.
    EmailChanges { name: &'a str, address: &'a str, link: &'a str },
    /// Warns a member that somebody who knows the password guesses codes of the second step.
    WrongCodes { name: &'a str, codes: u32 },
    /// Notifies a member of the book that a suggestion, quoted by its first words, has become.
    SuggestionAccepted {
        name: &'a str,
        suggestion: &'a str,
        book: &'a str,
        words: Option<&'a str>,
        link: &'a str,
    },
    /// Notifies a member that a suggestion does not become a book for now.
    SuggestionDeclined { name: &'a str, suggestion: &'a str, words: Option<&'a str>, link: &'a str },
    /// Notifies an applicant that an admin has accepted them.
    ApplicationAccepted { name: &'a str, link: &'a str },
    /// Notifies an applicant that an admin has declined them.
    ApplicationDeclined { name: &'a str },
    /// Notifies a contributor of a book's first or next edition.
    BookPublished {
        name: &'a str,
        book: &'a str,
        edition: u32,
        is_first: bool,
        /// Question that the recipient's memo answers.
        question: Option<&'a str>,
        /// Words of that memo, if it was typed or has a transcription.
        words: Option<&'a str>,
        link: &'a str,
        unsubscribe: &'a str,
    },
    /// Reminds a member of the open questions of a book, on behalf of its keeper.
    Reminder {
        name: &'a str,
        book: &'a str,
        /// Number of open questions.
        open: usize,
        /// Words of the keeper.
        words: Option<&'a str>,
        /// Moment at which the book closes, in words.
        closes: Option<&'a str>,
        link: &'a str,
        unsubscribe: &'a str,
    },
    /// Sends a member the question of the week of a book.
    WeeklyQuestion {
        name: &'a str,
        book: &'a str,
        question: &'a str,
        /// Address to which the recipient answers, if that is possible.
        reply_to: Option<&'a str>,
        link: &'a str,
        unsubscribe: &'a str,
    },
    /// Asks a member to check answers that came by mail.
    AnswerReceived {
        name: &'a str,
        book: &'a str,
        answers: usize,
        /// Names of what the mail had besides; empty if there was nothing.
        left_out: &'a str,
        /// Sentences about what was hard to read; empty if all of it is sure.
        checks: &'a str,
        link: &'a str,
    },
    /// Notifies an admin that an edition lacks pictures.
    ///
    /// Contains neither members nor questions: those are on the linked page.
    PicturesMissing { name: &'a str, book: &'a str, edition: u32, pictures: usize, link: &'a str },
    /// Notifies an author that an admin has hidden a memo.
    MemoHidden(ModeratedMemo<'a>),
    /// Notifies an author that a hidden memo is shown again.
    MemoShown(ModeratedMemo<'a>),
    /// Notifies an author that an admin has removed a memo.
    MemoRemoved(ModeratedMemo<'a>),
    /// Notifies a winner of the win, with a link for the claim.
    PlayWon { name: &'a str, reward: &'a str, link: &'a str },
    /// Notifies a winner that the claim has arrived.
    PayoutClaimed { name: &'a str, reward: &'a str },
    /// Notifies a winner that the payout is approved.
    PayoutApproved { name: &'a str, reward: &'a str },
    /// Notifies a winner that the payout is rejected, with the reason.
    PayoutRejected { name: &'a str, reward: &'a str, reason: &'a str },
    /// Notifies a winner that the payout was paid, and by which method.
    PayoutPaid { name: &'a str, reward: &'a str, method: Option<&'a str> },
    /// Test mail for the operator.
    Test {},
}

/// Memo that an admin has decided on.
#[derive(Clone, Debug, Serialize)]
pub struct ModeratedMemo<'a> {
    pub name: &'a str,
    pub book: &'a str,
    /// Question that the memo answers.
    pub question: &'a str,
    /// Empty when the memo is shown again.
    pub reason: &'a str,
    /// Link to the member's memos in the book.
    pub link: &'a str,
}

/// Link of a mail, shown as a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Button<'a> {
    pub(super) link: &'a str,
    pub(super) label: &'static str,
}

impl MailContent<'_> {
    /// Name of the template, without extension.
    pub(super) fn template(&self) -> &'static str {
        match self {
            Self::VerifyEmail { .. } => "verify-email",
            Self::ResetPassword { .. } => "reset-password",
            Self::ChangeEmail { .. } => "change-email",
            Self::EmailChanges { .. } => "email-changes",
            Self::WrongCodes { .. } => "wrong-codes",
            Self::SuggestionAccepted { .. } => "suggestion-accepted",
            Self::SuggestionDeclined { .. } => "suggestion-declined",
            Self::ApplicationAccepted { .. } => "application-accepted",
            Self::ApplicationDeclined { .. } => "application-declined",
            Self::BookPublished { .. } => "book-published",
            Self::Reminder { .. } => "reminder",
            Self::WeeklyQuestion { .. } => "weekly-question",
            Self::AnswerReceived { .. } => "answer-received",
            Self::PicturesMissing { .. } => "pictures-missing",
            Self::MemoHidden(_) => "entry-hidden",
            Self::MemoShown(_) => "entry-shown",
            Self::MemoRemoved(_) => "entry-removed",
            Self::PlayWon { .. } => "play-won",
            Self::PayoutClaimed { .. } => "payout-claimed",
            Self::PayoutApproved { .. } => "payout-approved",
            Self::PayoutRejected { .. } => "payout-rejected",
            Self::PayoutPaid { .. } => "payout-paid",
            Self::Test {} => "test",
        }
    }

    /// Link to unsubscribe from mails of this kind, if that is possible.
    pub(super) fn unsubscribe(&self) -> Option<&str> {
        match self {
            Self::BookPublished { unsubscribe, .. }
            | Self::Reminder { unsubscribe, .. }
            | Self::WeeklyQuestion { unsubscribe, .. } => Some(unsubscribe),
            _ => None,
        }
    }

    /// Address for replies; `None` for that of the community.
    pub(super) fn reply_to(&self) -> Option<&str> {
        match self {
            Self::WeeklyQuestion { reply_to, .. } => *reply_to,
            _ => None,
        }
    }

    /// Button for the link of the mail, which is a line of its own in the text.
    pub(super) fn button(&self) -> Option<Button<'_>> {
        let (link, label) = match self {
            Self::VerifyEmail { link } => (link, "Verify my email address"),
            Self::ResetPassword { link, .. } => (link, "Choose a new password"),
            Self::ChangeEmail { link } => (link, "Confirm this address"),
            Self::EmailChanges { link, .. } => (link, "Keep my address"),
            Self::SuggestionAccepted { link, .. } | Self::SuggestionDeclined { link, .. } => {
                (link, "Open the library")
            }
            Self::ApplicationAccepted { link, .. } => (link, "Choose a book"),
            Self::BookPublished { link, .. } => (link, "Read the book"),
            Self::Reminder { link, .. } => (link, "Open the book"),
            Self::WeeklyQuestion { link, .. } => (link, "Answer this question"),
            Self::AnswerReceived { link, .. } => (link, "Check my answer"),
            Self::PicturesMissing { link, .. } => (link, "See the missing pictures"),
            Self::MemoHidden(ModeratedMemo { link, .. })
            | Self::MemoShown(ModeratedMemo { link, .. })
            | Self::MemoRemoved(ModeratedMemo { link, .. }) => (link, "See my entries"),
            Self::PlayWon { link, .. } => (link, "Claim my prize"),
            Self::WrongCodes { .. }
            | Self::ApplicationDeclined { .. }
            | Self::PayoutClaimed { .. }
            | Self::PayoutApproved { .. }
            | Self::PayoutRejected { .. }
            | Self::PayoutPaid { .. }
            | Self::Test {} => return None,
        };
        Some(Button { link, label })
    }

    /// Samples of all kinds, to test templates with.
    pub(super) fn samples() -> [MailContent<'static>; 23] {
        let (name, link) = ("Mara", "https://ink.example.org/link");
        let (book, reward, words) = ("A year in ink", "a pen", "It names a neighbour.");
        let suggestion = "Letters from the sea";
        let memo =
            || ModeratedMemo { name, book, question: "What did it smell of?", reason: words, link };
        [
            MailContent::VerifyEmail { link },
            MailContent::ResetPassword { name, link },
            MailContent::ChangeEmail { link },
            MailContent::EmailChanges { name, address: "mara@example.org", link },
            MailContent::WrongCodes { name, codes: 5 },
            MailContent::SuggestionAccepted { name, suggestion, book, words: Some(words), link },
            MailContent::SuggestionDeclined { name, suggestion, words: Some(words), link },
            MailContent::ApplicationAccepted { name, link },
            MailContent::ApplicationDeclined { name },
            MailContent::BookPublished {
                name,
                book,
                edition: 2,
                is_first: false,
                question: Some("What did it smell of?"),
                words: Some("Of rain.\n\nAnd of ink."),
                link,
                unsubscribe: "https://ink.example.org/unsubscribe/token",
            },
            MailContent::Reminder {
                name,
                book,
                open: 3,
                words: Some("I look forward to your pages."),
                closes: Some("24 December 2026, 18:00"),
                link,
                unsubscribe: "https://ink.example.org/unsubscribe/token",
            },
            MailContent::WeeklyQuestion {
                name,
                book,
                question: "What did it smell of?",
                reply_to: Some("answer+secret@post.example.org"),
                link,
                unsubscribe: "https://ink.example.org/unsubscribe/token",
            },
            MailContent::AnswerReceived {
                name,
                book,
                answers: 1,
                left_out: "notes.doc",
                checks: "Some writing is very faint.",
                link,
            },
            MailContent::PicturesMissing { name, book, edition: 2, pictures: 3, link },
            MailContent::MemoHidden(memo()),
            MailContent::MemoShown(memo()),
            MailContent::MemoRemoved(memo()),
            MailContent::PlayWon { name, reward, link },
            MailContent::PayoutClaimed { name, reward },
            MailContent::PayoutApproved { name, reward },
            MailContent::PayoutRejected { name, reward, reason: words },
            MailContent::PayoutPaid { name, reward, method: Some("PayPal") },
            MailContent::Test {},
        ]
    }
}
