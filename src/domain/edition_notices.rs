//! Which mails a member wants about new editions of books that they wrote in.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which editions of a book a contributor is told of. Stored, so choices are only ever appended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum EditionNotices {
    /// The first that has an entry of theirs.
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

    /// Whether a member is told of an edition, who was or was not told of the book before.
    pub fn include(self, was_told: bool) -> bool {
        match self {
            Self::First => !was_told,
            Self::Every => true,
            Self::None => false,
        }
    }
}

impl FromStr for EditionNotices {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|choice| choice.as_str() == text);
        found.ok_or("Choose first, every or none.")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_parse_back() {
        for choice in EditionNotices::ALL {
            assert_eq!(choice.as_str().parse(), Ok(choice));
        }
        assert!("all".parse::<EditionNotices>().is_err());
    }
}
