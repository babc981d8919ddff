//! What members would like to see made into a book.

use serde::{Deserialize, Serialize};

use super::id::{AccountId, BookId, SuggestionId};
use super::text::is_unprintable;
use super::time::Time;

const SHORTEST: usize = 4;
const LONGEST: usize = 1000;

/// A member's suggestion, and what became of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    pub id: SuggestionId,
    pub author: AccountId,
    pub text: String,
    pub made_at: Time,
    /// When an admin was done with it, and the book that came of it, if one did.
    pub answer: Option<(Time, Option<BookId>)>,
}

/// The words of a suggestion.
///
/// # Errors
/// In words, when they are too few or too many, or cannot be printed.
pub fn parse(text: &str) -> Result<String, &'static str> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    if !(SHORTEST..=LONGEST).contains(&text.chars().count()) {
        return Err("A suggestion has 4 to 1,000 characters.");
    }
    if text.chars().any(|c| !matches!(c, '\n' | '\t') && is_unprintable(c)) {
        return Err("The suggestion has characters that cannot be printed.");
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn suggestions_are_a_few_sentences() {
        assert_eq!(parse(" Rivers.\r\nAnd boats. "), Ok("Rivers.\nAnd boats.".into()));
        for bad in ["", "abc", "   a   ", "a\u{202e}bcd", &"x".repeat(1001)] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }
}
