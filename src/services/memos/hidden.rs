//! Lists of memos for admins: hidden memos of all books, or all memos of a book.

use std::cmp::Reverse;

use crate::context::Context;
use crate::domain::id::{BookId, MemoId};
use crate::domain::policy::{self, Actor};
use crate::error::Result;

use super::{MemoDetails, books, load_details};

/// Lists memos that admins have hidden, last hidden first.
pub fn list_hidden(context: &Context, actor: &Actor) -> Result<Vec<MemoDetails>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut memos = load_details(&tx, actor, tx.hidden_memos()?)?;
    memos.retain(|shown| !shown.waiting);
    memos.sort_by_key(|shown| Reverse(shown.hidden.as_ref().map(|hidden| hidden.since)));
    Ok(memos)
}

/// Ids of memos of any state: of all hidden ones, and of as many others as `limit` allows, newest first.
pub fn latest_ids(context: &Context, actor: &Actor, limit: usize) -> Result<Vec<MemoId>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut ids = tx.latest_memos(limit)?;
    ids.extend(tx.hidden_memos()?.iter().map(|memo| memo.id));
    Ok(ids)
}

/// Lists present memos of a book, hidden or not, newest first.
pub fn list_of_book(context: &Context, actor: &Actor, book: BookId) -> Result<Vec<MemoDetails>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    books::find(&tx, book)?;
    let mut memos = load_details(&tx, actor, tx.memos_of_book(book)?)?;
    memos.sort_by_key(|shown| Reverse(shown.memo.created_at));
    Ok(memos)
}
