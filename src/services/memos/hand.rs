//! Submitting handwriting.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};

use crate::app::App;
use crate::domain::alt_text::AltText;
use crate::domain::book::QuestionKey;
use crate::domain::id::{AccountId, BookId};
use crate::domain::memo::MemoContent;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::Secret;
use crate::error::{Error, Result};
use crate::paper::small_png;
use crate::services::prize::{self, Upload};
use crate::services::room;
use crate::store::WriteTx;

use super::{Answer, ShownMemo, Submission, alt_text};

/// A crop of one box is 1120 x 876; room is left for forms of a finer grain.
const LARGEST_SIDE: u32 = 2400;
const DECODING_MEMORY: u64 = 64 << 20;

/// One handwritten answer on its way in.
#[derive(Clone, Debug)]
pub struct HandEntry {
    pub question: String,
    pub png: Vec<u8>,
    /// What it says, for those who cannot see it; may be empty.
    pub alt: String,
}

/// Submits the handwriting of one form: all of its entries or none.
///
/// An entry takes the place of the member's earlier one for the same prompt. Submitting the same picture again
/// changes nothing.
///
/// Where the prize game is played, submitting again takes a credit. `session` names the upload that the handwriting came
/// from, by the same name as its play.
pub fn publish_handwriting(
    app: &App,
    actor: &Actor,
    claimed: AccountId,
    book: BookId,
    entries: &[HandEntry],
    session: Option<&Secret>,
) -> Result<Vec<ShownMemo>> {
    // Asked before pictures are decoded.
    policy::may_submit(actor, claimed)?;
    room::for_more(app)?;
    let hold = app.blobs.hold();
    let mut answers = Vec::new();
    for Parsed { question, png, alt } in parse_entries(entries)? {
        let content = MemoContent::Hand { picture: hold.put(&png)? };
        answers.push(Answer { question, content, alt });
    }
    let upload = Upload { account: claimed, book, session: session.map(Secret::hash) };
    let admit = |tx: &mut WriteTx, changes| prize::admit_submission(app, tx, &upload, changes);
    Submission { actor, claimed, book }.make_if(app, answers, admit)
}

/// An entry that can be taken.
struct Parsed {
    question: QuestionKey,
    png: Vec<u8>,
    alt: Option<AltText>,
}

fn parse_entries(entries: &[HandEntry]) -> Result<Vec<Parsed>> {
    if entries.is_empty() {
        return Err(Error::invalid("data", "There is nothing to submit."));
    }
    let mut parsed: Vec<Parsed> = Vec::new();
    for entry in entries {
        let question = QuestionKey::parse(&entry.question)
            .map_err(|words| Error::invalid("questions", words))?;
        if parsed.iter().any(|known| known.question == question) {
            return Err(Error::invalid("questions", "A question is answered twice."));
        }
        let (png, alt) = (clean_picture(&entry.png)?, alt_text::parse(&entry.alt)?);
        parsed.push(Parsed { question, png, alt });
    }
    Ok(parsed)
}

/// The picture decoded within limits and written anew: nothing of the sender's file is kept but its pixels.
fn clean_picture(png: &[u8]) -> Result<Vec<u8>> {
    let refused = |_| Error::invalid("memos", "A memo is not a picture that we can read.");
    let mut limits = Limits::default();
    limits.max_image_width = Some(LARGEST_SIDE);
    limits.max_image_height = Some(LARGEST_SIDE);
    limits.max_alloc = Some(DECODING_MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(png), ImageFormat::Png);
    reader.limits(limits);
    let picture = reader.decode().map_err(refused)?;
    let width = picture.width() as usize;
    Ok(if picture.color().has_color() {
        small_png::of_colours(width, picture.into_rgb8().as_chunks().0)
    } else {
        small_png::of_shades(width, picture.into_luma8().as_raw())
    })
}
