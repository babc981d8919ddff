//! Submission of handwriting.

use image::DynamicImage;

use crate::context::Context;
use crate::domain::alt_text::AltText;
use crate::domain::book::QuestionKey;
use crate::domain::id::BookId;
use crate::domain::memo::MemoContent;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::domain::secret::Secret;
use crate::error::{Error, Result};
use crate::paper::{OpenedPng, opaque, png_encoder};
use crate::services::prize::{self, Upload};
use crate::store::WriteTx;

use super::{MemoDetails, NewMemo, Submission, SubmissionRequest, alt_text};

/// Maximum side of a crop in pixels. The crop of a box is 1120 x 876; forms of a higher resolution may have larger ones.
const MAX_SIDE: u32 = 2400;

/// Handwritten memo to be submitted.
#[derive(Clone, Debug)]
pub struct HandwritingInput {
    pub question: String,
    pub png: Vec<u8>,
    /// Transcription, for readers who cannot see the picture; may be empty.
    pub alt: String,
}

/// Submits the handwriting of one form: all memos or none.
///
/// Each memo replaces the member's earlier one for the same question. Submitting the same picture again changes nothing.
///
/// Callers have counted the submission by [`check_submission`](super::check_submission).
///
/// With the prize game enabled, another submission costs a credit. `session` identifies the upload of the handwriting, and is the
/// same as for its play.
pub fn publish_handwriting(
    context: &Context,
    request: &SubmissionRequest<'_>,
    book: BookId,
    inputs: &[HandwritingInput],
    session: Option<&Secret>,
) -> Result<Vec<MemoDetails>> {
    let submission = Submission::begin(request, book)?;
    let parsed = parse_inputs(inputs)?;
    submission.check_counted(context, parsed.iter().map(|(question, _)| question))?;
    let pictures =
        || inputs.iter().map(|input| clean_picture(&input.png)).collect::<Result<Vec<_>>>();
    let pictures = context.form_reading_slots.run(submission.author, pictures)??;

    let guard = context.blobs.write_guard();
    let mut memos = Vec::new();
    for ((question, alt), png) in parsed.into_iter().zip(pictures) {
        let picture = guard.put(&png)?;
        memos.push(NewMemo { question, content: MemoContent::Hand { picture }, alt });
    }
    let upload = Upload { account: submission.author, book, session: session.map(Secret::hash) };
    // Guests take no part in the prize game.
    let plays = policy::guest_of(request.actor).is_none();
    let admit = |tx: &mut WriteTx, changes| {
        if plays { prize::admit_submission(context, tx, &upload, changes) } else { Ok(()) }
    };
    Ok(submission.store_if(context, memos, admit)?.finish(context, Some(guard)))
}

/// Parses the questions and transcriptions, without decoding the pictures. Fails if a question occurs twice.
fn parse_inputs(inputs: &[HandwritingInput]) -> Result<Vec<(QuestionKey, Option<AltText>)>> {
    if inputs.is_empty() {
        return Err(Error::invalid(
            "data",
            Message::new("nothing-to-submit", "There is nothing to submit."),
        ));
    }
    let mut parsed: Vec<(QuestionKey, Option<AltText>)> = Vec::new();
    for input in inputs {
        let question = QuestionKey::parse(&input.question)
            .map_err(|words| Error::invalid("questions", words))?;
        if parsed.iter().any(|(known, _)| *known == question) {
            return Err(Error::invalid(
                "questions",
                Message::new("question-answered-twice", "Two answers are for the same question."),
            ));
        }
        parsed.push((question, alt_text::parse(&input.alt)?));
    }
    Ok(parsed)
}

/// Decodes the picture within limits and encodes its pixels again, so that nothing else of the sender's file is stored.
fn clean_picture(png: &[u8]) -> Result<Vec<u8>> {
    let refused = |_| {
        Error::invalid(
            "memos",
            Message::new("picture-unreadable", "One of the pictures can't be read."),
        )
    };
    let opened = OpenedPng::within(png, MAX_SIDE, u64::from(MAX_SIDE).pow(2)).map_err(refused)?;
    let picture = opened.upright().map_err(refused)?;
    let (width, has_colour) = (picture.width() as usize, picture.color().has_color());
    let picture = opaque(picture);
    Ok(if has_colour {
        png_encoder::of_colours(width, picture.as_chunks().0)
    } else {
        png_encoder::of_shades(width, DynamicImage::from(picture).into_luma8().as_raw())
    })
}
