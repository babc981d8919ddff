//! Kinds of items that an operator names: members, books and others.

use crate::domain::item::Item;

/// Kind of the item that a name stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Noun {
    Member,
    Session,
    Book,
    Question,
    Topic,
    Post,
    Memo,
    Report,
    Suggestion,
    Invitation,
    Token,
    Payout,
    Mail,
    Webhook,
}

impl Noun {
    /// Item of the error when none has the name.
    pub(super) fn item(self) -> Item {
        match self {
            Self::Member => Item::Member,
            Self::Session => Item::Session,
            Self::Book => Item::Book,
            Self::Question => Item::Question,
            Self::Topic => Item::Topic,
            Self::Post => Item::Post,
            Self::Memo => Item::Memo,
            Self::Report => Item::Report,
            Self::Suggestion => Item::Suggestion,
            Self::Invitation => Item::Invitation,
            Self::Token => Item::ApiToken,
            Self::Payout => Item::Payout,
            Self::Mail => Item::Mail,
            Self::Webhook => Item::Webhook,
        }
    }

    /// Arguments of the command that lists all items of this kind.
    pub(super) fn list(self) -> &'static str {
        match self {
            Self::Member => "user list --all",
            Self::Session => "user sessions MEMBER",
            Self::Book => "book list",
            Self::Question => "question list --book BOOK",
            Self::Topic => "topic list",
            Self::Post => "post list",
            Self::Memo => "memo list --book BOOK",
            Self::Report => "report list",
            Self::Suggestion => "suggestion list --done",
            Self::Invitation => "invitation list",
            Self::Token => "token list",
            Self::Payout => "payout list",
            Self::Mail => "mail list",
            Self::Webhook => "webhook list",
        }
    }
}
