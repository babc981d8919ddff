//! Operator requests for book suggestions.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::SuggestionId;
use crate::domain::policy::Actor;
use crate::error::{Required, Result};
use crate::services::suggestions::{self, Filter, ShownSuggestion};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    List {
        answered: bool,
    },
    Done {
        suggestion: String,
        book: Option<String>,
        /// Message to the member, in the mail that announces the outcome; may be empty.
        words: String,
    },
}

/// Suggestion, as an admin sees it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Suggestion {
    pub id: String,
    pub text: String,
    /// Name of the member who made the suggestion.
    pub name: String,
    pub made_at: String,
    /// Time of the answer.
    pub done_at: Option<String>,
    /// Id of the book that was made of the suggestion.
    pub bid: Option<String>,
}

impl From<ShownSuggestion> for Suggestion {
    fn from(ShownSuggestion { suggestion, author, .. }: ShownSuggestion) -> Self {
        let (done_at, book) = suggestion.answer.unzip();
        Self {
            id: suggestion.id.to_string(),
            text: suggestion.text,
            name: author.name,
            made_at: suggestion.made_at.to_string(),
            done_at: done_at.map(|time| time.to_string()),
            bid: book.flatten().map(|book| book.to_string()),
        }
    }
}

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::List { answered } => {
            let filter = if answered { Filter::All } else { Filter::Open };
            let all = suggestions::list(context, actor, filter)?;
            Ok(Answer::Suggestions(all.into_iter().map(Suggestion::from).collect()))
        }
        Request::Done { suggestion, book, words } => {
            let id = id(&suggestion)?;
            let book = book.map(|book| book.parse().required("This book"));
            let done = suggestions::answer(context, actor, id, book.transpose()?, &words)?;
            Ok(Answer::Suggestion(done.into()))
        }
    }
}

pub(super) fn id(text: &str) -> Result<SuggestionId> {
    text.parse().required("This suggestion")
}
