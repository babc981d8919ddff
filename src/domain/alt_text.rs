//! Alternative text of a picture, for readers who cannot see it.

use serde::{Deserialize, Serialize};

use super::message::Message;
use super::text::{is_combining, is_unprintable};

/// Maximum number of Unicode characters, without the spaces around the text: as much as fits into an answer box.
pub const MAX_LENGTH: usize = 1000;

/// Alternative text of a picture. Line breaks are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AltText(String);

impl AltText {
    /// Parses the text; `None` when it has nothing but white space and combining characters.
    ///
    /// # Errors
    /// A message when the text is too long, or has characters that cannot be printed.
    pub fn parse(text: &str) -> Result<Option<Self>, Message> {
        let text = text.replace("\r\n", "\n").replace('\t', " ");
        let text = text.trim();
        if text.chars().count() > MAX_LENGTH {
            return Err(Message::new(
                "transcription-too-long",
                "A transcription has at most {max} characters.",
            )
            .with("max", MAX_LENGTH));
        }
        if text.chars().any(|c| c != '\n' && is_unprintable(c)) {
            return Err(Message::new(
                "transcription-unprintable",
                "The transcription has characters that cannot be printed.",
            ));
        }
        let is_empty = text.chars().all(|c| c.is_whitespace() || is_combining(c));
        Ok((!is_empty).then(|| Self(text.to_owned())))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alt_text_is_trimmed_and_blank_is_none() {
        let parse = |text: &str| AltText::parse(text).map(|alt| alt.map(|alt| alt.0));
        assert_eq!(parse(" Wet stone,\r\nand reeds. "), Ok(Some("Wet stone,\nand reeds.".into())));
        assert_eq!(parse("x"), Ok(Some("x".into())));
        for nothing in ["", " \n\t ", "\u{301}\u{301}"] {
            assert_eq!(parse(nothing), Ok(None), "{nothing:?}");
        }
        assert!(parse(&"é".repeat(1000)).is_ok());
        assert!(parse(&"é".repeat(1001)).is_err());
        assert!(parse("a\u{202e}b").is_err());
    }
}
