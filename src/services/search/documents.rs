//! Search documents of the records in the store.

use crate::domain::alt_text::AltText;
use crate::domain::book::Book;
use crate::domain::comment::Comment;
use crate::domain::handwriting::Reading;
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::Memo;
use crate::domain::policy;
use crate::domain::post::Post;
use crate::domain::search::{Audience, Subject, Target};
use crate::domain::topic::Topic;
use crate::error::Result;
use crate::search::{Document, Handwriting};
use crate::store::ReadTx;

use super::handwriting;

/// Subjects affected by a change: a member's new name affects all of their memos, posts and comments.
pub(super) fn affected_subjects(tx: &ReadTx, changed: Subject) -> Result<Vec<Subject>> {
    Ok(match changed {
        Subject::Author(author) => {
            let memos = tx.memos_of(author)?.into_iter().map(|memo| Subject::Memo(memo.id));
            let posts = tx.posts_of(author)?.into_iter().map(|post| Subject::Post(post.id));
            let comments =
                tx.comments_of(author)?.into_iter().map(|said| Subject::Comment(said.id));
            memos.chain(posts).chain(comments).collect()
        }
        // Hiding a post hides its comments.
        Subject::Post(post) => {
            let comments = tx.comments_for(post)?.into_iter().map(|said| Subject::Comment(said.id));
            std::iter::once(changed).chain(comments).collect()
        }
        Subject::Book(_) | Subject::Memo(_) | Subject::Topic(_) | Subject::Comment(_) => {
            vec![changed]
        }
    })
}

/// Documents of a subject; empty when it was removed.
pub(super) fn documents_of(tx: &ReadTx, subject: Subject) -> Result<Vec<Document>> {
    Ok(match subject {
        Subject::Book(id) => match tx.book(id)? {
            Some(book) => of_book(tx, &book)?,
            None => Vec::new(),
        },
        Subject::Memo(id) => match tx.memo(id)? {
            Some(memo) => of_memo(tx, &memo)?.into_iter().collect(),
            None => Vec::new(),
        },
        Subject::Post(id) => match tx.post(id)? {
            Some(post) => of_post(tx, &post)?.into_iter().collect(),
            None => Vec::new(),
        },
        Subject::Topic(id) => tx.topic(id)?.iter().map(of_topic).collect(),
        Subject::Comment(id) => match tx.comment(id)? {
            Some(comment) => of_comment(tx, &comment)?.into_iter().collect(),
            None => Vec::new(),
        },
        Subject::Author(_) => Vec::new(),
    })
}

fn of_book(tx: &ReadTx, book: &Book) -> Result<Vec<Document>> {
    let text = [book.description.clone(), book.topics.join(" ")].join(" ");
    let mut documents = vec![public_document(Target::Book(book.id), &book.name, text)];
    documents.extend(questions(tx, book.id)?);
    Ok(documents)
}

fn questions(tx: &ReadTx, book: BookId) -> Result<Vec<Document>> {
    let questions = tx.questions(book)?.into_iter().map(|question| {
        public_document(Target::Question(book, question.key), &question.description, String::new())
    });
    Ok(questions.collect())
}

/// Document that everyone can find, without an author.
fn public_document(target: Target, title: &str, text: String) -> Document {
    let title = title.to_owned();
    let (author, handwriting) = (String::new(), Handwriting::default());
    let audiences = vec![Audience::Everyone];
    Document { target, audiences, title, text, author, handwriting }
}

/// Document of a present memo; replaced memos are not indexed, even if an edition contains them.
pub(super) fn of_memo(tx: &ReadTx, memo: &Memo) -> Result<Option<Document>> {
    if !tx.is_present(memo)? {
        return Ok(None);
    }
    Ok(Some(Document {
        target: Target::Memo(memo.id),
        audiences: policy::audiences_of_memo(memo, tx.visibility_of_memo(memo.id)?),
        title: String::new(),
        text: memo_text(tx, memo)?,
        author: names(tx, memo.author)?,
        handwriting: handwriting::words(memo_reading(tx, memo)?.as_ref()),
    }))
}

/// Document of a post that everybody sees.
fn of_post(tx: &ReadTx, post: &Post) -> Result<Option<Document>> {
    let Some(audience) = policy::audience_of_post(post) else { return Ok(None) };
    Ok(Some(Document {
        target: Target::Post(post.id),
        audiences: vec![audience],
        title: post.words.caption.clone(),
        text: post.words.alt.as_ref().map_or_else(String::new, |alt| alt.as_str().to_owned()),
        author: names(tx, post.author)?,
        handwriting: handwriting::words(post_reading(tx, post)?.as_ref()),
    }))
}

/// Document of a topic, by its name and code.
pub(super) fn of_topic(topic: &Topic) -> Document {
    public_document(Target::Topic(topic.id), &topic.name, topic.code.to_string())
}

/// Documents of a post and its comments.
pub(super) fn of_thread(tx: &ReadTx, post: &Post) -> Result<Vec<Document>> {
    let mut documents: Vec<_> = of_post(tx, post)?.into_iter().collect();
    for comment in tx.comments_for(post.id)? {
        documents.extend(of_comment(tx, &comment)?);
    }
    Ok(documents)
}

/// Document of a comment on a post that everybody sees.
fn of_comment(tx: &ReadTx, comment: &Comment) -> Result<Option<Document>> {
    let Some(post) = tx.post(comment.post)?.filter(|_| comment.is_shown()) else { return Ok(None) };
    let Some(audience) = policy::audience_of_post(&post) else { return Ok(None) };
    Ok(Some(Document {
        target: Target::Comment(comment.id),
        audiences: vec![audience],
        title: String::new(),
        text: comment.text.clone(),
        author: names(tx, comment.author)?,
        handwriting: Handwriting::default(),
    }))
}

/// Names by which a member is found; empty for a deleted account.
fn names(tx: &ReadTx, member: AccountId) -> Result<String> {
    Ok(tx.account(member)?.map_or_else(String::new, |account| {
        format!("{} {}", account.name.as_str(), account.username.as_str())
    }))
}

/// Text of a memo: typed, or the transcription of its picture.
pub(super) fn memo_text(tx: &ReadTx, memo: &Memo) -> Result<String> {
    let alt = tx.alt_text(memo.id)?;
    let words = memo.content.post().or(alt.as_ref().map(AltText::as_str));
    Ok(words.unwrap_or_default().to_owned())
}

/// Handwriting of a memo as the server has read it; `None` once its author has written what it says.
pub(super) fn memo_reading(tx: &ReadTx, memo: &Memo) -> Result<Option<Reading>> {
    match memo.content.picture() {
        Some(picture) if tx.alt_text(memo.id)?.is_none() => Ok(tx.reading(picture)?),
        Some(_) | None => Ok(None),
    }
}

/// Handwriting of a post, as in [`memo_reading`].
pub(super) fn post_reading(tx: &ReadTx, post: &Post) -> Result<Option<Reading>> {
    if post.words.alt.is_some() { Ok(None) } else { Ok(tx.reading(post.picture.full)?) }
}
