//! Names of people, as books print them.

use serde::{Deserialize, Serialize};

use crate::text::is_unprintable;

const LENGTH: usize = 100;

/// Name of a member, as books print it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name(String);

impl Name {
    /// # Errors
    /// When the name is empty, too long, has no letter, or has characters that cannot be printed.
    pub fn parse(text: &str) -> Result<Self, &'static str> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let name = words.join(" ");
        if name.is_empty() {
            return Err("Name is required.");
        }
        if name.chars().count() > LENGTH {
            return Err("Name is too long, 100 characters at most.");
        }
        if name.chars().any(is_unprintable) {
            return Err("Name has characters that cannot be printed.");
        }
        if !name.chars().any(char::is_alphabetic) {
            return Err("Name needs at least one letter.");
        }
        Ok(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}
