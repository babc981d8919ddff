//! Search results as they are in the store now. Results that were removed, or that the actor may not see, are left out.

use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::id::{AccountId, BookId, PostId};
use crate::domain::memo::{Memo, Visibility};
use crate::domain::policy::{self, Actor};
use crate::domain::search::Target;
use crate::domain::time::Timestamp;
use crate::error::Result;
use crate::search::{MarkedText, Terms};
use crate::services::moderation::HiddenContentFilter;
use crate::store::ReadTx;

use super::documents;
use super::handwriting::{HandwritingMatch, QueryTerms};

mod threads;

/// Search result with marked matches.
#[derive(Clone, Debug)]
pub struct SearchResultDetails {
    pub target: Target,
    pub place: Place,
    /// Name of the book or topic, the question, or the caption; empty without a caption, or if the question was removed.
    pub title: MarkedText,
    /// Excerpt of the description, the memo, the comment, or the alt text of a picture.
    pub text: MarkedText,
    /// Question that was found, or that the memo answers.
    pub question: Option<QuestionKey>,
    /// Post that was found, or that the comment belongs to.
    pub post: Option<PostId>,
    /// Whether an edition contains the memo, the post is in its thread, or the book of a book or question has an edition.
    pub published: bool,
    /// Author of the memo, comment or post.
    pub author: Option<MarkedAuthor>,
    pub picture: Option<BlobHash>,
    /// Line of the picture that may contain the words; none if its author has written what it says.
    pub handwriting: Option<HandwritingMatch>,
    /// Time of creation or of the last change.
    pub at: Timestamp,
}

/// Book or topic of a result.
#[derive(Clone, Debug)]
pub struct Place {
    /// Id of the book, or code of the topic.
    pub id: String,
    pub name: String,
}

/// Names of an author.
#[derive(Clone, Debug)]
pub struct MarkedAuthor {
    pub username: String,
    pub name: MarkedText,
}

impl SearchResultDetails {
    /// Id of the result, or key of the question.
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

    fn of_book(target: &Target, book: Book, title: MarkedText, text: MarkedText) -> Self {
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
            handwriting: None,
            at: book.created_at,
            place: Place { id: book.id.to_string(), name: book.name },
            title,
            text,
        }
    }
}

pub(super) fn load_result(
    tx: &ReadTx,
    actor: &Actor,
    unseen: &HiddenContentFilter,
    sought: &QueryTerms<'_>,
    target: &Target,
) -> Result<Option<SearchResultDetails>> {
    let terms = sought.terms;
    match target {
        Target::Book(id) => Ok(tx.book(*id)?.map(|book| {
            let (title, text) = (terms.mark(&book.name), terms.excerpt(&book.description));
            SearchResultDetails::of_book(target, book, title, text)
        })),
        Target::Question(id, key) => {
            let (book, question) = (tx.book(*id)?, question(tx, *id, |asked| asked.key == *key)?);
            Ok(book.zip(question).map(|(book, question)| {
                SearchResultDetails::of_book(
                    target,
                    book,
                    terms.mark(&question),
                    MarkedText::default(),
                )
            }))
        }
        Target::Memo(id) => match tx.memo(*id)? {
            Some(memo) => show_memo(tx, &(actor, unseen), sought, memo),
            None => Ok(None),
        },
        Target::Topic(id) => Ok(tx.topic(*id)?.map(|topic| threads::show_topic(terms, topic))),
        Target::Post(id) => threads::show_post(tx, &(actor, unseen), sought, *id),
        Target::Comment(id) => threads::show_comment(tx, &(actor, unseen), terms, *id),
    }
}

fn show_memo(
    tx: &ReadTx,
    (actor, unseen): &(&Actor, &HiddenContentFilter),
    sought: &QueryTerms<'_>,
    memo: Memo,
) -> Result<Option<SearchResultDetails>> {
    let visibility = tx.visibility_of_memo(memo.id)?;
    if !policy::may_see_memo(actor, &memo, visibility) || unseen.has_memo(tx, memo.id)? {
        return Ok(None);
    }
    let reading = documents::memo_reading(tx, &memo)?;
    let author = author(tx, sought.terms, memo.author)?;
    let handwriting =
        reading.and_then(|reading| sought.find(&reading, &[&author.name.text, &author.username]));
    if sought.only_in_handwriting && handwriting.is_none() {
        return Ok(None);
    }
    let Some(book) = tx.book(memo.book)? else { return Ok(None) };
    let question = question(tx, book.id, |asked| asked.key == memo.question)?.unwrap_or_default();
    Ok(Some(SearchResultDetails {
        target: Target::Memo(memo.id),
        place: Place { id: book.id.to_string(), name: book.name },
        title: Terms::default().mark(&question),
        text: sought.terms.excerpt(&documents::memo_text(tx, &memo)?),
        published: visibility == Visibility::Published,
        author: Some(author),
        picture: memo.content.picture(),
        handwriting,
        at: memo.updated_at,
        question: Some(memo.question),
        post: None,
    }))
}

/// Names of an author, without marks for a deleted account, whose name is a substitute.
fn author(tx: &ReadTx, terms: &Terms, member: AccountId) -> Result<MarkedAuthor> {
    let Author { username, name } = Author::of(tx.account(member)?.as_ref());
    let name = if username.is_empty() { Terms::default().mark(&name) } else { terms.mark(&name) };
    Ok(MarkedAuthor { username, name })
}

fn question(
    tx: &ReadTx,
    book: BookId,
    wanted: impl Fn(&Question) -> bool,
) -> Result<Option<String>> {
    Ok(tx.questions(book)?.into_iter().find(wanted).map(|question| question.description))
}
