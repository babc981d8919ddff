//! Blank form of a book: typeset on first request, and then stored for the lifetime of the community.

use std::fs::File;
use std::path::PathBuf;

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::book::Question;
use crate::domain::form_code::FormCode;
use crate::domain::id::BookId;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Required, Result};
use crate::press::form::{self, Form};
use crate::services::books;
use crate::store::IssuedForm;

/// Current form of a book.
pub struct BlankForm {
    pub code: FormCode,
    pub pdf: BlobHash,
    pub book_name: String,
}

/// Returns the current form of a book, issuing it if needed.
///
/// # Errors
/// [`Error::NotFound`] if the book does not exist or has no questions.
pub fn blank(context: &Context, book: BookId) -> Result<BlankForm> {
    let form = form_of(context, book, |_| Ok(()))?;
    issued(context, book, form)
}

/// Returns the form with the questions of a book that the member has not answered, issuing it if needed. It has all questions if
/// none or all of them are answered.
///
/// # Errors
/// As [`blank`], and without a member.
pub fn blank_of_open_questions(
    context: &Context,
    actor: &Actor,
    book: BookId,
) -> Result<BlankForm> {
    let form = form_of(context, book, |questions| {
        let tx = context.read()?;
        let member = policy::member(&tx.reload_actor(actor)?)?;
        let answered = tx.memos_of_member(member, book)?;
        let is_open =
            |question: &Question| answered.iter().all(|memo| memo.question != question.key);
        if questions.iter().any(is_open) {
            questions.retain(is_open);
        }
        Ok(())
    })?;
    issued(context, book, form)
}

/// Path of the file of an issued form, for the operator.
///
/// # Errors
/// [`Error::NotFound`] for a code that was never issued here.
pub fn file_of(context: &Context, actor: &Actor, code: FormCode) -> Result<PathBuf> {
    policy::may_administrate(actor)?;
    let issued = context.read()?.issued_form(code)?.required(Item::Form)?;
    Ok(context.blobs.path(issued.pdf))
}

/// Form of a book, with those of its questions that the selection leaves.
fn form_of(
    context: &Context,
    book: BookId,
    select: impl FnOnce(&mut Vec<Question>) -> Result<()>,
) -> Result<Form> {
    let tx = context.read()?;
    let found = books::find(&tx, book)?;
    let mut questions = tx.questions(book)?;
    drop(tx);
    if questions.is_empty() {
        return Err(Error::NotFound(Item::BookWithoutQuestions));
    }
    select(&mut questions)?;
    let prize = context.config().prize.enabled;
    Ok(Form::new(&book.to_string(), found.name, questions, prize))
}

/// The form, issued if it never was.
fn issued(context: &Context, book: BookId, form: Form) -> Result<BlankForm> {
    let issued = context.read()?.issued_form(form.code)?;
    let pdf = match issued {
        Some(issued) => issued.pdf,
        None => issue(context, book, &form)?,
    };
    Ok(BlankForm { code: form.code, pdf, book_name: form.book_name })
}

fn issue(context: &Context, book: BookId, form: &Form) -> Result<BlobHash> {
    let pdf = form::typeset(&context.sandbox, form)?;
    let guard = context.blobs.write_guard();
    let pdf = guard.put(&pdf)?;
    let questions = form.questions.iter().map(|question| question.key.clone()).collect();
    let issued = IssuedForm { book, questions, pdf };
    context.write(|tx| Ok(tx.put_issued_form(form.code, &issued)?))?;
    Ok(pdf)
}

/// Opens a referenced file.
pub fn file(context: &Context, blob: BlobHash) -> Result<File> {
    context.blobs.open_file(blob)?.required(Item::File)
}
