//! Validation errors of a request, by field, as messages for people.

use std::collections::BTreeMap;
use std::fmt;

use super::message::Message;

/// Message for each invalid field. Never empty when returned as an error.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FieldErrors(BTreeMap<&'static str, Message>);

impl FieldErrors {
    /// Error with one field.
    pub fn single(field: &'static str, message: Message) -> Self {
        Self(BTreeMap::from([(field, message)]))
    }

    /// Returns the parsed value, or records the error under the field.
    pub fn collect<T>(&mut self, field: &'static str, parsed: Result<T, Message>) -> Option<T> {
        parsed.map_err(|message| self.0.insert(field, message)).ok()
    }

    /// `Ok` with the built value when no error was recorded, that is, when every [`FieldErrors::collect`] was `Some`.
    pub fn into_result<T>(self, built: Option<T>) -> Result<T, Self> {
        match built {
            Some(value) if self.0.is_empty() => Ok(value),
            _ => Err(self),
        }
    }

    /// Message about all fields: that of the only one, or all of them in a row.
    pub fn message(&self) -> Message {
        match self.0.values().next() {
            Some(message) if self.0.len() == 1 => message.clone(),
            _ => Message::new("fields-invalid", "{messages}").with("messages", self.to_string()),
        }
    }

    /// The fields with their messages.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Message)> {
        self.0.iter().map(|(field, message)| (*field, message))
    }
}

impl fmt::Display for FieldErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.0.values().map(Message::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

impl std::error::Error for FieldErrors {}
