//! Reading of the handwriting in memos and posts: in the background, the newest first.
//!
//! The text is a guess. Search finds it, and says so; it is no member's text until the member has confirmed it.

use std::collections::BTreeSet;

use parking_lot::Mutex;

use crate::config::Language;
use crate::context::Context;
use crate::domain::handwriting::{ReaderVersion, Reading, Source, UnreadPicture};
use crate::domain::id::BookId;
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor};
use crate::domain::progress::{Progress, ProgressFn};
use crate::error::{Error, Result, format_error_chain};
use crate::handwriting::{self, ReadError, Request};
use crate::store::ReadTx;

pub mod drafts;

/// Memos or posts that are queued in one transaction.
const BATCH_SIZE: usize = 256;
/// Number of the newest transcriptions whose words are likely, as far as they are published.
const TRANSCRIPTIONS: usize = 500;
/// Number of interrupted attempts after which a picture counts as read, without any line.
const MAX_ATTEMPTS: u8 = 3;

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
/// If reading is switched off, or nothing can be read at present.
pub fn read_all(
    context: &Context,
    actor: &Actor,
    on_progress: ProgressFn<'_>,
) -> Result<ReadingStatus> {
    policy::may_administrate(actor)?;
    if !context.config().handwriting.enabled {
        return Err(Error::invalid(
            "enabled",
            Message::new(
                "handwriting-disabled",
                "Reading handwriting is switched off. Set `enabled` in [handwriting] to true.",
            ),
        ));
    }
    queue_for_current_reader(context)?;
    let of = context.read()?.count_unread_pictures()?;
    on_progress(Progress { done: 0, of });
    while read_next(context)? {
        // The thread of a running server reads, too.
        let left = context.read()?.count_unread_pictures()?;
        on_progress(Progress { done: of.saturating_sub(left), of });
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
                if let Some(picture) = memo.content.picture()
                    && tx.is_present(memo)?
                {
                    tx.enqueue_recognition(Source::Memo(memo.id), picture)?;
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
                if tx.post(post.id)?.is_some() {
                    tx.enqueue_recognition(Source::Post(post.id), post.picture.full)?;
                }
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
/// If nothing can be read at present, or reading was interrupted. A damaged picture is no error: it counts as read, without any line.
pub fn read_next(context: &Context) -> Result<bool> {
    let reader = context.state::<Reader>();
    let _turn = reader.reading.lock();
    let outcome = read_newest(context);
    *reader.fault.lock() = outcome.as_ref().err().map(|error| format_error_chain(error));
    outcome
}

fn read_newest(context: &Context) -> Result<bool> {
    let settings = context.config().handwriting.clone();
    let (unread, words, known) = {
        let tx = context.read()?;
        let next = tx.unread_pictures(1)?.pop().filter(|_| settings.enabled);
        let Some(unread) = next else { return Ok(false) };
        (unread, likely_words(&tx, unread.source)?, tx.reading(unread.picture)?)
    };
    let request = Request { english: settings.languages.contains(&Language::English), words };
    let is_current = |reading: &Reading| reading.version == ReaderVersion::CURRENT;
    let outcome = match known.filter(is_current) {
        // Another memo or post has the same picture.
        Some(reading) => Ok(reading),
        None => read_picture(context, &request, &unread),
    };
    let reading = match outcome {
        Ok(reading) => reading,
        Err(ReadError::Picture(reason)) => {
            tracing::warn!(picture = %unread.picture, reason, "handwriting unreadable");
            Reading::empty()
        }
        Err(ReadError::Interrupted(reason)) => {
            // A server that stops interrupts its children.
            if !context.reading_wakeup.is_open() {
                return Ok(false);
            }
            let attempts = unread.attempts + 1;
            if attempts < MAX_ATTEMPTS {
                count_attempt(context, &unread, attempts)?;
                return Err(Error::Internal(reason.into()));
            }
            tracing::warn!(picture = %unread.picture, attempts, reason, "handwriting unreadable");
            Reading::empty()
        }
        Err(ReadError::Reader(reason)) => return Err(Error::Internal(reason.into())),
    };
    store(context, &unread, &reading)?;
    Ok(true)
}

fn read_picture(
    context: &Context,
    request: &Request,
    unread: &UnreadPicture,
) -> Result<Reading, ReadError> {
    match context.blobs.get(unread.picture) {
        Ok(Some(picture)) => handwriting::read(&context.sandbox, request, &picture),
        Ok(None) => Err(ReadError::Interrupted("the file of the picture is missing".to_owned())),
        Err(error) => Err(ReadError::Interrupted(error.to_string())),
    }
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

fn count_attempt(context: &Context, unread: &UnreadPicture, attempts: u8) -> Result<()> {
    context.store.write(|tx| {
        if tx.is_unread(unread)? {
            tx.put_unread(&UnreadPicture { attempts, ..*unread })?;
        }
        Ok::<_, Error>(())
    })
}

/// Words that are likely to be written: those of the question and the book, or of the caption and the topic, and those that members have
/// confirmed in published transcriptions.
fn likely_words(tx: &ReadTx, source: Source) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    match source {
        Source::Memo(id) => {
            if let Some(memo) = tx.memo(id)? {
                return words_of_question(tx, memo.book, memo.question.as_str());
            }
        }
        Source::Post(id) => {
            if let Some(post) = tx.post(id)? {
                texts.extend(tx.topic(post.topic)?.map(|topic| topic.name));
                texts.push(post.words.caption);
            }
        }
    }
    likely_words_with(tx, texts)
}

/// Words of a question and its book, and of transcriptions.
fn words_of_question(tx: &ReadTx, book: BookId, key: &str) -> Result<Vec<String>> {
    let questions = tx.questions(book)?.into_iter();
    let asked = questions.filter(|question| question.key.as_str() == key);
    let name = tx.book(book)?.map(|book| book.name);
    likely_words_with(tx, name.into_iter().chain(asked.map(|asked| asked.description)).collect())
}

/// Words of these texts and of the newest transcriptions, each once. Words of one or two letters are left out: a single stroke may be
/// one of them.
fn likely_words_with(tx: &ReadTx, mut texts: Vec<String>) -> Result<Vec<String>> {
    let transcriptions = tx.latest_public_alt_texts(TRANSCRIPTIONS)?;
    texts.extend(transcriptions.iter().map(|alt| alt.as_str().to_owned()));
    let is_between = |letter: char| !letter.is_alphanumeric() && !matches!(letter, '\'' | '’');
    let words = texts.iter().flat_map(|text| text.split(is_between));
    let words = words.map(|word| word.trim_matches(is_between));
    let words: BTreeSet<&str> = words.filter(|word| word.chars().count() > 2).collect();
    Ok(words.into_iter().map(str::to_owned).collect())
}
