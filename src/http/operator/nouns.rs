//! Kinds of items that an operator names: members, books and others.

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
    Payout,
    Mail,
}

impl Noun {
    /// Subject of the error when no item has the name.
    pub(super) fn subject(self) -> &'static str {
        match self {
            Self::Member => "This member",
            Self::Session => "This session",
            Self::Book => "This book",
            Self::Question => "This question",
            Self::Topic => "This topic",
            Self::Post => "This post",
            Self::Memo => "This memo",
            Self::Report => "This report",
            Self::Suggestion => "This suggestion",
            Self::Payout => "This payout",
            Self::Mail => "This mail",
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
            Self::Payout => "payout list",
            Self::Mail => "mail list",
        }
    }
}
