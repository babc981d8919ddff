//! Names of people, as books print them.

use serde::{Deserialize, Serialize};

use crate::message::Message;
use crate::text::is_unprintable;

const MAX_LENGTH: usize = 100;

/// Name of a member, as books print it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name(String);

impl Name {
    /// # Errors
    /// When the name is empty, too long, has no letter, or has characters that cannot be printed.
    pub fn parse(text: &str) -> Result<Self, Message> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let name = words.join(" ");
        if name.is_empty() {
            return Err(Message::new("name-required", "Name is required."));
        }
        if name.chars().count() > MAX_LENGTH {
            return Err(Message::new(
                "name-too-long",
                "Name is too long, {max} characters at most.",
            )
            .with("max", MAX_LENGTH));
        }
        if name.chars().any(is_unprintable) {
            return Err(Message::new(
                "name-unprintable",
                "Name has characters that cannot be printed.",
            ));
        }
        if !name.chars().any(char::is_alphabetic) {
            return Err(Message::new("name-without-letter", "Name needs at least one letter."));
        }
        Ok(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}
