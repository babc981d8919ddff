//! What was found, as it is now in the store. What is gone by now, or not for these eyes, is not shown.

use crate::domain::author::Author;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::BookId;
use crate::domain::memo::Memo;
use crate::domain::policy::{self, Actor};
use crate::domain::search::Target;
use crate::domain::time::Time;
use crate::error::Result;
use crate::search::{Marked, Terms};
use crate::store::Read;

use super::documents;

/// Something that was found, with the places that were.
#[derive(Clone, Debug)]
pub struct ShownResult {
    pub target: Target,
    pub book: Book,
    /// The name of the book, or the prompt; empty when the book no longer asks it.
    pub title: Marked,
    /// A part of the description, or of the memo.
    pub text: Marked,
    /// Whether the memo stands in a published edition; of a book or a question, whether the book has one.
    pub published: bool,
    pub memo: Option<ShownMemo>,
}

/// What is more to tell of a memo.
#[derive(Clone, Debug)]
pub struct ShownMemo {
    pub memo: Memo,
    pub username: String,
    pub author: Marked,
}

impl ShownResult {
    /// The id of the memo or the book; the key of the question.
    pub fn id(&self) -> String {
        match &self.target {
            Target::Book(book) => book.to_string(),
            Target::Question(_, key) => key.as_str().to_owned(),
            Target::Memo(memo) => memo.to_string(),
        }
    }

    /// The question that was found, or that the memo answers.
    pub fn question(&self) -> Option<&QuestionKey> {
        match &self.target {
            Target::Book(_) => None,
            Target::Question(_, key) => Some(key),
            Target::Memo(_) => self.memo.as_ref().map(|shown| &shown.memo.question),
        }
    }

    /// When it was made, or last changed.
    pub fn at(&self) -> Time {
        self.memo.as_ref().map_or(self.book.created_at, |shown| shown.memo.updated_at)
    }
}

pub(super) fn show(
    tx: &(dyn Read + '_),
    actor: &Actor,
    terms: &Terms,
    target: &Target,
) -> Result<Option<ShownResult>> {
    let text = Marked::default();
    match target {
        Target::Book(id) => Ok(tx.book(*id)?.map(|book| ShownResult {
            target: target.clone(),
            title: terms.mark(&book.name),
            text: terms.excerpt(&book.description),
            published: book.edition > 0,
            book,
            memo: None,
        })),
        Target::Question(id, key) => {
            let (book, prompt) = (tx.book(*id)?, prompt(tx, *id, |asked| asked.key == *key)?);
            Ok(book.zip(prompt).map(|(book, prompt)| {
                let (title, published) = (terms.mark(&prompt), book.edition > 0);
                ShownResult { target: target.clone(), book, title, text, published, memo: None }
            }))
        }
        Target::Memo(id) => match tx.memo(*id)? {
            Some(memo) => show_memo(tx, actor, terms, memo),
            None => Ok(None),
        },
    }
}

fn show_memo(
    tx: &(dyn Read + '_),
    actor: &Actor,
    terms: &Terms,
    memo: Memo,
) -> Result<Option<ShownResult>> {
    let published = tx.is_published(memo.id)?;
    if !policy::may_see_memo(actor, &memo, published) {
        return Ok(None);
    }
    let Some(book) = tx.book(memo.book)? else { return Ok(None) };
    let prompt = prompt(tx, book.id, |asked| asked.key == memo.question)?.unwrap_or_default();
    let Author { username, name } = Author::of(tx.account(memo.author)?.as_ref());
    // Nobody is found by the words that stand for a name.
    let author = if username.is_empty() { Terms::default().mark(&name) } else { terms.mark(&name) };
    Ok(Some(ShownResult {
        target: Target::Memo(memo.id),
        title: Terms::default().mark(&prompt),
        text: terms.excerpt(&documents::words(tx, &memo)?),
        book,
        published,
        memo: Some(ShownMemo { memo, username, author }),
    }))
}

fn prompt(
    tx: &(dyn Read + '_),
    book: BookId,
    wanted: impl Fn(&Question) -> bool,
) -> Result<Option<String>> {
    Ok(tx.questions(book)?.into_iter().find(wanted).map(|question| question.description))
}
