//! Submitting memos and looking at one's own.

use std::io::Cursor;

use image::{ImageFormat, ImageReader, Limits};

use crate::app::App;
use crate::domain::author::Author;
use crate::domain::blob::BlobHash;
use crate::domain::book::{Question, QuestionKey};
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::job::Job;
use crate::domain::memo::{Memo, MemoContent, MemoKind};
use crate::domain::policy::{self, Actor};
use crate::error::{Error, Result};
use crate::paper::small_png;
use crate::store::{Read, WriteTx};

use super::{books, sessions};

/// A crop of one box is 1120 x 876; room is left for forms of a finer grain.
const LARGEST_SIDE: u32 = 2400;
const DECODING_MEMORY: u64 = 64 << 20;

/// A memo with what a reader wants to know beside it.
#[derive(Clone, Debug)]
pub struct ShownMemo {
    pub memo: Memo,
    pub author: Author,
    /// The prompt; empty when the book no longer asks it.
    pub question: String,
}

/// One handwritten answer on its way in.
#[derive(Clone, Debug)]
pub struct HandEntry {
    pub question: String,
    pub png: Vec<u8>,
}

/// Submits the handwriting of one form: all of its entries or none.
///
/// An entry takes the place of the member's earlier one for the same prompt. Submitting the same picture again
/// changes nothing.
pub fn publish_handwriting(
    app: &App,
    actor: &Actor,
    claimed: AccountId,
    book: BookId,
    entries: &[HandEntry],
) -> Result<Vec<ShownMemo>> {
    let author = policy::may_submit(actor, claimed)?;
    let entries = parse_entries(entries)?;
    let (hold, mut pictures) = (app.blobs.hold(), Vec::new());
    for (key, png) in entries {
        pictures.push((key, hold.put(&png)?));
    }
    let memos = app.write(|tx| {
        policy::may_submit(&sessions::still(&**tx, actor)?, claimed)?;
        books::find(&**tx, book)?;
        let asked = tx.questions(book)?;
        let memos = pictures
            .into_iter()
            .map(|(key, picture)| put_hand_memo(app, tx, author, book, &asked, key, picture))
            .collect::<Result<Vec<Memo>>>()?;
        app.enqueue(tx, Job::PublishWhenDue(book))?;
        Ok(memos)
    })?;
    drop(hold);
    show(&*app.read()?, memos)
}

fn parse_entries(entries: &[HandEntry]) -> Result<Vec<(QuestionKey, Vec<u8>)>> {
    if entries.is_empty() {
        return Err(Error::invalid("data", "There is nothing to submit."));
    }
    let mut parsed: Vec<(QuestionKey, Vec<u8>)> = Vec::new();
    for entry in entries {
        let key = QuestionKey::parse(&entry.question)
            .map_err(|words| Error::invalid("questions", words))?;
        if parsed.iter().any(|(known, _)| *known == key) {
            return Err(Error::invalid("questions", "A question is answered twice."));
        }
        parsed.push((key, clean_picture(&entry.png)?));
    }
    Ok(parsed)
}

fn put_hand_memo(
    app: &App,
    tx: &mut WriteTx,
    author: AccountId,
    book: BookId,
    asked: &[Question],
    key: QuestionKey,
    picture: BlobHash,
) -> Result<Memo> {
    if !asked.iter().any(|question| question.key == key) {
        return Err(Error::invalid("questions", "This book does not ask that question."));
    }
    let content = MemoContent::Hand { picture };
    let before = tx.memo_for(author, book, MemoKind::Hand, &key)?;
    if let Some(same) = before.as_ref().filter(|before| before.content == content) {
        return Ok(same.clone());
    }
    let now = app.clock.now();
    let memo = Memo {
        id: MemoId::new(now, app.random()?),
        book,
        author,
        question: key,
        content,
        created_at: before.map_or(now, |before| before.created_at),
        updated_at: now,
    };
    tx.put_memo(&memo)?;
    Ok(memo)
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

/// One's own memos of a book, newest first; an admin may look at anybody's.
pub fn list(app: &App, actor: &Actor, owner: AccountId, book: BookId) -> Result<Vec<ShownMemo>> {
    policy::may_see_all_of(actor, owner)?;
    let tx = app.read()?;
    books::find(&*tx, book)?;
    let memos = tx.memos_of_member(owner, book)?;
    show(&*tx, memos)
}

/// How many memos of each kind a member has in a book, in the order of [`MemoKind::ALL`].
pub fn count(app: &App, actor: &Actor, owner: AccountId, book: BookId) -> Result<[u32; 3]> {
    let memos = list(app, actor, owner, book)?;
    Ok(MemoKind::ALL
        .map(|kind| memos.iter().filter(|shown| shown.memo.content.kind() == kind).count() as u32))
}

/// The bytes of a picture, for those who may see one of the memos that show it.
pub fn picture(app: &App, actor: &Actor, blob: BlobHash) -> Result<Vec<u8>> {
    let tx = app.read()?;
    for memo in tx.memos_of_blob(blob)? {
        if policy::may_see_memo(actor, &memo, tx.is_published(memo.id)?) {
            drop(tx);
            return super::forms::file(app, blob);
        }
    }
    Err(Error::NotFound("This picture"))
}

fn show(tx: &(dyn Read + '_), memos: Vec<Memo>) -> Result<Vec<ShownMemo>> {
    memos
        .into_iter()
        .map(|memo| {
            let author = Author::of(tx.account(memo.author)?.as_ref());
            let asked = tx.questions(memo.book)?;
            let question = asked.into_iter().find(|question| question.key == memo.question);
            let question = question.map(|question| question.description).unwrap_or_default();
            Ok(ShownMemo { memo, author, question })
        })
        .collect()
}
