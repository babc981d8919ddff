//! The newest edition of a book, as members read it: prompt by prompt.

use crate::context::Context;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::edition::Edition;
use crate::domain::id::BookId;
use crate::domain::memo::Memo;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Required, Result};
use crate::services::books;
use crate::services::moderation::HiddenContentFilter;
use crate::store::ReadTx;

use super::{ShownMemo, show};

/// A published book, open at one of its prompts or at its contents.
#[derive(Clone, Debug)]
pub struct OpenBook {
    pub book: Book,
    pub edition: Edition,
    pub chapters: Vec<Chapter>,
    /// The answers to the prompt that was asked for, in the order of the book.
    pub memos: Vec<ShownMemo>,
}

/// An answered prompt.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// The prompt's number in the book.
    pub number: u32,
    pub question: Question,
    pub answers: u32,
}

/// Opens the newest edition of a book: its contents and, when a prompt is named, the answers to it.
pub fn read(
    context: &Context,
    actor: &Actor,
    id: BookId,
    question: Option<&QuestionKey>,
) -> Result<OpenBook> {
    policy::may_look_at_memos(actor)?;
    let tx = context.read()?;
    let book = books::find(&tx, id)?;
    let edition = tx.edition(id, book.edition)?.required("This edition")?;
    let mut memos = memos(&tx, actor, &edition)?;
    let chapters = chapters(tx.questions(id)?, &memos);
    if let Some(key) = question
        && !chapters.iter().any(|chapter| chapter.question.key == *key)
    {
        return Err(Error::NotFound("This question"));
    }
    memos.retain(|memo| question == Some(&memo.question));
    let memos = show(&tx, actor, memos)?;
    Ok(OpenBook { book, edition, chapters, memos })
}

/// The memos of the edition, without those that members have taken along when they left, that admins have hidden or removed,
/// or that the reader has reported.
fn memos(tx: &ReadTx, actor: &Actor, edition: &Edition) -> Result<Vec<Memo>> {
    let unseen = HiddenContentFilter::of(tx, actor)?;
    let mut memos = Vec::new();
    for id in &edition.memos {
        if !tx.is_memo_hidden(*id)? && !unseen.has_memo(tx, *id)? {
            memos.extend(tx.memo(*id)?);
        }
    }
    Ok(memos)
}

/// As in the printed book, prompts that nobody has answered have no chapter.
fn chapters(questions: Vec<Question>, memos: &[Memo]) -> Vec<Chapter> {
    (1..)
        .zip(questions)
        .map(|(number, question)| {
            let answers = memos.iter().filter(|memo| memo.question == question.key).count() as u32;
            Chapter { number, question, answers }
        })
        .filter(|chapter| chapter.answers > 0)
        .collect()
}
