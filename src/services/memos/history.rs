//! History of a member's memos: listing, restoring and withdrawing.

use std::collections::HashSet;

use crate::context::Context;
use crate::domain::book::QuestionKey;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::item::Item;
use crate::domain::job::Job;
use crate::domain::memo::Memo;
use crate::domain::policy::{self, Actor};
use crate::error::{Required, Result};
use crate::services::books;
use crate::services::books::schedule;
use crate::services::operations::garbage_collection;
use crate::services::webhooks;
use crate::store::ReadTx;

use super::submission::require_question;
use super::{MemoDetails, load_details};

/// Maximum number of memos of a page of the history.
const MAX_PAGE_LENGTH: usize = 100;

/// Page of the history of a book.
#[derive(Clone, Debug)]
pub struct HistoryPage {
    pub book: BookId,
    /// Only memos for this question.
    pub question: Option<QuestionKey>,
    /// Last memo of the page before; `None` for the first page.
    pub after: Option<MemoId>,
}

/// Replaced and withdrawn memos of `owner` in a book, newest first, each answer once, at most 100; for the member or an admin.
pub fn history(
    context: &Context,
    actor: &Actor,
    owner: AccountId,
    HistoryPage { book, question, after }: &HistoryPage,
) -> Result<Vec<MemoDetails>> {
    policy::may_see_all_of(actor, owner)?;
    let tx = context.read()?;
    books::find(&tx, *book)?;
    let mut memos = tx.replaced_memos_of_book(owner, *book)?;
    memos.retain(|memo| question.as_ref().is_none_or(|key| memo.question == *key));
    memos.sort_by_key(|memo| std::cmp::Reverse((memo.updated_at, memo.id)));
    let answer = |memo: &Memo| (memo.question.clone(), memo.content.clone());
    let mut seen: HashSet<_> = tx.memos_of_member(owner, *book)?.iter().map(answer).collect();
    memos.retain(|memo| seen.insert(answer(memo)));
    if let Some(last) = after {
        // A memo that is gone meanwhile has nothing after it.
        let place = memos.iter().position(|memo| memo.id == *last);
        memos.drain(..place.map_or(memos.len(), |place| place + 1));
    }
    memos.truncate(MAX_PAGE_LENGTH);
    load_details(&tx, actor, memos)
}

/// Restores an earlier memo with its date and its loves; the one in its place becomes history.
pub fn restore(context: &Context, actor: &Actor, id: MemoId) -> Result<Option<MemoDetails>> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    context.write_as_reloaded(actor, |tx, actor| {
        let memo = get_own(tx, actor, id)?;
        policy::may_submit(actor, memo.author)?;
        require_question(&tx.questions(memo.book)?, &memo.question)?;
        if !is_present(tx, &memo)? {
            schedule::require_open(context, tx, memo.book, context.now())?;
            tx.restore_memo(&memo, context.now())?;
            webhooks::memo_submitted(context, tx, &memo)?;
            context.enqueue_once(tx, Job::PublishIfDue(memo.book))?;
        }
        Ok(load_details(tx, actor, vec![memo])?.pop())
    })
}

/// Withdraws a present memo. Published editions keep it; the next edition does not contain it.
pub fn withdraw(context: &Context, actor: &Actor, id: MemoId) -> Result<()> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    let dropped = context.write_as_reloaded(actor, |tx, actor| {
        let memo = get_own(tx, actor, id)?;
        if !is_present(tx, &memo)? {
            return Ok(Vec::new());
        }
        tx.withdraw_memo(&memo, context.now())?;
        Ok(tx.prune_replaced_memos(&memo)?)
    })?;
    let files: Vec<_> = dropped.iter().flat_map(|memo| memo.content.blobs()).collect();
    garbage_collection::remove_deferred(context, &files);
    Ok(())
}

fn is_present(tx: &ReadTx, memo: &Memo) -> Result<bool> {
    let present = tx.memo_for(memo.author, memo.book, memo.content.kind(), &memo.question)?;
    Ok(present.is_some_and(|present| present.id == memo.id))
}

/// Loads the acting member's own memo. Fails with `Error::NotFound` for any other, whether or not it exists.
pub(in crate::services) fn get_own(tx: &ReadTx, actor: &Actor, id: MemoId) -> Result<Memo> {
    let member = policy::member(actor)?;
    let memo = tx.memo(id)?.filter(|memo| memo.author == member);
    memo.required(Item::Memo)
}
