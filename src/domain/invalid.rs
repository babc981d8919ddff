//! Validation errors of a request, by field, as messages for people.

use std::collections::BTreeMap;
use std::fmt;

/// Message for each invalid field. Never empty when returned as an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(BTreeMap<&'static str, String>);

impl FieldErrors {
    /// Error with one field.
    pub fn single(field: &'static str, words: impl Into<String>) -> Self {
        Self(BTreeMap::from([(field, words.into())]))
    }

    /// Returns the parsed value, or records the error under the field.
    pub fn collect<T>(
        &mut self,
        field: &'static str,
        parsed: Result<T, impl fmt::Display>,
    ) -> Option<T> {
        parsed.map_err(|words| self.0.insert(field, words.to_string())).ok()
    }

    /// `Ok` with the built value when no error was recorded, that is, when every [`FieldErrors::collect`] was `Some`.
    pub fn into_result<T>(self, built: Option<T>) -> Result<T, Self> {
        match built {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(self),
        }
    }

    /// The fields with their messages.
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
