//! Hidden memos of all books, for those who look after them.

use std::cmp::Reverse;

use crate::app::App;
use crate::domain::policy::{self, Actor};
use crate::error::Result;

use super::{ShownMemo, show};

/// Hidden memos, those that were hidden last first.
pub fn list_hidden(app: &App, actor: &Actor) -> Result<Vec<ShownMemo>> {
    policy::may_administrate(actor)?;
    let tx = app.read()?;
    let mut memos = show(&*tx, actor, tx.hidden_memos()?)?;
    memos.sort_by_key(|shown| Reverse(shown.hidden.as_ref().map(|hidden| hidden.since)));
    Ok(memos)
}
