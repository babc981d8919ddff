//! Lists of memos for admins: hidden memos of all books, or all memos of a book.

use std::cmp::Reverse;

use crate::context::Context;
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::error::Result;

use super::{MemoDetails, books, load_details};

/// Lists hidden memos, last hidden first.
pub fn list_hidden(context: &Context, actor: &Actor) -> Result<Vec<MemoDetails>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut memos = load_details(&tx, actor, tx.hidden_memos()?)?;
    memos.sort_by_key(|shown| Reverse(shown.hidden.as_ref().map(|hidden| hidden.since)));
    Ok(memos)
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
