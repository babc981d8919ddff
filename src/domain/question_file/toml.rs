//! Questions as TOML tables.

use serde::Deserialize;

use super::{Item, LineCounter, ParsedRows};
use crate::message::Message;

const NOT_TABLES: Message =
    Message::new("toml-invalid", "This is not a list of [[question]] tables: {reason}.");

pub(super) fn rows(text: &str) -> ParsedRows {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        question: Vec<toml::Spanned<Item>>,
    }
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map_or(1, |span| LineCounter::of(text).line_at(span.start));
        (line, NOT_TABLES.with("reason", error.message()))
    })?;
    let mut lines = LineCounter::of(text);
    let row = |spanned: toml::Spanned<Item>| {
        let line = lines.line_at(spanned.span().start);
        spanned.into_inner().on(line)
    };
    Ok((file.question.into_iter().map(row).collect(), Vec::new()))
}
