//! Drafts of transcriptions: what the server has read in a member's own picture, for the member to check.

use crate::config::Language;
use crate::context::Context;
use crate::domain::alt_text;
use crate::domain::handwriting::{Draft, ReaderVersion, Reading, Source, UnreadPicture};
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::handwriting::{self, ReadError, Request};
use crate::platform::BoundedSemaphore;
use crate::services::memos::history::get_own;

/// Maximum number of members who wait for a draft.
const MAX_WAITING: usize = 16;

/// Semaphore for drafts, one at a time: reading keeps a processor busy.
struct DraftSlot(BoundedSemaphore);

impl Default for DraftSlot {
    fn default() -> Self {
        Self(BoundedSemaphore::new(1, MAX_WAITING))
    }
}

/// Draft for the picture of the actor's own memo. `None` if it has a transcription, was not read surely enough, or the actor wants no drafts.
pub fn of_memo(context: &Context, actor: &Actor, id: MemoId) -> Result<Option<Draft>> {
    let tx = context.read()?;
    let memo = get_own(&tx, actor, id)?;
    let Some(picture) = memo.content.picture().filter(|_| is_enabled(context)) else {
        return Ok(None);
    };
    if tx.declines_drafts(memo.author)? || tx.alt_text(id)?.is_some() {
        return Ok(None);
    }
    let known = tx.reading(picture)?.filter(|reading| reading.version == ReaderVersion::CURRENT);
    let source = Source::Memo(id);
    let words = super::likely_words(&tx, source)?;
    drop(tx);
    if let Some(reading) = known {
        return Ok(reading.draft(alt_text::MAX_LENGTH));
    }
    context.rate_limits.check_reading(memo.author)?;
    let unread = UnreadPicture { source, picture, attempts: 0 };
    read(context, words, |request| super::read_picture(context, request, &unread))
}

/// Draft for a picture that the member is about to submit for a question. `None` as in [`of_memo`].
pub fn of_picture(
    context: &Context,
    member: AccountId,
    book: BookId,
    question: &str,
    picture: &[u8],
) -> Result<Option<Draft>> {
    if !is_enabled(context) {
        return Ok(None);
    }
    context.rate_limits.check_reading(member)?;
    let tx = context.read()?;
    if tx.declines_drafts(member)? {
        return Ok(None);
    }
    let words = super::words_of_question(&tx, book, question)?;
    drop(tx);
    read(context, words, |request| handwriting::read(&context.sandbox, request, picture))
}

/// Reads a picture for its draft. What can't be read has none.
fn read(
    context: &Context,
    words: Vec<String>,
    read: impl FnOnce(&Request) -> Result<Reading, ReadError>,
) -> Result<Option<Draft>> {
    let request = Request { english: true, words };
    match context.state::<DraftSlot>().0.run(|| read(&request))? {
        Ok(reading) => Ok(reading.draft(alt_text::MAX_LENGTH)),
        Err(error) => {
            tracing::warn!(%error, "no draft of a transcription");
            Ok(None)
        }
    }
}

/// Whether drafts are made: only for books in a language whose words the reader knows.
fn is_enabled(context: &Context) -> bool {
    let settings = &context.config().handwriting;
    settings.enabled && settings.languages.contains(&Language::English)
}

/// Whether the member is offered drafts.
pub fn are_offered(context: &Context, actor: &Actor) -> Result<bool> {
    let member = policy::member(actor)?;
    Ok(!context.read()?.declines_drafts(member)?)
}

/// Stores whether the member is offered drafts.
pub fn offer(context: &Context, actor: &Actor, offered: bool) -> Result<bool> {
    let member = policy::member(actor)?;
    context.rate_limits.check_change(member)?;
    context.write_as(actor, |tx, actor| {
        policy::acts_as(actor, member)?;
        tx.put_declines_drafts(member, !offered)?;
        Ok(offered)
    })
}
