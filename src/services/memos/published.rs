//! Newest edition of a book, as members read it question by question.

use crate::context::Context;
use crate::domain::book::{Book, Question, QuestionKey};
use crate::domain::edition::Edition;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::memo::{Memo, MemoContent};
use crate::domain::policy::{self, Actor};
use crate::error::{Required, Result};
use crate::services::books;
use crate::services::moderation::HiddenContentFilter;
use crate::store::ReadTx;

use super::{MemoDetails, load_details};

/// Published book, opened at one of its questions or at its contents.
#[derive(Clone, Debug)]
pub struct OpenBook {
    pub book: Book,
    pub edition: Edition,
    pub chapters: Vec<Chapter>,
    /// Memos that answer the requested question, in the order of the book.
    pub memos: Vec<MemoDetails>,
}

/// Question with memos.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// Number of the question in the book.
    pub number: u32,
    pub question: Question,
    /// Its memos in the order of the book.
    pub answers: Vec<AnswerLayout>,
    /// Whether the reader may open it.
    pub is_open: bool,
}

/// Room that a memo takes on a page of the book, without its picture or text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnswerLayout {
    /// Picture of one box of the form.
    Handwriting,
    FullPage,
    /// Typed text of this length.
    Text(u32),
}

/// Letters that a line break counts as: half a line of a page.
const LETTERS_A_LINE_BREAK: u32 = 25;
/// First character of the scripts whose letters are twice as wide, such as Chinese and Japanese.
const FIRST_WIDE: char = '\u{1100}';
const LAST_WIDE: char = '\u{ffe6}';

impl AnswerLayout {
    fn of(memo: &Memo) -> Self {
        match &memo.content {
            MemoContent::Hand { .. } => Self::Handwriting,
            MemoContent::Page { .. } => Self::FullPage,
            MemoContent::Text { post } => Self::Text(post.as_str().chars().map(letters).sum()),
        }
    }
}

/// Width of a character in letters.
fn letters(character: char) -> u32 {
    match character {
        '\n' => LETTERS_A_LINE_BREAK,
        FIRST_WIDE..=LAST_WIDE => 2,
        _ => 1,
    }
}

/// Opens the newest edition of a book: its contents and, if a question is given, the memos that answer it. Visitors can open the
/// first chapter only, and only where the settings make it public.
pub fn read(
    context: &Context,
    actor: &Actor,
    id: BookId,
    question: Option<&QuestionKey>,
) -> Result<OpenBook> {
    let all = policy::may_read_memos(actor);
    policy::may_read_first_chapter(actor, context.config().library.first_chapter_public)?;
    let tx = context.read()?;
    let book = books::find(&tx, id)?;
    let edition = tx.edition(id, book.edition)?.required(Item::Edition)?;
    let mut memos = memos(&tx, actor, &edition)?;
    let mut chapters = chapters(tx.questions(id)?, &memos);
    for chapter in chapters.iter_mut().skip(1) {
        chapter.is_open = all.is_ok();
    }
    if let Some(key) = question {
        let chapter = chapters.iter().find(|chapter| chapter.question.key == *key);
        if !chapter.required(Item::Question)?.is_open {
            all?;
        }
    }
    memos.retain(|memo| question == Some(&memo.question));
    let memos = load_details(&tx, actor, memos)?;
    Ok(OpenBook { book, edition, chapters, memos })
}

/// Whether visitors may see a memo: it stands in the first chapter of a book's newest edition, and the settings make that public.
pub(super) fn is_public(context: &Context, tx: &ReadTx, memo: &Memo) -> Result<bool> {
    if !context.config().library.first_chapter_public {
        return Ok(false);
    }
    let Some(book) = tx.book(memo.book)? else { return Ok(false) };
    let Some(edition) = tx.edition(book.id, book.edition)? else { return Ok(false) };
    if !edition.memos.contains(&memo.id) || tx.is_memo_hidden(memo.id)? {
        return Ok(false);
    }
    let questions = tx.questions(book.id)?;
    let place = |key: &QuestionKey| questions.iter().position(|question| question.key == *key);
    let Some(own) = place(&memo.question) else { return Ok(false) };
    for id in &edition.memos {
        let is_earlier = |other: &Memo| place(&other.question).is_some_and(|place| place < own);
        if !tx.is_memo_hidden(*id)? && tx.memo(*id)?.is_some_and(|other| is_earlier(&other)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Memos of the edition, without those of deleted accounts, those that admins have hidden or removed, and those that the reader
/// has reported.
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

/// Questions with memos; as in the printed book, others have no chapter.
fn chapters(questions: Vec<Question>, memos: &[Memo]) -> Vec<Chapter> {
    (1..)
        .zip(questions)
        .map(|(number, question)| {
            let answered = memos.iter().filter(|memo| memo.question == question.key);
            let answers = answered.map(AnswerLayout::of).collect();
            Chapter { number, question, answers, is_open: true }
        })
        .filter(|chapter: &Chapter| !chapter.answers.is_empty())
        .collect()
}
