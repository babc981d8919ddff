//! Editing of a book and its questions. Questions that members have answered cannot be removed.

use std::collections::BTreeSet;

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::book::{self, Book, MAX_QUESTIONS, Question, QuestionKey};
use crate::domain::cover::{CoverChoice, Ink};
use crate::domain::id::{BookId, MemoId};
use crate::domain::invalid::FieldErrors;
use crate::domain::item::Item;
use crate::domain::job::Job;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Required, Result};
use crate::services::operations::audit;
use crate::store::ReadTx;

use super::find;
use super::question_counts::list_answered_keys;

/// Fields of a book to change; `None` leaves a field as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookEdit {
    pub name: Option<String>,
    pub description: Option<String>,
    pub publish_threshold: Option<u32>,
    pub topics: Option<Vec<String>>,
    /// Ink of the cover; empty for the book's own.
    pub cover_ink: Option<String>,
    /// Id of the memo whose handwriting the cover shows; empty to have one chosen.
    pub cover_memo: Option<String>,
    /// Whether the pages inside are printed in black and grey.
    pub all_black: Option<bool>,
}

/// Edits a book. A changed `publish_threshold` enqueues a job that publishes the book if it has enough new memos.
pub fn edit(context: &Context, actor: &Actor, id: BookId, edit: BookEdit) -> Result<Book> {
    policy::may_keep(actor, id)?;
    let (edit, cover) = parse(edit)?;
    context.write_as(actor, policy::keeps(id), |tx, actor| {
        let before = find(tx, id)?;
        let book = Book {
            name: edit.name.unwrap_or_else(|| before.name.clone()),
            description: edit.description.unwrap_or_else(|| before.description.clone()),
            publish_threshold: edit.publish_threshold.unwrap_or(before.publish_threshold),
            topics: edit.topics.unwrap_or_else(|| before.topics.clone()),
            all_black: edit.all_black.unwrap_or(before.all_black),
            cover: cover.applied(tx, &before)?,
            ..before.clone()
        };
        if book == before {
            return Ok(book);
        }
        audit::record(
            context,
            tx,
            actor,
            AuditAction::EditBook,
            format!("book {}", book.name),
            String::new(),
        )?;
        tx.put_book(&book)?;
        if book.publish_threshold != before.publish_threshold {
            context.enqueue(tx, Job::PublishIfDue(id))?;
        }
        Ok(book)
    })
}

fn parse(edit: BookEdit) -> Result<(BookEdit, CoverEdit)> {
    let BookEdit { name, description, publish_threshold, topics, cover_ink, cover_memo, all_black } =
        edit;
    let mut errors = FieldErrors::default();
    let name = name.map(|name| book::parse_name(&name)).transpose();
    let description = description.map(|text| book::parse_description(&text)).transpose();
    let publish_threshold = publish_threshold.map(book::parse_publish_threshold).transpose();
    let topics = topics.map(book::parse_topics).transpose();
    let ink = Change::parse(cover_ink.as_deref(), parse_ink);
    let memo = Change::parse(cover_memo.as_deref(), |id| id.parse().map_err(|_| UNUSABLE_MEMO));
    let name = errors.collect("name", name);
    let description = errors.collect("description", description);
    let publish_threshold = errors.collect("publishAt", publish_threshold);
    let topics = errors.collect("topics", topics);
    let ink = errors.collect("coverInk", ink);
    let memo = errors.collect("coverMemo", memo);
    let edit = || {
        let edit = BookEdit {
            name: name?,
            description: description?,
            publish_threshold: publish_threshold?,
            topics: topics?,
            all_black,
            ..BookEdit::default()
        };
        Some((edit, CoverEdit { ink: ink?, memo: memo? }))
    };
    Ok(errors.into_result(edit())?)
}

/// Change of a choice that has a default.
#[derive(Clone, Copy)]
enum Change<T> {
    Keep,
    Reset,
    Choose(T),
}

impl<T> Change<T> {
    /// Parses a word that may be left out, which keeps the choice, or empty, which resets it.
    fn parse(
        word: Option<&str>,
        parse: impl FnOnce(&str) -> Result<T, Message>,
    ) -> Result<Self, Message> {
        match word {
            None => Ok(Self::Keep),
            Some("") => Ok(Self::Reset),
            Some(word) => parse(word).map(Self::Choose),
        }
    }

    fn applied(self, before: Option<T>) -> Option<T> {
        match self {
            Self::Keep => before,
            Self::Reset => None,
            Self::Choose(choice) => Some(choice),
        }
    }
}

/// Changes to the choice of a cover.
struct CoverEdit {
    ink: Change<Ink>,
    memo: Change<MemoId>,
}

impl CoverEdit {
    /// Choice for the book after this change.
    fn applied(&self, tx: &ReadTx, book: &Book) -> Result<CoverChoice> {
        if let Change::Choose(id) = self.memo {
            let memo = tx.memo(id)?.filter(|memo| memo.book == book.id);
            let picture = memo.and_then(|memo| memo.content.picture());
            picture.ok_or_else(|| Error::invalid("coverMemo", UNUSABLE_MEMO))?;
        }
        let CoverChoice { ink, memo } = book.cover;
        Ok(CoverChoice { ink: self.ink.applied(ink), memo: self.memo.applied(memo) })
    }
}

const UNUSABLE_MEMO: Message =
    Message::new("cover-memo-unusable", "A cover shows a picture of one of the book's memos.");

