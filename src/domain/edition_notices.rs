//! Setting for mails about new editions of books that a member contributed to.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::message::Message;

/// Editions of a book that a contributor is notified of. Stored, so variants are only ever appended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditionNotices {
    /// The first edition that has a memo of the member.
    #[default]
    First,
    Every,
    None,
}

impl EditionNotices {
    pub const ALL: [Self; 3] = [Self::First, Self::Every, Self::None];

    /// The word in JSON.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::First => "first",
            Self::Every => "every",
            Self::None => "none",
        }
    }

    /// Whether the member is notified of an edition; `was_told` says whether they were notified of the book before.
    pub fn include(self, was_told: bool) -> bool {
        match self {
            Self::First => !was_told,
            Self::Every => true,
            Self::None => false,
        }
    }
}

impl FromStr for EditionNotices {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|choice| choice.as_str() == text);
        found.ok_or(Message::new("edition-notices-unknown", "Choose first, every or none."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edition_notice_choices_round_trip() {
        for choice in EditionNotices::ALL {
            assert_eq!(choice.as_str().parse(), Ok(choice));
        }
        assert!("all".parse::<EditionNotices>().is_err());
    }
}
