//! A member's suggestions of books, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Entry, Part};

pub(super) const SUGGESTIONS: Part = Part {
    about: "suggestions.json\n    The books that you have suggested, and which of them were answered.\n",
    entries,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SuggestionFile {
    text: String,
    made_at: String,
    answered_at: Option<String>,
}

fn entries(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let all = tx.suggestions_of(account.id)?;
    if all.is_empty() {
        return Ok(Vec::new());
    }
    let files = all.into_iter().map(|suggestion| SuggestionFile {
        text: suggestion.text,
        made_at: suggestion.made_at.to_string(),
        answered_at: suggestion.answer.map(|(time, _)| time.to_string()),
    });
    Ok(vec![Entry::json("suggestions.json", &files.collect::<Vec<_>>())?])
}
