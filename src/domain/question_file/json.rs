//! Questions as a JSON list.

use super::{Item, LineCounter, ParsedRows};
use crate::message::Message;

const NOT_A_LIST: Message = Message::new("json-invalid", "This is not a JSON list: {reason}.");
const NOT_A_QUESTION: Message = Message::new(
    "json-question-invalid",
    "Each question should have a \"key\" and a \"description\", and nothing else: {reason}.",
);

pub(super) fn rows(text: &str) -> ParsedRows {
    let items: Vec<&serde_json::value::RawValue> = serde_json::from_str(text)
        .map_err(|error| (error.line().max(1), NOT_A_LIST.with("reason", error.to_string())))?;
    let mut lines = LineCounter::of(text);
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    for item in items {
        let item = item.get();
        // The item is a slice of `text`, so the distance of their starts is its place in the file.
        let line = lines.line_at(item.as_ptr().addr() - text.as_ptr().addr());
        match serde_json::from_str::<Item>(item) {
            Ok(written) => rows.push(written.on(line)),
            Err(error) => bad.push((
                line + error.line().saturating_sub(1),
                NOT_A_QUESTION.with("reason", error.to_string()),
            )),
        }
    }
    Ok((rows, bad))
}
