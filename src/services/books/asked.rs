//! What a book asks, with how much is answered: for those who change it.

use std::collections::{BTreeMap, BTreeSet};

use crate::context::Context;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::store::ReadTx;

use super::find;

/// A prompt with how many present memos answer it.
#[derive(Clone, Debug)]
pub struct AskedQuestion {
    pub question: Question,
    pub memos: u32,
    /// Whether it must stay, because somebody reads an answer to it.
    pub is_answered: bool,
}

/// The prompts of a book in their order.
pub fn asked(context: &Context, actor: &Actor, id: BookId) -> Result<Vec<AskedQuestion>> {
    policy::may_administrate(actor)?;
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

/// The prompts that must stay. An answer without its prompt would have no chapter in the next edition, and could not be read
/// in the present one. What its member has replaced or taken back, and no reader sees, keeps no prompt.
pub(super) fn answered(tx: &ReadTx, book: &Book) -> Result<BTreeSet<QuestionKey>> {
    let mut keys = printed(tx, book)?;
    keys.extend(tx.memos_of_book(book.id)?.into_iter().map(|memo| memo.question));
    Ok(keys)
}

/// Those that are answered in the newest edition.
fn printed(tx: &ReadTx, book: &Book) -> Result<BTreeSet<QuestionKey>> {
    let mut keys = BTreeSet::new();
    for id in tx.edition(book.id, book.edition)?.into_iter().flat_map(|edition| edition.memos) {
        keys.extend(tx.memo(id)?.map(|memo| memo.question));
    }
    Ok(keys)
}
