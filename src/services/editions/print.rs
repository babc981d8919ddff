//! Printing of books to files, with placeholders for damaged pictures.

use std::io::{self, BufWriter, IntoInnerError, Write};

use crate::blobs::TempBlob;
use crate::context::Context;
use crate::data_dir;
use crate::error::Result;
use crate::paper::CoverImage;
use crate::press::book as press;
use crate::press::epub;

/// Text in place of a missing picture.
const PICTURE_MISSING: &str =
    "[The picture of this entry is missing: its file is damaged on the server.]";

/// Typesets the PDF with the templates of the data folder, if there are any.
pub(super) fn pdf<W: Write>(
    context: &Context,
    book: &press::Book,
    progress: &mut dyn FnMut(press::Progress),
    mut open: impl FnMut() -> io::Result<W>,
) -> Result<(W, press::TypesetBook)> {
    let templates = press::Templates::read(&context.config().data_dir.join(data_dir::TEMPLATES));
    let mut pictures = |name: &str| picture(context, name);
    let mut open = || Ok(BufWriter::new(open()?));
    let (out, printed) =
        press::typeset(&context.sandbox, &templates, book, &mut pictures, progress, &mut open)?;
    for notice in &printed.notices {
        tracing::warn!(book = book.title, %notice, "book typeset with a notice");
    }
    Ok((out.into_inner().map_err(IntoInnerError::into_error)?, printed))
}

/// Typesets the cover of a printed book, for a spine of this width.
pub(super) fn wrap(
    context: &Context,
    book: &press::Book,
    spine: press::Length,
) -> Result<press::wrap::Wrap> {
    let templates = press::Templates::read(&context.config().data_dir.join(data_dir::TEMPLATES));
    let mut pictures = |name: &str| picture(context, name);
    Ok(press::wrap::typeset(&context.sandbox, &templates, book, spine, &mut pictures)?)
}

/// Draws the front cover.
pub(super) fn cover(context: &Context, book: &press::Book) -> Result<CoverImage> {
    let templates = press::Templates::read(&context.config().data_dir.join(data_dir::TEMPLATES));
    let mut pictures = |name: &str| picture(context, name);
    let page = press::cover::typeset(&context.sandbox, &templates, book, &mut pictures)?;
    Ok(CoverImage::of(&context.sandbox, &page)?)
}

/// Writes the book as an EPUB.
pub(super) fn epub(context: &Context, book: &press::Book, cover: &CoverImage) -> Result<TempBlob> {
    let mut out = BufWriter::new(context.blobs.temp_blob()?);
    epub::write(book, &cover.full, &mut |name| picture(context, name), &mut out)?;
    Ok(out.into_inner().map_err(IntoInnerError::into_error)?)
}

/// Replaces each picture whose file is damaged or missing by a line of text, so that a lost file does not prevent the
/// book. Returns the affected memos, as indexes in the order of the book.
pub(super) fn leave_out_damaged(context: &Context, book: &mut press::Book) -> Vec<usize> {
    let is_whole = |name: &str| {
        let inspected = name.parse().map(|blob| context.blobs.inspect(blob));
        if let Ok(Err(problem)) = inspected {
            let problem = problem.describe();
            tracing::error!(
                book = book.title,
                file = name,
                problem,
                "damaged file left out of a book; see `inkfold db check`"
            );
        }
        matches!(inspected, Ok(Ok(())))
    };
    book.cover.picture.take_if(|picture| !is_whole(picture));
    let mut left_out = Vec::new();
    let memos = book.chapters.iter_mut().flat_map(|chapter| &mut chapter.memos);
    for (place, memo) in memos.enumerate() {
        match &mut memo.kind {
            press::MemoKind::Hand { png } | press::MemoKind::Page { png, .. } if !is_whole(png) => {
                left_out.push(place);
                memo.kind = press::MemoKind::Text { text: PICTURE_MISSING.to_owned() };
            }
            press::MemoKind::Page { pdf, .. } => {
                pdf.take_if(|pdf| !is_whole(&pdf.name));
            }
            press::MemoKind::Hand { .. } | press::MemoKind::Text { .. } => {}
        }
    }
    left_out
}

/// Content of a picture, whose name in the book is its blob hash.
fn picture(context: &Context, name: &str) -> io::Result<Vec<u8>> {
    let blob = name.parse().map_err(io::Error::other)?;
    context.blobs.get(blob)?.ok_or_else(|| io::ErrorKind::NotFound.into())
}
