//! Reading of the handwriting in memos and posts: in the background, the newest first.
//!
//! What is read is a guess. Search finds it, and says so; it is no member's text until the member has confirmed it.

use parking_lot::Mutex;

use crate::config::Language;
use crate::context::Context;
use crate::domain::handwriting::{ReaderVersion, Reading, Source, UnreadPicture};
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::{Error, Result};
use crate::handwriting::{self, ReadError, Request};
use crate::store::ReadTx;

/// Memos or posts that are queued in one transaction.
const BATCH_SIZE: usize = 1_000;

/// State of the reader.
#[derive(Default)]
struct Reader {
    /// Held while a picture is read: one at a time.
    reading: Mutex<()>,
    /// Reason for which the last attempt failed; `None` if it did not.
    fault: Mutex<Option<String>>,
}

/// Progress of reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingStatus {
    pub is_enabled: bool,
    /// Number of pictures that were read.
    pub read: u64,
    /// Number of pictures that wait to be read.
    pub waiting: u64,
    /// Reason for which nothing can be read at present.
    pub fault: Option<String>,
}

/// Progress of reading, for admins.
pub fn status(context: &Context, actor: &Actor) -> Result<ReadingStatus> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    Ok(ReadingStatus {
        is_enabled: context.config().handwriting.enabled,
        read: tx.count_readings()?,
        waiting: tx.count_unread_pictures()?,
        fault: context.state::<Reader>().fault.lock().clone(),
    })
}

/// Reads all pictures that wait, for the operator; returns the status after it.
///
/// # Errors
/// If reading is switched off, or nothing can be read.
pub fn read_all(
    context: &Context,
    actor: &Actor,
    on_progress: ProgressFn<'_>,
) -> Result<ReadingStatus> {
    policy::may_administrate(actor)?;
    queue_for_current_reader(context)?;
    let of = context.read()?.count_unread_pictures()?;
    let mut done = 0;
    on_progress(Progress { done, of });
    while read_next(context)? {
        done += 1;
        on_progress(Progress { done, of: of.max(done) });
    }
    status(context, actor)
}

/// Queues all pictures if another version of the reader was here last, or none.
pub fn queue_for_current_reader(context: &Context) -> Result<()> {
    if context.read()?.is_queued_for_reader(ReaderVersion::CURRENT)? {
        return Ok(());
    }
    let mut last = None;
    loop {
        let memos = context.read()?.memos_after(last, BATCH_SIZE)?;
        let Some(memo) = memos.last() else { break };
        last = Some(memo.id);
        context.store.write(|tx| {
            for memo in &memos {
                let picture = memo.content.picture();
                if let Some(picture) = picture.filter(|_| tx.is_present(memo).unwrap_or(false)) {
                    tx.queue_for_reading(Source::Memo(memo.id), picture)?;
                }
            }
            Ok::<_, Error>(())
        })?;
    }
    let mut last = None;
    loop {
        let posts = context.read()?.posts_after(last, BATCH_SIZE)?;
        let Some(post) = posts.last() else { break };
        last = Some(post.id);
        context.store.write(|tx| {
            for post in &posts {
                tx.queue_for_reading(Source::Post(post.id), post.picture.full)?;
            }
            Ok::<_, Error>(())
        })?;
    }
    context.store.write(|tx| tx.put_queued_for_reader(ReaderVersion::CURRENT))?;
    Ok(())
}

/// Reads the newest picture that waits. Returns whether there was one; none if reading is switched off.
///
/// # Errors
/// If nothing can be read at present. A damaged picture is no error: it counts as read, without any line.
pub fn read_next(context: &Context) -> Result<bool> {
    let settings = context.config().handwriting.clone();
    let reader = context.state::<Reader>();
    let _turn = reader.reading.lock();
    let (unread, mut request) = {
        let tx = context.read()?;
        let next = tx.unread_pictures(1)?.pop().filter(|_| settings.enabled);
        let Some(unread) = next else { return Ok(false) };
        (unread, Request { english: false, words: likely_words(&tx, unread.source)? })
    };
    request.english = settings.languages.contains(&Language::English);
    let outcome = match context.blobs.get(unread.picture)? {
        Some(picture) => handwriting::read(&context.sandbox, &request, &picture),
        None => Err(ReadError::Picture("its file is missing".to_owned())),
    };
    let reading = match outcome {
        Ok(reading) => reading,
        Err(ReadError::Picture(reason)) => {
            tracing::warn!(picture = %unread.picture, reason, "handwriting unreadable");
            Reading::empty()
        }
        Err(ReadError::Reader(reason)) => {
            *reader.fault.lock() = Some(reason.clone());
            return Err(Error::Internal(reason.into()));
        }
    };
    *reader.fault.lock() = None;
    store(context, &unread, &reading)?;
    Ok(true)
}

/// Stores a reading, unless the memo or post has been removed or replaced meanwhile.
fn store(context: &Context, unread: &UnreadPicture, reading: &Reading) -> Result<()> {
    context.write(|tx| {
        if tx.is_unread(unread)? {
            tx.put_reading(unread, reading)?;
        }
        Ok(())
    })
}

/// Words that are likely to be written: those of the question and the book, or of the caption and the topic.
fn likely_words(tx: &ReadTx, source: Source) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    match source {
        Source::Memo(id) => {
            if let Some(memo) = tx.memo(id)? {
                texts.extend(tx.book(memo.book)?.map(|book| book.name));
                let questions = tx.questions(memo.book)?;
                let asked = questions.into_iter().find(|question| question.key == memo.question);
                texts.extend(asked.map(|question| question.description));
            }
        }
        Source::Post(id) => {
            if let Some(post) = tx.post(id)? {
                texts.extend(tx.topic(post.topic)?.map(|topic| topic.name));
                texts.push(post.words.caption);
            }
        }
    }
    let words = texts.iter().flat_map(|text| text.split(|letter: char| !letter.is_alphanumeric()));
    Ok(words.filter(|word| !word.is_empty()).map(str::to_owned).collect())
}
