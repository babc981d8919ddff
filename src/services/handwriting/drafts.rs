//! Drafts of transcriptions: what the server has read in a member's own picture, for the member to check.

use crate::config::Language;
use crate::context::Context;
use crate::domain::alt_text;
use crate::domain::handwriting::{Draft, ReaderVersion, Source};
use crate::domain::id::{AccountId, BookId, MemoId};
use crate::domain::policy::{self, Actor};
use crate::error::Result;
use crate::handwriting::{self, Request};
use crate::platform::FairSemaphore;
use crate::services::books;
use crate::services::memos::history::get_own;

/// Maximum number of members who wait for a draft.
const MAX_WAITING: usize = 16;

/// Semaphore for drafts, one at a time: reading keeps a processor busy.
struct DraftSlot(FairSemaphore<AccountId>);

impl Default for DraftSlot {
    fn default() -> Self {
        Self(FairSemaphore::new(1, MAX_WAITING))
    }
}

/// Draft for the picture of the actor's own memo. `None` if it has a transcription, was not read surely enough, or the actor wants no drafts.
pub fn of_memo(context: &Context, actor: &Actor, id: MemoId) -> Result<Option<Draft>> {
    let tx = context.read()?;
    let memo = get_own(&tx, actor, id)?;
    let Some(picture) = memo.content.picture().filter(|_| is_enabled(context)) else {
        return Ok(None);
    };
    if tx.preferences(memo.author)?.declines_drafts || tx.alt_text(id)?.is_some() {
        return Ok(None);
    }
    let known = tx.reading(picture)?.filter(|reading| reading.version == ReaderVersion::CURRENT);
    if let Some(reading) = known {
        return Ok(reading.draft(alt_text::MAX_LENGTH));
    }
    let words = super::likely_words(&tx, Source::Memo(id))?;
    drop(tx);
    context.rate_limits.check_reading(memo.author)?;
    match context.blobs.get(picture)? {
        Some(picture) => read(context, memo.author, words, &picture),
        None => Ok(None),
    }
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
    let tx = context.read()?;
    if tx.preferences(member)?.declines_drafts {
        return Ok(None);
    }
    books::find(&tx, book)?;
    let words = super::words_of_question(&tx, book, question)?;
    drop(tx);
    context.rate_limits.check_reading(member)?;
    read(context, member, words, picture)
}

/// Reads a picture for its draft. `None` also for a picture that can't be read.
fn read(
    context: &Context,
    member: AccountId,
    words: Vec<String>,
    picture: &[u8],
) -> Result<Option<Draft>> {
    let request = Request { english: true, words };
    let read = || handwriting::read_for_draft(&context.sandbox, &request, picture);
    match context.state::<DraftSlot>().0.run(member, read)? {
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
    Ok(!context.read()?.preferences(member)?.declines_drafts)
}

/// Stores whether the member is offered drafts.
pub fn update_preference(context: &Context, actor: &Actor, offered: bool) -> Result<bool> {
    let member = policy::member(actor)?;
    context.rate_limits.check_change(member)?;
    context.write_as_reloaded(actor, |tx, actor| {
        policy::acts_as(actor, member)?;
        tx.change_preferences(member, |chosen| chosen.declines_drafts = !offered)?;
        Ok(offered)
    })
}
