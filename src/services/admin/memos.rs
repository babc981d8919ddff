//! Memos, as the operator moderates them.

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::policy::Actor;
use crate::domain::report::{Reported, Verdict};
use crate::error::{Error, Result};
use crate::services::memos::{self, ShownMemo};
use crate::services::moderation::{self, Decision};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Those that are hidden.
    List,
    Settle {
        memo: String,
        verdict: Verdict,
        note: String,
        /// For the writer; empty when the memo is shown again.
        why: String,
    },
}

/// A hidden memo, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct HiddenMemo {
    pub id: String,
    pub book: String,
    /// The prompt that it answers.
    pub question: String,
    pub username: String,
    pub name: String,
    pub hidden_since: String,
    pub why: String,
}

impl From<ShownMemo> for HiddenMemo {
    fn from(ShownMemo { memo, author, question, hidden, .. }: ShownMemo) -> Self {
        let (hidden_since, why) =
            hidden.map(|hidden| (hidden.since.to_string(), hidden.why)).unwrap_or_default();
        Self {
            id: memo.id.to_string(),
            book: memo.book.to_string(),
            question,
            username: author.username,
            name: author.name,
            hidden_since,
            why,
        }
    }
}

pub(super) fn perform(app: &App, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::List => {
            let all = memos::list_hidden(app, actor)?;
            Ok(Answer::HiddenMemos(all.into_iter().map(HiddenMemo::from).collect()))
        }
        Request::Settle { memo, verdict, note, why } => {
            let about = Reported::parse("memo", &memo).ok_or(Error::NotFound("This memo"))?;
            let decision = Decision { verdict, note: &note, why: &why, seen: None };
            Ok(Answer::Reported(moderation::settle(app, actor, about, decision)?.into()))
        }
    }
}
