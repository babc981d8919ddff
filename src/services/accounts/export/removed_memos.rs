//! Notices of a member's memos that an admin has removed, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::memo::RemovedMemo;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Entry, Part};

pub(super) const REMOVED_MEMOS: Part = Part {
    about: "removed-memos.json\n    \
            Which of your answers an admin has removed, when and why, if one has.\n",
    entries,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct RemovedFile {
    id: String,
    book: String,
    question: String,
    removed_at: String,
    why: String,
}

impl From<RemovedMemo> for RemovedFile {
    fn from(memo: RemovedMemo) -> Self {
        Self {
            id: memo.id.to_string(),
            book: memo.book.to_string(),
            question: memo.question.as_str().to_owned(),
            removed_at: memo.removed_at.to_string(),
            why: memo.why,
        }
    }
}

fn entries(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let removed = tx.removed_memos_of(account.id)?;
    if removed.is_empty() {
        return Ok(Vec::new());
    }
    let files: Vec<RemovedFile> = removed.into_iter().map(RemovedFile::from).collect();
    Ok(vec![Entry::json("removed-memos.json", &files)?])
}
