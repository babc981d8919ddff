//! Operator requests for moderating memos.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::policy::Actor;
use crate::domain::report::{Reported, Verdict};
use crate::error::{Required, Result};
use crate::services::memos::{self, ShownMemo};
use crate::services::moderation::{self, Decision};

use super::{Answer, books};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Lists the memos of a book, or the hidden memos of all books.
    List { book: Option<String> },
    /// Shows a memo of any state, such as before its removal.
    Show { memo: String },
    Settle {
        memo: String,
        verdict: Verdict,
        note: String,
        /// Reason for the author; empty when the memo is shown again.
        why: String,
    },
}

/// Memo, as the command line lists it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ListedMemo {
    pub id: String,
    pub book: String,
    /// Question that the memo answers.
    pub question: String,
    pub username: String,
    pub name: String,
    pub made_at: String,
    /// Time since which only the author and admins see the memo.
    pub hidden_since: Option<String>,
    /// Reason that the author was given; may be empty.
    pub why: String,
}

impl From<ShownMemo> for ListedMemo {
    fn from(ShownMemo { memo, author, question, hidden, .. }: ShownMemo) -> Self {
        let (hidden_since, why) =
            hidden.map(|hidden| (hidden.since.to_string(), hidden.why)).unzip();
        Self {
            id: memo.id.to_string(),
            book: memo.book.to_string(),
            question,
            username: author.username,
            name: author.name,
            made_at: memo.created_at.to_string(),
            hidden_since,
            why: why.unwrap_or_default(),
        }
    }
}

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::List { book } => {
            let all = match book {
                Some(book) => memos::list_of_book(context, actor, books::id(&book)?)?,
                None => memos::list_hidden(context, actor)?,
            };
            Ok(Answer::Memos(all.into_iter().map(ListedMemo::from).collect()))
        }
        Request::Show { memo } => {
            Ok(Answer::Reported(moderation::one(context, actor, about(&memo)?)?.into()))
        }
        Request::Settle { memo, verdict, note, why } => {
            let decision = Decision { verdict, note: &note, why: &why, seen: None };
            Ok(Answer::Reported(
                moderation::resolve(context, actor, about(&memo)?, decision)?.into(),
            ))
        }
    }
}

fn about(memo: &str) -> Result<Reported> {
    Reported::parse("memo", memo).required("This memo")
}
