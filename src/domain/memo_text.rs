//! The words of a typed memo.

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::text::{is_combining, is_unprintable};

/// Minimum and maximum number of Unicode characters, without the spaces around the text.
const MIN_LENGTH: usize = 4;
const MAX_LENGTH: usize = 400;

/// Short text. Line breaks begin paragraphs.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MemoText(String);

impl MemoText {
    /// # Errors
    /// A message when the text is too short or too long, or has characters that cannot be printed.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let text = text.replace("\r\n", "\n").replace('\t', " ");
        let text = text.trim();
        let length = text.chars().count();
        if length > MAX_LENGTH {
            return Err(Message::new("text-too-long", "A text has at most {max} characters.")
                .with("max", MAX_LENGTH));
        }
        if text.chars().any(|c| c != '\n' && is_unprintable(c)) {
            return Err(Message::new(
                "text-unprintable",
                "The text has characters that cannot be printed.",
            ));
        }
        if length < MIN_LENGTH || !text.chars().any(|c| !c.is_whitespace() && !is_combining(c)) {
            return Err(Message::new("text-too-short", "A text needs at least {min} characters.")
                .with("min", MIN_LENGTH));
        }
        Ok(Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_counted_and_not_bytes() {
        for good in
            ["Yes.", "今日は雨", "❤️❤️", &"é".repeat(400), &format!("  {}\n", "x".repeat(400))]
        {
            assert!(MemoText::parse(good).is_ok(), "{good}");
        }
        for (bad, words) in [
            ("Yes", "A text needs at least 4 characters."),
            ("  a b  ", "A text needs at least 4 characters."),
            ("        ", "A text needs at least 4 characters."),
            ("\u{301}\u{301}\u{301}\u{301}\u{301}", "A text needs at least 4 characters."),
            ("a\u{202e}bcdef", "The text has characters that cannot be printed."),
            ("abc\0def", "The text has characters that cannot be printed."),
            (&"x".repeat(401), "A text has at most 400 characters."),
        ] {
            assert_eq!(MemoText::parse(bad).unwrap_err().to_string(), words, "{bad:?}");
        }
    }

    #[test]
    fn line_breaks_are_normalised_to_newline() {
        assert_eq!(MemoText::parse(" one\r\ntwo\tthree ").unwrap().as_str(), "one\ntwo three");
    }
}
