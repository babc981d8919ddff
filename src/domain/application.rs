//! Applications to become a member, where an admin accepts new members.

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::text::{has_unprintable, to_paragraphs};
use super::time::Timestamp;

/// Maximum length of an applicant's words in characters.
pub const MAX_LENGTH: usize = 500;

/// Application of a member who has created an account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Application {
    /// Words of the applicant about themselves.
    pub words: String,
    pub made_at: Timestamp,
    pub decision: Option<Decision>,
}

/// Decision of an admin about an application.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    pub is_accepted: bool,
    pub made_at: Timestamp,
}

impl Application {
    pub fn is_waiting(&self) -> bool {
        self.decision.is_none()
    }

    pub fn is_accepted(&self) -> bool {
        self.decision.is_some_and(|decision| decision.is_accepted)
    }

    pub fn is_declined(&self) -> bool {
        self.decision.is_some_and(|decision| !decision.is_accepted)
    }
}

/// Parses the words of an applicant.
///
/// # Errors
/// A message when there are none, too many, or unprintable characters.
pub fn parse_words(text: &str) -> Result<String, Message> {
    let words = to_paragraphs(text);
    if words.is_empty() {
        return Err(Message::new(
            "application-missing",
            "Write a sentence about yourself. The people who look after this community read it.",
        ));
    }
    if words.chars().count() > MAX_LENGTH || has_unprintable(&words) {
        return Err(Message::new(
            "application-length",
            "Use at most {max} characters, all of them printable.",
        )
        .with("max", MAX_LENGTH));
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn applicant_writes_a_sentence() {
        assert_eq!(parse_words(" I write\r\nletters. ").unwrap(), "I write\nletters.");
        assert!(parse_words(" \n ").is_err());
        assert!(parse_words(&"a".repeat(MAX_LENGTH + 1)).is_err());
        assert!(parse_words("a\u{202e}b").is_err());
    }
}
