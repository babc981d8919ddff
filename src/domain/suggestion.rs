//! Suggestions of members for new books, and the answers of admins.

use serde::{Deserialize, Serialize};

use super::id::{AccountId, BookId, SuggestionId};
use super::message::Message;
use super::text::{has_unprintable, is_unprintable, to_paragraphs};
use super::time::Timestamp;

const MIN_LENGTH: usize = 4;
const MAX_LENGTH: usize = 1000;
/// Maximum length of an admin's message to the member.
const MAX_WORDS_LENGTH: usize = 600;
/// Number of characters of a suggestion that are quoted to identify it.
const MAX_SUMMARY: usize = 120;

/// Suggestion of a member, with its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    pub id: SuggestionId,
    pub author: AccountId,
    pub text: String,
    pub made_at: Timestamp,
    /// Time of the answer, and the book that was made from the suggestion, if any.
    pub answer: Option<(Timestamp, Option<BookId>)>,
}

/// Effect of an answer on a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnswerEffect {
    /// First answer, of which the member is notified.
    First(Suggestion),
    /// Later answer: adds the book that did not exist at the time of the first one, or repeats the book that is recorded already.
    Again(Suggestion),
}

impl Suggestion {
    /// Answers the suggestion. A suggestion is answered once; only a book can be added later, and only one.
    ///
    /// # Errors
    /// A message when the suggestion was already answered without adding a book, or another book is recorded.
    pub fn answered(self, now: Timestamp, book: Option<BookId>) -> Result<AnswerEffect, Message> {
        match (self.answer, book) {
            (None, _) => Ok(AnswerEffect::First(Self { answer: Some((now, book)), ..self })),
            (Some((_, Some(known))), Some(book)) if known == book => Ok(AnswerEffect::Again(self)),
            (Some((then, None)), Some(_)) => {
                Ok(AnswerEffect::Again(Self { answer: Some((then, book)), ..self }))
            }
            (Some((_, Some(_))), Some(_)) => Err(Message::new(
                "suggestion-became-another-book",
                "This suggestion has already become another book.",
            )),
            (Some(_), None) => Err(Message::new(
                "suggestion-answered",
                "This suggestion has already been answered.",
            )),
        }
    }

    /// Beginning of the suggestion, with its line breaks.
    pub fn excerpt(&self) -> String {
        let text = to_paragraphs(&self.text);
        match text.char_indices().nth(MAX_SUMMARY) {
            Some((end, _)) => format!("{}…", text[..end].trim_end()),
            None => text,
        }
    }
}

/// Parses the text of a suggestion.
///
/// # Errors
/// A message when the text is too short or too long, or has characters that cannot be printed.
pub fn parse(text: &str) -> Result<String, Message> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    if !(MIN_LENGTH..=MAX_LENGTH).contains(&text.chars().count()) {
        return Err(Message::new(
            "suggestion-length",
            "A suggestion has {min} to {max} characters.",
        )
        .with("min", MIN_LENGTH)
        .with("max", MAX_LENGTH));
    }
    if text.chars().any(|c| !matches!(c, '\n' | '\t') && is_unprintable(c)) {
        return Err(Message::new(
            "suggestion-unprintable",
            "The suggestion has characters that cannot be printed.",
        ));
    }
    Ok(text.to_owned())
}

/// Parses the message that an admin adds to an answer, in its lines; `None` when it is empty.
///
/// # Errors
/// A message when the text is too long, or has characters that cannot be printed.
pub fn parse_words(text: &str) -> Result<Option<String>, Message> {
    let words = to_paragraphs(text);
    if words.chars().count() > MAX_WORDS_LENGTH {
        return Err(Message::new("message-too-long", "A message has at most {max} characters.")
            .with("max", MAX_WORDS_LENGTH));
    }
    if has_unprintable(&words) {
        return Err(Message::new(
            "message-unprintable",
            "The message has characters that cannot be printed.",
        ));
    }
    Ok(Some(words).filter(|words| !words.is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };
    const LATER: Timestamp = Timestamp { seconds: 2, nanoseconds: 0 };

    fn suggestion(text: &str) -> Suggestion {
        Suggestion {
            id: SuggestionId::new(NOW, [1; 10]),
            author: AccountId::new(NOW, [2; 10]),
            text: text.to_owned(),
            made_at: NOW,
            answer: None,
        }
    }

    #[test]
    fn short_or_oversized_suggestion_is_refused() {
        assert_eq!(parse(" Rivers.\r\nAnd boats. "), Ok("Rivers.\nAnd boats.".into()));
        for bad in ["", "abc", "   a   ", "a\u{202e}bcd", &"x".repeat(1001)] {
            assert!(parse(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn blank_reply_to_member_is_none() {
        assert_eq!(parse_words(" Thank\r\n you! "), Ok(Some("Thank\nyou!".into())));
        assert_eq!(parse_words(" \n "), Ok(None));
        for bad in ["a\u{202e}b", "\u{1b}[2J", &"x".repeat(601)] {
            assert!(parse_words(bad).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn suggestion_is_answered_once_and_linked_later() {
        let [book, other] = [3, 4].map(|n| BookId::new(NOW, [n; 10]));
        let with = |answer| Suggestion { answer, ..suggestion("Rivers") };
        let told = |answer| Ok(AnswerEffect::First(with(Some(answer))));
        let noted = |answer| Ok(AnswerEffect::Again(with(Some(answer))));
        assert_eq!(with(None).answered(LATER, None), told((LATER, None)));
        assert_eq!(with(None).answered(LATER, Some(book)), told((LATER, Some(book))));

        let (looked_at, made) = (with(Some((NOW, None))), with(Some((NOW, Some(book)))));
        assert_eq!(looked_at.clone().answered(LATER, Some(book)), noted((NOW, Some(book))));
        assert_eq!(made.clone().answered(LATER, Some(book)), noted((NOW, Some(book))));
        for (suggestion, book) in [(looked_at, None), (made.clone(), None), (made, Some(other))] {
            assert!(suggestion.answered(LATER, book).is_err());
        }
    }

    #[test]
    fn long_suggestion_is_truncated_in_excerpt() {
        assert_eq!(suggestion("Rivers.\n\nAnd boats.").excerpt(), "Rivers.\n\nAnd boats.");
        let long = suggestion(&"é".repeat(121)).excerpt();
        assert_eq!(long, format!("{}…", "é".repeat(120)));
    }
}
