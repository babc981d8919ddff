//! Everything that a mail may be about, with the values that its template can use.

use serde::Serialize;

/// What one mail says. Each kind has a template of its own.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum MailContent<'a> {
    /// Asks a new member to prove that the address is theirs.
    ///
    /// Nothing that was typed at sign-up is in it: it may be sent to a stranger, with somebody else's advertisement for a name.
    VerifyEmail { link: &'a str },
    /// Leads somebody who forgot the password to a new one.
    ResetPassword { name: &'a str, link: &'a str },
    /// Asks the reader of a new address, who may be a stranger, to confirm that it is theirs.
    ChangeEmail { link: &'a str },
    /// Tells the reader of the old address, who may not have asked for the change.
    EmailChanges { name: &'a str, address: &'a str, link: &'a str },
    /// Tells a member that somebody who knows the password has guessed at the second step.
    WrongCodes { name: &'a str, codes: u32 },
    /// Tells a member which book came of a suggestion, known by its first words.
    SuggestionAccepted {
        name: &'a str,
        suggestion: &'a str,
        book: &'a str,
        words: Option<&'a str>,
        link: &'a str,
    },
    /// Tells a member that no book comes of a suggestion for now.
    SuggestionDeclined { name: &'a str, suggestion: &'a str, words: Option<&'a str>, link: &'a str },
    /// Tells a contributor that the book is out: the first time, or in a new edition.
    BookPublished {
        name: &'a str,
        book: &'a str,
        edition: u32,
        is_first: bool,
        link: &'a str,
        unsubscribe: &'a str,
    },
    /// Tells an admin that an edition lacks pictures.
    ///
    /// Neither members nor questions are in it: those stand on the page that the link leads to.
    PicturesMissing { name: &'a str, book: &'a str, edition: u32, pictures: usize, link: &'a str },
    /// Tells a writer that an admin has hidden an entry.
    EntryHidden(JudgedEntry<'a>),
    /// Tells a writer that a hidden entry is shown again.
    EntryShown(JudgedEntry<'a>),
    /// Tells a writer that an admin has removed an entry.
    EntryRemoved(JudgedEntry<'a>),
    /// Tells a winner of the win, and where it is claimed.
    PlayWon { name: &'a str, reward: &'a str, link: &'a str },
    /// Tells a winner that the claim has arrived.
    PayoutClaimed { name: &'a str, reward: &'a str },
    /// Tells a winner that the reward will go out.
    PayoutApproved { name: &'a str, reward: &'a str },
    /// Tells a winner why the reward will not go out.
    PayoutRejected { name: &'a str, reward: &'a str, reason: &'a str },
    /// Tells a winner that the reward has gone out, and how.
    PayoutPaid { name: &'a str, reward: &'a str, method: Option<&'a str> },
    /// Shows the operator that mail arrives.
    Test {},
}

/// An entry that an admin has decided on.
#[derive(Clone, Debug, Serialize)]
pub struct JudgedEntry<'a> {
    pub name: &'a str,
    pub book: &'a str,
    /// The prompt that it answers.
    pub question: &'a str,
    /// Empty when it is shown again.
    pub reason: &'a str,
    /// To the member's entries in the book.
    pub link: &'a str,
}

impl MailContent<'_> {
    /// Name of the template, without its ending.
    pub(super) fn template(&self) -> &'static str {
        match self {
            Self::VerifyEmail { .. } => "verify-email",
            Self::ResetPassword { .. } => "reset-password",
            Self::ChangeEmail { .. } => "change-email",
            Self::EmailChanges { .. } => "email-changes",
            Self::WrongCodes { .. } => "wrong-codes",
            Self::SuggestionAccepted { .. } => "suggestion-accepted",
            Self::SuggestionDeclined { .. } => "suggestion-declined",
            Self::BookPublished { .. } => "book-published",
            Self::PicturesMissing { .. } => "pictures-missing",
            Self::EntryHidden(_) => "entry-hidden",
            Self::EntryShown(_) => "entry-shown",
            Self::EntryRemoved(_) => "entry-removed",
            Self::PlayWon { .. } => "play-won",
            Self::PayoutClaimed { .. } => "payout-claimed",
            Self::PayoutApproved { .. } => "payout-approved",
            Self::PayoutRejected { .. } => "payout-rejected",
            Self::PayoutPaid { .. } => "payout-paid",
            Self::Test {} => "test",
        }
    }

    /// Link by which the reader stops mails of this kind, where it is one of those that can be stopped.
    pub(super) fn unsubscribe(&self) -> Option<&str> {
        if let Self::BookPublished { unsubscribe, .. } = self { Some(unsubscribe) } else { None }
    }

    /// Link that stands on a line of its own.
    pub(super) fn link(&self) -> Option<&str> {
        match self {
            Self::VerifyEmail { link }
            | Self::ResetPassword { link, .. }
            | Self::ChangeEmail { link }
            | Self::EmailChanges { link, .. }
            | Self::SuggestionAccepted { link, .. }
            | Self::SuggestionDeclined { link, .. }
            | Self::BookPublished { link, .. }
            | Self::PicturesMissing { link, .. }
            | Self::EntryHidden(JudgedEntry { link, .. })
            | Self::EntryShown(JudgedEntry { link, .. })
            | Self::EntryRemoved(JudgedEntry { link, .. })
            | Self::PlayWon { link, .. } => Some(link),
            Self::WrongCodes { .. }
            | Self::PayoutClaimed { .. }
            | Self::PayoutApproved { .. }
            | Self::PayoutRejected { .. }
            | Self::PayoutPaid { .. }
            | Self::Test {} => None,
        }
    }

    /// One of every kind, to try templates with.
    pub(super) fn samples() -> [MailContent<'static>; 18] {
        let (name, link) = ("Mara", "https://ink.example.org/link");
        let (book, reward, words) = ("A year in ink", "a pen", "It names a neighbour.");
        let suggestion = "Letters from the sea";
        let entry =
            || JudgedEntry { name, book, question: "What did it smell of?", reason: words, link };
        [
            MailContent::VerifyEmail { link },
            MailContent::ResetPassword { name, link },
            MailContent::ChangeEmail { link },
            MailContent::EmailChanges { name, address: "mara@example.org", link },
            MailContent::WrongCodes { name, codes: 10 },
            MailContent::SuggestionAccepted { name, suggestion, book, words: Some(words), link },
            MailContent::SuggestionDeclined { name, suggestion, words: Some(words), link },
            MailContent::BookPublished {
                name,
                book,
                edition: 2,
                is_first: false,
                link,
                unsubscribe: "https://ink.example.org/unsubscribe/token",
            },
            MailContent::PicturesMissing { name, book, edition: 2, pictures: 3, link },
            MailContent::EntryHidden(entry()),
            MailContent::EntryShown(entry()),
            MailContent::EntryRemoved(entry()),
            MailContent::PlayWon { name, reward, link },
            MailContent::PayoutClaimed { name, reward },
            MailContent::PayoutApproved { name, reward },
            MailContent::PayoutRejected { name, reward, reason: words },
            MailContent::PayoutPaid { name, reward, method: Some("PayPal") },
            MailContent::Test {},
        ]
    }
}
