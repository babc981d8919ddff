//! Questions as a JSON list.

use super::{Item, ParsedRows, line_at};

pub(super) fn rows(text: &str) -> ParsedRows {
    let items: Vec<&serde_json::value::RawValue> = serde_json::from_str(text)
        .map_err(|error| (error.line().max(1), format!("This is not a JSON list: {error}.")))?;
    let (mut rows, mut bad) = (Vec::new(), Vec::new());
    for item in items {
        let item = item.get();
        // The item is a slice of `text`, so the distance of their starts is its place in the file.
        let line = line_at(text, item.as_ptr().addr() - text.as_ptr().addr());
        match serde_json::from_str::<Item>(item) {
            Ok(written) => rows.push(written.on(line)),
            Err(error) => bad.push((
                line + error.line().saturating_sub(1),
                format!("Each question should be {{\"key\": .., \"description\": ..}}: {error}."),
            )),
        }
    }
    Ok((rows, bad))
}
