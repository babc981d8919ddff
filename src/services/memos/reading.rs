//! Reads a filled form for the member who uploaded it. Stores only which answers were begun: the member checks the result, then
//! submits it.

mod progress;

use std::cell::Cell;
use std::sync::Arc;

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::book::{Question, QuestionKey};
use crate::domain::form::{BOXES_PER_PAGE, FIRST_QUESTION_PAGE, Peg};
use crate::domain::form_code::FormCode;
use crate::domain::id::BookId;
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::paper::{self, PageReading, Reader, Reading, ReadingWarning, Refusal};
use crate::services::books::{form_template_cache, forms, participation};
use crate::store::IssuedForm;

pub use progress::{ReadingProgress, State, progress};

/// Result of reading one upload.
#[derive(Debug)]
pub struct FilledForm {
    pub code: FormCode,
    /// First page with handwriting, counted from 1 within the form.
    pub page: u32,
    pub boxes: Vec<HandwrittenBox>,
    /// In reading order.
    pub picks: Vec<Peg>,
    /// Confidence of the least certain page, from 0 to 1.
    pub confidence: f32,
    /// Warnings for the member to check before submitting, each once.
    pub checks: Vec<ReadingWarning>,
    /// Indexes of the questions in the book, from 0, in whose boxes the reader is unsure of what is writing.
    pub doubtful: Vec<usize>,
}

/// Handwriting in one box.
#[derive(Debug)]
pub struct HandwrittenBox {
    /// Index of the question in the book, from 0.
    pub index: usize,
    /// Index of the box on its page, from 0.
    pub place: usize,
    pub question: Question,
    /// A greyscale PNG, twice the size of the box.
    pub png: Vec<u8>,
}

/// Prize cell of one upload.
#[derive(Debug)]
pub struct PegGrid {
    pub book: BookId,
    /// In reading order: the first is the entry, the others are disregarded.
    pub picks: Vec<Peg>,
    /// PNG of the grid; `None` where the form has no grid.
    pub picture: Option<Vec<u8>>,
}

/// Reads the upload. With `book`, only forms of that book are accepted. `name` identifies the upload for [`progress()`].
pub fn read(
    context: &Context,
    actor: &Actor,
    book: Option<BookId>,
    file: &UploadedFile,
    name: Option<&str>,
) -> Result<FilledForm> {
    let (code, issued, reading) = read_pages(context, actor, book, file, name)?;
    let of_pages = reading.pages.iter().flat_map(|page| &page.checks);
    let mut checks: Vec<ReadingWarning> = of_pages.chain(&reading.checks).copied().collect();
    checks.extend(unidentified(context, &issued, &reading.pages)?);
    checks.sort_unstable();
    checks.dedup();
    let pages = reading.pages;
    let picks = pages.iter().flat_map(|page| page.picks.clone()).collect();
    let confidence = pages.iter().map(|page| page.confidence).fold(1.0, f32::min);
    let page =
        pages.iter().find(|page| !page.boxes.is_empty()).map_or(FIRST_QUESTION_PAGE, |p| p.page);
    let unanswered = unanswered(&issued, &pages, &checks);
    let questions = context.read()?.questions(issued.book)?;
    let doubtful = doubtful(&issued, &questions, &pages);
    let boxes = boxes(&issued, &questions, pages);
    if boxes.is_empty() {
        return Err(unanswered.into());
    }
    let read = boxes.iter().map(|one| one.question.key.clone());
    participation::record_begun(context, actor, issued.book, read);
    Ok(FilledForm { code, page, boxes, picks, confidence, checks, doubtful })
}

/// Reads the pegs of the upload, by the same rules as [`read`].
pub fn read_pegs(
    context: &Context,
    actor: &Actor,
    book: Option<BookId>,
    file: &UploadedFile,
) -> Result<PegGrid> {
    let (_, issued, reading) = read_pages(context, actor, book, file, None)?;
    let page = reading.pages.iter().find(|page| page.has_grid());
    Ok(PegGrid {
        book: issued.book,
        picks: page.map(|page| page.picks.clone()).unwrap_or_default(),
        picture: page.and_then(paper::PageReading::peg_picture),
    })
}

