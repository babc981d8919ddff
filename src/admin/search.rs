//! Operator requests for the search index.

use serde::{Deserialize, Serialize};

use crate::domain::search::Kind;
use crate::error::{Error, Result};
use crate::search::Marked;
use crate::services::search::{self, Results, Search, ShownResult};

use super::{Answer, LongWork};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Find { words: String, kind: Option<String>, page: usize },
    Rebuild,
}

/// Page of search results.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    pub total: usize,
    pub page: usize,
    pub pages: usize,
    pub results: Vec<Item>,
}

/// Search result.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub kind: Kind,
    /// Id of the book, memo, topic, post or comment; key of a question.
    pub id: String,
    /// Id of the book; in threads, code of the topic.
    pub bid: String,
    pub book: String,
    pub title: Marked,
    pub text: Marked,
    /// Name of the author of a memo, post or comment.
    pub author: Option<String>,
}

/// Result of rebuilding the index.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Rebuilt {
    /// Number of indexed books, questions, memos, topics, posts and comments.
    pub documents: usize,
}

pub(super) fn perform(
    LongWork { context, actor, tell }: LongWork<'_>,
    request: Request,
) -> Result<Answer> {
    match request {
        Request::Find { words, kind, page } => {
            let kind = kind.map(|kind| kind.parse()).transpose();
            let kind = kind.map_err(|words: String| Error::invalid("kind", words))?;
            // Without a running server, nothing else updates the index.
            search::catch_up(context)?;
            Ok(Answer::Found(search::find(context, actor, &Search { words, kind, page })?.into()))
        }
        Request::Rebuild => {
            Ok(Answer::Rebuilt(Rebuilt { documents: search::rebuild(context, actor, tell)? }))
        }
    }
}

impl From<Results> for Found {
    fn from(Results { total, page, pages, results }: Results) -> Self {
        Self { total, page, pages, results: results.into_iter().map(Item::from).collect() }
    }
}

impl From<ShownResult> for Item {
    fn from(shown: ShownResult) -> Self {
        Self {
            kind: shown.target.kind(),
            id: shown.id(),
            bid: shown.place.id,
            book: shown.place.name,
            title: shown.title,
            text: shown.text,
            author: shown.author.map(|author| author.name.text),
        }
    }
}
