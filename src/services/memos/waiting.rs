//! Memos of guests, which wait until a keeper of the book has accepted or declined them, and again when their author takes another name.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::{BookId, MemoId};
use crate::domain::item::Item;
use crate::domain::job::Job;
use crate::domain::memo::{HiddenMemo, Memo, RemovedMemo};
use crate::domain::policy::{self, Actor};
use crate::domain::schedule::Phase;
use crate::domain::time::Timestamp;
use crate::error::{Required, Result};
use crate::services::operations::{audit, garbage_collection};
use crate::store::{ReadTx, WriteTx};

use super::{MemoDetails, books, load_details};

/// Words to a guest whose memo is declined.
const DECLINED: &str = "A keeper of the book has declined it.";

/// Present memos of a book that wait for a decision, oldest first.
pub fn list(context: &Context, actor: &Actor, book: BookId) -> Result<Vec<MemoDetails>> {
    policy::may_keep(actor, book)?;
    let tx = context.read()?;
    books::find(&tx, book)?;
    load_details(&tx, actor, tx.waiting_memos(book)?)
}

/// Accepts a memo: it counts for the next edition, which may be due by it.
pub fn accept(context: &Context, actor: &Actor, id: MemoId) -> Result<()> {
    context.write_as_reloaded(actor, |tx, actor| {
        let memo = find(tx, actor, id)?;
        tx.accept_memo(&memo)?;
        queue_publication(context, tx, memo.book)?;
        record(context, tx, actor, AuditAction::AcceptMemo, &memo)
    })
}

/// Declines a memo: it is removed, or hidden if it stands in an edition, and its author is told so. If it was a correction, the memo that was accepted before takes its
/// place again.
pub fn decline(context: &Context, actor: &Actor, id: MemoId) -> Result<()> {
    let memo = context.write_as_reloaded(actor, |tx, actor| {
        let memo = find(tx, actor, id)?;
        let now = context.now();
        take_out(tx, &memo, now)?;
        restore_accepted(tx, &memo, now)?;
        queue_publication(context, tx, memo.book)?;
        record(context, tx, actor, AuditAction::DeclineMemo, &memo)?;
        tx.put_removed_memo(&RemovedMemo {
            id,
            book: memo.book,
            author: memo.author,
            question: memo.question.clone(),
            removed_at: now,
            why: DECLINED.to_owned(),
        })?;
        Ok::<_, crate::error::Error>(memo)
    })?;
    let files: Vec<_> = memo.content.blobs().collect();
    if let Err(error) = garbage_collection::remove_unnamed(context, &files) {
        let error = &error as &dyn std::error::Error;
        tracing::warn!(error, "failed to delete a declined file, leaving it to garbage collection");
    }
    Ok(())
}

/// Enqueues a job that publishes the book if it is due. A closed book is published once nothing waits, not after every decision.
fn queue_publication(context: &Context, tx: &mut WriteTx, book: BookId) -> Result<()> {
    let is_closed = matches!(tx.schedule(book)?.phase(context.now()), Phase::Closed(_));
    if is_closed && !tx.waiting_memos(book)?.is_empty() {
        return Ok(());
    }
    context.enqueue_once(tx, Job::PublishIfDue(book))
}

/// Removes a declined memo. One that stands in an edition is kept, hidden, among its author's earlier ones.
fn take_out(tx: &mut WriteTx, memo: &Memo, now: Timestamp) -> Result<()> {
    if !tx.was_published(memo.id)? {
        return Ok(tx.remove_memo(memo)?);
    }
    tx.remove_waiting(memo)?;
    tx.hide_memo(memo, &HiddenMemo { since: now, why: DECLINED.to_owned() })?;
    Ok(tx.withdraw_memo(memo, now)?)
}

/// Restores the last accepted memo that a declined one has replaced, if there is one. It waits if its author has another name by
/// now.
fn restore_accepted(tx: &mut WriteTx, declined: &Memo, now: Timestamp) -> Result<()> {
    let mut before = tx.replaced_memos_like(declined)?;
    before.sort_by_key(|memo| std::cmp::Reverse((memo.updated_at, memo.id)));
    for memo in before {
        let waits_by_name = tx.was_memo_accepted(&memo)? && tx.is_memo_waiting(&memo)?;
        if waits_by_name || !tx.is_memo_hidden(memo.id)? {
            return Ok(tx.restore_memo(&memo, now)?);
        }
    }
    Ok(())
}

/// Loads a memo that waits for the actor's decision; any other is [`Error::NotFound`](crate::error::Error::NotFound).
fn find(tx: &ReadTx, actor: &Actor, id: MemoId) -> Result<Memo> {
    policy::kept_books(actor)?;
    let memo = tx.memo(id)?.filter(|memo| policy::may_keep(actor, memo.book).is_ok());
    let memo = memo.required(Item::Memo)?;
    let is_waiting = tx.is_memo_waiting(&memo)? && tx.is_present(&memo)?;
    Some(memo).filter(|_| is_waiting).required(Item::Memo)
}

fn record(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    action: AuditAction,
    memo: &Memo,
) -> Result<()> {
    audit::record(context, tx, actor, action, format!("memo {}", memo.id), String::new())
}