/// Reads the pages of the upload; returns them with the form's code and the issued form.
fn read_pages(
    context: &Context,
    actor: &Actor,
    book: Option<BookId>,
    file: &UploadedFile,
    name: Option<&str>,
) -> Result<(FormCode, IssuedForm, Reading)> {
    let member = policy::member(&context.read()?.reload_actor(actor)?)?;
    context.rate_limits.check_reading(member)?;
    let entry = progress::begin(context, member, name);
    let expected = match book {
        Some(book) => Some(present_form(context, book)?),
        None => None,
    };
    let failure = Cell::new(None);
    let template_of = |code| {
        issued_template(context, code).unwrap_or_else(|error| {
            failure.set(Some(error));
            None
        })
    };
    let read = || -> Result<Reading> {
        let picture =
            |(code, issued): &_| form_template_cache::get_or_render(context, *code, issued);
        let expected = expected.as_ref().map(picture).transpose()?;
        let (sandbox, templates, expected) = (&context.sandbox, &template_of, expected.as_ref());
        let reader = Reader { sandbox, templates, expected, annotates: false };
        let reading = reader.read(&file.read()?, &mut |stage, step| {
            if let Some(entry) = &entry {
                entry.set(State::Pages(stage, step));
            }
        });
        // The form exists but could not be loaded, so the page is not of another book.
        failure.take().map_or(Ok(()), Err)?;
        Ok(reading?.require_ink()?)
    };
    let reading = context.form_reading_slots.run(member, read)??;
    let code = reading.pages.first().ok_or(Refusal::NotAForm)?.form;
    let issued = context.read()?.issued_form(code)?.ok_or(Refusal::NotAForm)?;
    let is_meant = |book: Option<BookId>| book.is_none_or(|book| book == issued.book);
    if !is_meant(book) || !is_meant(policy::guest_of(actor)) {
        return Err(Refusal::OtherBook.into());
    }
    Ok((code, issued, reading))
}

/// Warning about pages without a readable code, if another form of the book has other questions in the same boxes.
fn unidentified(
    context: &Context,
    issued: &IssuedForm,
    pages: &[PageReading],
) -> Result<Option<ReadingWarning>> {
    if pages.iter().all(|page| page.has_code) {
        return Ok(None);
    }
    let forms = context.read()?.issued_forms()?;
    let has_others =
        forms.iter().any(|form| form.book == issued.book && form.questions != issued.questions);
    Ok(has_others.then_some(ReadingWarning::Unidentified))
}

/// Current form of the book, issued if it never was.
fn present_form(context: &Context, book: BookId) -> Result<(FormCode, IssuedForm)> {
    let blank = forms::blank(context, book)?;
    let issued = context.read()?.issued_form(blank.code)?.ok_or(Refusal::NotAForm)?;
    Ok((blank.code, issued))
}

/// Template of an issued form; `None` for a code that was never issued here.
fn issued_template(context: &Context, code: FormCode) -> Result<Option<Arc<paper::FormTemplate>>> {
    let Some(issued) = context.read()?.issued_form(code)? else { return Ok(None) };
    form_template_cache::get_or_render(context, code, &issued).map(Some)
}

/// Reason for which the pages have no answers to present questions. A mark on a peg is no answer.
fn unanswered(issued: &IssuedForm, pages: &[PageReading], checks: &[ReadingWarning]) -> Refusal {
    let filled = pages.iter().flat_map(|page| page.boxes.iter().map(|one| (page.page, one.index)));
    let filled: Vec<Option<&QuestionKey>> =
        filled.map(|(page, index)| question_at(issued, page, index)).collect();
    if filled.iter().any(Option::is_some) {
        Refusal::NoLongerAsked
    } else if !filled.is_empty() || checks.contains(&ReadingWarning::Outside) {
        // An index without a question is outside of the printed boxes.
        Refusal::OutsideBoxes
    } else if checks.contains(&ReadingWarning::UnseenText) {
        Refusal::UnseenText
    } else {
        Refusal::BlankForm
    }
}

/// Question of the form above the box at `index` of that page.
fn question_at(issued: &IssuedForm, page: u32, index: usize) -> Option<&QuestionKey> {
    let first = page.saturating_sub(FIRST_QUESTION_PAGE) as usize * BOXES_PER_PAGE;
    issued.questions.get(first + index)
}

/// Index in the book of the question above the box at `index` of that page; `None` if the book no longer asks it.
fn index_of(issued: &IssuedForm, asked: &[Question], page: u32, index: usize) -> Option<usize> {
    let key = question_at(issued, page, index)?;
    asked.iter().position(|question| question.key == *key)
}

/// Assigns boxes to questions, without those that the book no longer has.
fn boxes(issued: &IssuedForm, asked: &[Question], pages: Vec<PageReading>) -> Vec<HandwrittenBox> {
    let mut boxes = Vec::new();
    for page in pages {
        for filled in page.boxes {
            let Some(index) = index_of(issued, asked, page.page, filled.index) else { continue };
            boxes.push(HandwrittenBox {
                index,
                place: filled.index,
                question: asked[index].clone(),
                png: filled.crop_png,
            });
        }
    }
    boxes.sort_by_key(|one| one.index);
    boxes.dedup_by_key(|one| one.index);
    boxes
}

/// Indexes of the questions in the book whose boxes are doubtful.
fn doubtful(issued: &IssuedForm, asked: &[Question], pages: &[PageReading]) -> Vec<usize> {
    let of_page = |page: &PageReading| {
        let place = |index: &usize| index_of(issued, asked, page.page, *index);
        page.doubtful_boxes.iter().filter_map(place).collect::<Vec<_>>()
    };
    let mut doubtful: Vec<usize> = pages.iter().flat_map(of_page).collect();
    doubtful.sort_unstable();
    doubtful
}
