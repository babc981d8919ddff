//! Names of people, as books print them.

use serde::{Deserialize, Serialize};

const LENGTH: usize = 100;

/// What a member is called in books.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name(String);

impl Name {
    /// # Errors
    /// When nothing is left of it, it is too long, or holds what cannot be seen.
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

/// Control characters, and what turns the direction of text or takes no room: a name must not hide or reorder what stands
/// beside it. Joiners stay, since Devanagari and emoji are written with them.
fn is_unprintable(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{feff}')
        || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
}
