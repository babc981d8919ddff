//! History of a member's memos: listing, restoring and withdrawing.

use crate::context::Context;
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::item::Item;
use crate::domain::job::Job;
use crate::domain::memo::Memo;
use crate::domain::policy::{self, Actor};
use crate::error::{Required, Result};
use crate::services::books;
use crate::services::books::schedule;
use crate::services::webhooks;
use crate::store::ReadTx;

use super::submission::require_question;
use super::{MemoDetails, load_details};

/// Replaced and withdrawn memos of `owner` in a book, newest first, each answer once; for the member or an admin.
pub fn history(
    context: &Context,
    actor: &Actor,
    owner: AccountId,
    book: BookId,
) -> Result<Vec<MemoDetails>> {
    policy::may_see_all_of(actor, owner)?;
    let tx = context.read()?;
    books::find(&tx, book)?;
    let mut memos = tx.replaced_memos_of(owner)?;
    memos.retain(|memo| memo.book == book);
    memos.sort_by_key(|memo| std::cmp::Reverse((memo.updated_at, memo.id)));
    let mut seen = tx.memos_of_member(owner, book)?;
    memos.retain(|memo| {
        let is_new = !seen.iter().any(|other| is_same_answer(memo, other));
        if is_new {
            seen.push(memo.clone());
        }
        is_new
    });
    load_details(&tx, actor, memos)
}

fn is_same_answer(one: &Memo, other: &Memo) -> bool {
    one.question == other.question && one.content == other.content
}

/// Restores an earlier memo with its date and its loves; the one in its place becomes history.
pub fn restore(context: &Context, actor: &Actor, id: MemoId) -> Result<Option<MemoDetails>> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    context.write_as(actor, |tx, actor| {
        let memo = get_own(tx, actor, id)?;
        policy::may_submit(actor, memo.author)?;
        require_question(&tx.questions(memo.book)?, &memo.question)?;
        if !is_present(tx, &memo)? {
            schedule::require_open(context, tx, memo.book, context.now())?;
            tx.restore_memo(&memo)?;
            webhooks::memo_submitted(context, tx, &memo)?;
            context.enqueue_once(tx, Job::PublishIfDue(memo.book))?;
        }
        Ok(load_details(tx, actor, vec![memo])?.pop())
    })
}

/// Withdraws a present memo. Published editions keep it; the next edition does not contain it.
pub fn withdraw(context: &Context, actor: &Actor, id: MemoId) -> Result<()> {
    context.rate_limits.check_change(policy::member(actor)?)?;
    context.write_as(actor, |tx, actor| {
        let memo = get_own(tx, actor, id)?;
        if is_present(tx, &memo)? {
            tx.withdraw_memo(&memo, context.now())?;
        }
        Ok(())
    })
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
