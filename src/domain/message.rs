//! Messages for people: an English sentence, with a key for programs and translations that never changes.

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

/// Message with its parameters. The English text may be improved at any time; the key and the names of the parameters stay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    key: &'static str,
    /// English text, with `{name}` in the place of each parameter.
    template: &'static str,
    params: BTreeMap<&'static str, Param>,
}

/// Parameter of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Param {
    /// Written with a comma between thousands.
    Number(u64),
    Text(String),
}

impl Message {
    /// Message with a key in small letters and hyphens. Every key has one template; `docs/src/messages.json` lists them.
    pub const fn new(key: &'static str, template: &'static str) -> Self {
        Self { key, template, params: BTreeMap::new() }
    }

    /// Sets the parameter that the template names in braces.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Param>) -> Self {
        self.params.insert(name, value.into());
        self
    }

    pub fn key(&self) -> &'static str {
        self.key
    }

    pub fn params(&self) -> &BTreeMap<&'static str, Param> {
        &self.params
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.template;
        // A parameter's own braces are text: the template is read once, from left to right.
        while let Some((before, (name, after))) = rest
            .split_once('{')
            .and_then(|(before, placed)| Some((before, placed.split_once('}')?)))
        {
            f.write_str(before)?;
            match self.params.get(name) {
                Some(value) => value.fmt(f)?,
                None => write!(f, "{{{name}}}")?,
            }
            rest = after;
        }
        f.write_str(rest)
    }
}

impl std::error::Error for Message {}

impl fmt::Display for Param {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number @ 0..1_000) => number.fmt(f),
            Self::Number(number) => {
                Self::Number(number / 1_000).fmt(f)?;
                write!(f, ",{:03}", number % 1_000)
            }
            Self::Text(text) => f.write_str(text),
        }
    }
}

impl From<u32> for Param {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<u64> for Param {
    fn from(number: u64) -> Self {
        Self::Number(number)
    }
}

impl From<usize> for Param {
    fn from(number: usize) -> Self {
        Self::Number(number as u64)
    }
}

impl From<String> for Param {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Param {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn message_parameters_replace_their_placeholders() {
        let message = Message::new("name-too-long", "{name} has at most {max} characters.");
        let told = message.clone().with("max", 1_000_u32).with("name", "A {max}");
        assert_eq!(told.to_string(), "A {max} has at most 1,000 characters.");
        assert_eq!(message.to_string(), "{name} has at most {max} characters.");
        assert_eq!(Message::new("open", "An open { brace.").to_string(), "An open { brace.");
    }

    #[test]
    fn numbers_have_thousands_separators() {
        for (number, text) in
            [(0, "0"), (999, "999"), (1_000, "1,000"), (12_034, "12,034"), (1_000_005, "1,000,005")]
        {
            assert_eq!(Param::Number(number).to_string(), text);
        }
    }
}
