//! What is wrong with what somebody sent, field by field, in words for people.

use std::collections::BTreeMap;
use std::fmt;

/// Words for each field that cannot be accepted. Never empty when it is an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(BTreeMap<&'static str, String>);

impl FieldErrors {
    /// Trouble with one field.
    pub fn one(field: &'static str, words: impl Into<String>) -> Self {
        Self(BTreeMap::from([(field, words.into())]))
    }

    /// Keeps the value, or notes its words under the field.
    pub fn collect<T>(
        &mut self,
        field: &'static str,
        parsed: Result<T, impl fmt::Display>,
    ) -> Option<T> {
        parsed.map_err(|words| self.0.insert(field, words.to_string())).ok()
    }

    /// `Ok` with what `build` makes when nothing was noted. Every [`FieldErrors::collect`] was then `Some`.
    pub fn into_result<T>(self, built: Option<T>) -> Result<T, Self> {
        match built {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(self),
        }
    }

    /// Each field with its words.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &str)> {
        self.0.iter().map(|(field, words)| (*field, words.as_str()))
    }
}

impl fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<&str> = self.0.values().map(String::as_str).collect();
        f.write_str(&words.join(" "))
    }
}

impl std::error::Error for FieldErrors {}