fn parse_ink(word: &str) -> Result<Ink, Message> {
    let unknown = || {
        let message = Message::new("cover-ink-unknown", "A cover's ink is one of {inks}.");
        message.with("inks", Ink::ALL.map(Ink::as_str).join(", "))
    };
    Ink::parse(word).ok_or_else(unknown)
}

const FASTER: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "questions-changed",
        "Somebody else changed the questions. Please discard your changes and review them.",
    ),
};

/// Replaces the questions of the book: additions, edits, order and removals at once.
/// `seen` is the list that the caller started from, if known; fails if others have changed the questions since.
pub fn replace_questions(
    context: &Context,
    actor: &Actor,
    id: BookId,
    questions: Vec<Question>,
    seen: Option<&[Question]>,
) -> Result<Vec<Question>> {
    change_questions(context, actor, id, |before| {
        // A repeated request, whose first response got lost, succeeds.
        if before != questions && seen.is_some_and(|seen| seen != before) {
            return Err(FASTER);
        }
        Ok(questions)
    })
}

const KEY_IN_USE: Error = Error::Conflict {
    field: Some("key"),
    message: Message::new(
        "question-key-taken",
        "The book has a question with this key. `inkfold question import` changes its words.",
    ),
};

/// Adds a question at the end of the book.
pub fn add_question(
    context: &Context,
    actor: &Actor,
    id: BookId,
    question: Question,
) -> Result<Vec<Question>> {
    change_questions(context, actor, id, |mut questions| {
        if questions.iter().any(|asked| asked.key == question.key) {
            return Err(KEY_IN_USE);
        }
        questions.push(question);
        Ok(questions)
    })
}

/// Removes a question that has no memos.
pub fn remove_question(
    context: &Context,
    actor: &Actor,
    id: BookId,
    key: &QuestionKey,
) -> Result<Vec<Question>> {
    change_questions(context, actor, id, |mut questions| {
        questions.remove(place_of(key, &questions)?);
        Ok(questions)
    })
}

/// Checks that a question can be removed. Fails as [`remove_question`] would.
pub fn check_question_removal(
    context: &Context,
    actor: &Actor,
    id: BookId,
    key: &QuestionKey,
) -> Result<()> {
    policy::may_keep(actor, id)?;
    let tx = context.read()?;
    let book = find(&tx, id)?;
    place_of(key, &tx.questions(id)?)?;
    refuse_answered(&list_answered_keys(&tx, &book)?, key)
}

/// Moves a question to another number, counted from 1; the questions in between shift by one.
pub fn move_question(
    context: &Context,
    actor: &Actor,
    id: BookId,
    key: &QuestionKey,
    number: u32,
) -> Result<Vec<Question>> {
    change_questions(context, actor, id, |mut questions| {
        let question = questions.remove(place_of(key, &questions)?);
        let place = (number as usize).checked_sub(1).filter(|place| *place <= questions.len());
        let message = || {
            Message::new("question-number-invalid", "Enter a number from 1 to {max}.")
                .with("max", questions.len() + 1)
        };
        let place = place.ok_or_else(|| Error::invalid("number", message()))?;
        questions.insert(place, question);
        Ok(questions)
    })
}

fn place_of(key: &QuestionKey, questions: &[Question]) -> Result<usize> {
    let place = questions.iter().position(|question| question.key == *key);
    place.required(Item::Question)
}

fn change_questions(
    context: &Context,
    actor: &Actor,
    id: BookId,
    change: impl FnOnce(Vec<Question>) -> Result<Vec<Question>>,
) -> Result<Vec<Question>> {
    context.write_as(actor, policy::keeps(id), |tx, actor| {
        let book = find(tx, id)?;
        let before = tx.questions(id)?;
        let after = change(before.clone())?;
        let keys = keys(&after)?;
        let answered = list_answered_keys(tx, &book)?;
        let mut gone = before.iter().filter(|question| !keys.contains(&question.key));
        gone.try_for_each(|question| refuse_answered(&answered, &question.key))?;
        if after != before {
            let to = format!("book {}", book.name);
            audit::record(context, tx, actor, AuditAction::EditQuestions, to, String::new())?;
            tx.put_questions(id, &after)?;
        }
        Ok(after)
    })
}

/// Refuses to remove a question with memos.
fn refuse_answered(answered: &BTreeSet<QuestionKey>, key: &QuestionKey) -> Result<()> {
    if answered.contains(key) {
        let message = Message::new(
            "question-has-memos",
            "Members have answered the question `{question}`, so it can't be removed. You can still change its text and its place.",
        );
        return Err(Error::Conflict {
            field: None,
            message: message.with("question", key.as_str()),
        });
    }
    Ok(())
}

/// Keys of a list of questions; fails on duplicates and on more than `MAX_QUESTIONS`.
pub(super) fn keys(questions: &[Question]) -> Result<BTreeSet<&QuestionKey>> {
    if questions.len() > MAX_QUESTIONS {
        return Err(Error::invalid(
            "questions",
            Message::new("too-many-questions", "A book asks at most {max} questions.")
                .with("max", MAX_QUESTIONS),
        ));
    }
    let mut keys = BTreeSet::new();
    for Question { key, .. } in questions {
        if !keys.insert(key) {
            let message = Message::new("question-key-twice", "The key `{key}` is used twice.");
            return Err(Error::invalid("questions", message.with("key", key.as_str())));
        }
    }
    Ok(keys)
}
