//! Blank form of a book: typeset on first request, and then stored for the lifetime of the community.

use std::fs::File;

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::form_code::FormCode;
use crate::domain::id::BookId;
use crate::domain::item::Item;
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
    let tx = context.read()?;
    let found = books::find(&tx, book)?;
    let questions = tx.questions(book)?;
    if questions.is_empty() {
        return Err(Error::NotFound(Item::BookWithoutQuestions));
    }
    let prize = context.config().prize.enabled;
    let form = Form::new(&book.to_string(), found.name, questions, prize);
    let issued = tx.issued_form(form.code)?;
    drop(tx);
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
