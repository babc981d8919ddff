//! Questions of a book with the number of memos that answer them, for admins who edit the book.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::Context;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::store::ReadTx;

use super::find;

/// Question with the number of present memos that answer it.
#[derive(Clone, Debug)]
pub struct AskedQuestion {
    pub question: Question,
    pub memos: u32,
    /// Whether it cannot be removed, because a present memo or the newest edition answers it.
    pub is_answered: bool,
}

/// Questions of a book in their order.
pub fn list_questions_with_counts(
    context: &Context,
    actor: &Actor,
    id: BookId,
) -> Result<Vec<AskedQuestion>> {
    policy::may_keep(actor, id)?;
    let tx = context.read()?;
    let book = find(&tx, id)?;
    let mut counts: BTreeMap<QuestionKey, u32> = BTreeMap::new();
    for memo in tx.memos_of_book(id)? {
        *counts.entry(memo.question).or_default() += 1;
    }
    let printed = printed(&tx, &book)?;
    let count = |question: Question| {
        let memos = counts.get(&question.key).copied().unwrap_or(0);
        let is_answered = memos > 0 || printed.contains(&question.key);
        AskedQuestion { question, memos, is_answered }
    };
    Ok(tx.questions(id)?.into_iter().map(count).collect())
}

/// Keys of the questions that cannot be removed: a memo without its question would have no chapter in the next edition, and
/// could not be read in the current one. Replaced and withdrawn memos that no reader sees do not count.
pub(super) fn list_answered_keys(tx: &ReadTx, book: &Book) -> Result<BTreeSet<QuestionKey>> {
    let mut keys = printed(tx, book)?;
    keys.extend(tx.memos_of_book(book.id)?.into_iter().map(|memo| memo.question));
    Ok(keys)
}

/// Keys of the questions that the newest edition answers.
fn printed(tx: &ReadTx, book: &Book) -> Result<BTreeSet<QuestionKey>> {
    let mut keys = BTreeSet::new();
    for id in tx.edition(book.id, book.edition)?.into_iter().flat_map(|edition| edition.memos) {
        keys.extend(tx.memo(id)?.map(|memo| memo.question));
    }
    Ok(keys)
}
