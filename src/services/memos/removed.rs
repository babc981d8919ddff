//! Notices of a member's memos that an admin has removed.

use std::cmp::Reverse;

use crate::context::Context;
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::RemovedMemo;
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::services::books;

/// Notice of a removed memo with its question.
#[derive(Clone, Debug)]
pub struct RemovalDetails {
    pub memo: RemovedMemo,
    /// Empty when the book no longer has the question.
    pub question: String,
}

/// Lists notices of memos of `owner` in a book that an admin has removed, newest first; for the member or an admin.
pub fn removed(
    context: &Context,
    actor: &Actor,
    owner: AccountId,
    book: BookId,
) -> Result<Vec<RemovalDetails>> {
    policy::may_see_all_of(actor, owner)?;
    let tx = context.read()?;
    books::find(&tx, book)?;
    let asked = tx.questions(book)?;
    let mut removed = tx.removed_memos_of(owner)?;
    removed.retain(|memo| memo.book == book);
    removed.sort_by_key(|memo| Reverse(memo.removed_at));
    let show = |memo: RemovedMemo| {
        let question = asked.iter().find(|question| question.key == memo.question);
        let question = question.map(|question| question.description.clone()).unwrap_or_default();
        RemovalDetails { memo, question }
    };
    Ok(removed.into_iter().map(show).collect())
}
