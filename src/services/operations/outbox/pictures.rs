//! Pictures of mails, read when a mail is sent.

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::id::{BookId, MailId, MemoId};
use crate::error::Result;
use crate::mail::{Picture, Place};
use crate::paper::SmallPicture;
use crate::press::trimmed_to_ink;
use crate::services::books;
use crate::store::ReadTx;

/// Maximum size of a file in bytes: a larger one is left out, because mail servers refuse large mails.
const MAX_BYTES: usize = 512 << 10;
/// Pixels of a file for a pixel of CSS, for screens of twice the density.
const DENSITY: u32 = 2;

/// The pictures of a mail. One whose memo or edition was withdrawn in the meantime is left out, and so is one whose file is damaged.
pub(super) fn read(context: &Context, id: MailId) -> Result<Vec<Picture>> {
    let tx = context.read()?;
    let stored = tx.mail_pictures(id)?;
    let cover = stored.cover.map(|edition| cover(context, &tx, edition)).transpose()?;
    let memo = stored.memo.map(|memo| memo_picture(context, &tx, memo)).transpose()?;
    Ok([cover.flatten(), memo.flatten()].into_iter().flatten().collect())
}

fn cover(
    context: &Context,
    tx: &ReadTx,
    (book, edition): (BookId, u32),
) -> Result<Option<Picture>> {
    let edition = tx.edition(book, edition)?;
    let (Some(files), Some(name)) =
        (edition.and_then(|edition| edition.cover), tx.book(book)?.map(|book| book.name))
    else {
        return Ok(None);
    };
    let Some(png) = intact(context, files.small)? else { return Ok(None) };
    let width = Place::Cover.width();
    let height = width * files.height / files.width.max(1);
    let alt = format!("Cover of “{name}”");
    let picture = Picture { place: Place::Cover, png, width, height, alt, caption: None };
    Ok(Some(picture).filter(is_small))
}

/// Picture of a memo, trimmed to its ink.
fn memo_picture(context: &Context, tx: &ReadTx, id: MemoId) -> Result<Option<Picture>> {
    let Some(memo) = tx.memo(id)? else { return Ok(None) };
    if !tx.is_present(&memo)? {
        return Ok(None);
    }
    let Some(file) = memo.content.picture() else { return Ok(None) };
    let Some(ink) = intact(context, file)?.and_then(|png| trimmed_to_ink(&png)) else {
        return Ok(None);
    };
    let Ok(small) = SmallPicture::of(&ink, Place::Memo.width() * DENSITY) else {
        return Ok(None);
    };
    let question = books::question_text(tx, memo.book, &memo.question)?;
    let picture = Picture {
        place: Place::Memo,
        width: small.width.div_ceil(DENSITY),
        height: small.height.div_ceil(DENSITY),
        png: small.png,
        alt: "Your handwriting".to_owned(),
        caption: Some(question),
    };
    Ok(Some(picture).filter(is_small))
}

fn is_small(picture: &Picture) -> bool {
    picture.png.len() <= MAX_BYTES
}

/// Content of a file; `None` if it is missing or damaged.
fn intact(context: &Context, file: BlobHash) -> Result<Option<Vec<u8>>> {
    Ok(context.blobs.get(file)?.filter(|bytes| BlobHash::of(bytes) == file))
}
