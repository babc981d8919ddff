//! Submission of full pages.

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::book::QuestionKey;
use crate::domain::id::BookId;
use crate::domain::memo::MemoContent;
use crate::error::{Error, Result};
use crate::paper::{FullPage, Refusal};
use crate::press;
use crate::sandbox::Failure;

use super::{MemoDetails, NewMemo, Submission, SubmissionRequest, alt_text};

/// Result of a submission of a full page.
#[derive(Debug)]
pub struct SubmittedPage {
    pub memo: Option<MemoDetails>,
    /// Picture of the page.
    pub png: Vec<u8>,
}

/// Submits a PDF of one page, or a PNG. It replaces the member's earlier page for the same question.
///
/// `alt` is a transcription for readers who cannot see the page, and may be empty. The page is stored as a picture; a PDF is also
/// stored in sanitized form, if that shows everything, so that its lines are printed as vectors.
pub fn publish_page(
    context: &Context,
    request: &SubmissionRequest<'_>,
    book: BookId,
    question: &str,
    file: &UploadedFile,
    alt: &str,
) -> Result<SubmittedPage> {
    let submission = Submission::begin(request, book)?;
    let key = QuestionKey::parse(question).map_err(|words| Error::invalid("qid", words))?;
    let alt = alt_text::parse(alt)?;
    submission.check(context, std::iter::once(&key))?;
    let (page, pdf) = context
        .form_reading_slots
        .run(submission.author, || read_page(context, &file.read()?))??;
    let guard = context.blobs.write_guard();
    let picture = guard.put(&page.png)?;
    let pdf = pdf.map(|pdf| guard.put(&pdf)).transpose()?;
    let memo = NewMemo { question: key, content: MemoContent::Page { picture, pdf }, alt };
    let memo = submission.store(context, vec![memo])?.finish(context, Some(guard)).pop();
    Ok(SubmittedPage { memo, png: page.png })
}

/// Picture of the page, and the sanitized PDF to be printed in its place, if there is one.
pub(super) fn read_page(context: &Context, file: &[u8]) -> Result<(FullPage, Option<Vec<u8>>)> {
    let page = FullPage::of(&context.sandbox, file)?;
    if !page.is_pdf {
        return Ok((page, None));
    }
    let pdf = press::sanitize_pdf(&context.sandbox, file).map_err(|failure| match failure {
        Failure::Busy(_) => Refusal::Busy,
        _ => Refusal::Unavailable,
    })?;
    Ok((page, pdf))
}
