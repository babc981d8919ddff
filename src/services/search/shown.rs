//! What was found, as it is now in the store. What is gone by now, or not for these eyes, is not shown.

use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::{AccountId, BookId, PostId};
use crate::domain::memo::{Memo, Visibility};
use crate::domain::policy::{self, Actor};
use crate::domain::search::Target;
use crate::domain::time::Time;
use crate::error::Result;
use crate::search::{Marked, Terms};
use crate::services::moderation::HiddenContentFilter;
use crate::store::ReadTx;

use super::documents;

mod threads;

/// Something that was found, with the places that were.
#[derive(Clone, Debug)]
pub struct ShownResult {
    pub target: Target,
    pub place: Place,
    /// The name of the book or topic, the prompt, or the caption; empty when the book no longer asks it, or there is none.
    pub title: Marked,
    /// A part of the description, of the memo, of the comment, or of what a picture shows.
    pub text: Marked,
    /// The question that was found, or that the memo answers.
    pub question: Option<QuestionKey>,
    /// The post that was found, or that the comment is about.
    pub post: Option<PostId>,
    /// Whether a memo stands in a published edition, or a post in its thread; of a book or a question, whether the book has an edition.
    pub published: bool,
    /// Who wrote the memo or the comment, or posted.
    pub author: Option<MarkedAuthor>,
    pub picture: Option<BlobHash>,
    /// When it was made, or last changed.
    pub at: Time,
}

/// Where something stands.
#[derive(Clone, Debug)]
pub struct Place {
    /// Of the book; of a topic, its code.
    pub id: String,
    pub name: String,
}

/// An author's names.
#[derive(Clone, Debug)]
pub struct MarkedAuthor {
    pub username: String,
    pub name: Marked,
}

impl ShownResult {
    /// The id of what was found; the key of the question.
    pub fn id(&self) -> String {
        match &self.target {
            Target::Book(book) => book.to_string(),
            Target::Question(_, key) => key.as_str().to_owned(),
            Target::Memo(memo) => memo.to_string(),
            Target::Topic(topic) => topic.to_string(),
            Target::Post(post) => post.to_string(),
            Target::Comment(comment) => comment.to_string(),
        }
    }

    fn of_book(target: &Target, book: Book, title: Marked, text: Marked) -> Self {
        Self {
            target: target.clone(),
            question: match target {
                Target::Question(_, key) => Some(key.clone()),
                _ => None,
            },
            published: book.edition > 0,
            post: None,
            author: None,
            picture: None,
            at: book.created_at,
            place: Place { id: book.id.to_string(), name: book.name },
            title,
            text,
        }
    }
}

pub(super) fn show(
    tx: &ReadTx,
    actor: &Actor,
    unseen: &HiddenContentFilter,
    terms: &Terms,
    target: &Target,
) -> Result<Option<ShownResult>> {
    match target {
        Target::Book(id) => Ok(tx.book(*id)?.map(|book| {
            let (title, text) = (terms.mark(&book.name), terms.excerpt(&book.description));
            ShownResult::of_book(target, book, title, text)
        })),
        Target::Question(id, key) => {
            let (book, prompt) = (tx.book(*id)?, prompt(tx, *id, |asked| asked.key == *key)?);
            Ok(book.zip(prompt).map(|(book, prompt)| {
                ShownResult::of_book(target, book, terms.mark(&prompt), Marked::default())
            }))
        }
        Target::Memo(id) => match tx.memo(*id)? {
            Some(memo) => show_memo(tx, &(actor, unseen), terms, memo),
            None => Ok(None),
        },
        Target::Topic(id) => Ok(tx.topic(*id)?.map(|topic| threads::show_topic(terms, topic))),
        Target::Post(id) => threads::show_post(tx, &(actor, unseen), terms, *id),
        Target::Comment(id) => threads::show_comment(tx, &(actor, unseen), terms, *id),
    }
}

fn show_memo(
    tx: &ReadTx,
    (actor, unseen): &(&Actor, &HiddenContentFilter),
    terms: &Terms,
    memo: Memo,
) -> Result<Option<ShownResult>> {
    let visibility = tx.visibility_of_memo(memo.id)?;
    if !policy::may_see_memo(actor, &memo, visibility) || unseen.has_memo(tx, memo.id)? {
        return Ok(None);
    }
    let Some(book) = tx.book(memo.book)? else { return Ok(None) };
    let prompt = prompt(tx, book.id, |asked| asked.key == memo.question)?.unwrap_or_default();
    Ok(Some(ShownResult {
        target: Target::Memo(memo.id),
        place: Place { id: book.id.to_string(), name: book.name },
        title: Terms::default().mark(&prompt),
        text: terms.excerpt(&documents::words(tx, &memo)?),
        published: visibility == Visibility::Published,
        author: Some(author(tx, terms, memo.author)?),
        picture: memo.content.picture(),
        at: memo.updated_at,
        question: Some(memo.question),
        post: None,
    }))
}

/// Nobody is found by the words that stand for a name.
fn author(tx: &ReadTx, terms: &Terms, member: AccountId) -> Result<MarkedAuthor> {
    let Author { username, name } = Author::of(tx.account(member)?.as_ref());
    let name = if username.is_empty() { Terms::default().mark(&name) } else { terms.mark(&name) };
    Ok(MarkedAuthor { username, name })
}

fn prompt(tx: &ReadTx, book: BookId, wanted: impl Fn(&Question) -> bool) -> Result<Option<String>> {
    Ok(tx.questions(book)?.into_iter().find(wanted).map(|question| question.description))
}
