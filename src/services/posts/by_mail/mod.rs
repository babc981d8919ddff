//! Posting by mail, whatever door the mail came in by: a mail and those it is for, into pending posts and one answer for each.
//!
//! A mail is taken for a member when it went to their secret address, or when the front mail server has proven that it comes
//! from their own, verified one. Nothing is ever sent back: who hands a mail over hears at once what became of it.

mod outcome;
mod recipient;

use std::io::Read;

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::id::{AccountId, MailId};
use crate::domain::mailed::{MailFingerprint, ProcessedMail};
use crate::error::{Error, Result};
use crate::mail::inbound::InboundMessage;
use crate::paper::{Refusal as Unusable, SanitizedImage};
use crate::platform::BoundedSemaphore;
use crate::services::moderation::ensure_not_suspended;
use crate::services::quota;

use super::upload::{New, keep_all};
use recipient::{Found, PostingGrant};

pub use outcome::{DeliveryResult, RejectReason, Rejection};
pub use recipient::{SenderTrust, accepts_recipient};

/// Most mails that wait for a slot; more are turned away. Both mail listeners have queues of their own.
const MAX_QUEUED_MAILS: usize = 256;

/// Permits to read incoming mails, each of which is in memory meanwhile.
struct InboundMailSlots(BoundedSemaphore);

impl Default for InboundMailSlots {
    fn default() -> Self {
        Self(BoundedSemaphore::per_processor(MAX_QUEUED_MAILS))
    }
}

/// Who hands a mail over, and for whom.
#[derive(Debug)]
pub struct Envelope<'a> {
    pub trust: SenderTrust,
    /// `None` for the null sender: a mail about a mail.
    pub sender: Option<&'a str>,
    pub recipients: &'a [String],
}

/// Whether the disk takes more.
pub fn has_room(context: &Context) -> Result<(), Rejection> {
    Ok(quota::check_disk(context)?)
}

/// Takes a mail: an outcome for each recipient, in their order. A mail that comes again makes no second posts.
pub fn deliver(
    context: &Context,
    envelope: &Envelope<'_>,
    mail: &mut dyn Read,
) -> Vec<DeliveryResult> {
    let taken = has_room(context).and_then(|()| {
        // Only a few mails are in memory at a time.
        context
            .state::<InboundMailSlots>()
            .0
            .run(|| take(context, envelope, mail))
            .map_err(|full| Error::from(full).into())
    });
    taken.flatten().unwrap_or_else(|refusal| {
        envelope.recipients.iter().map(|_| DeliveryResult::Refused(refusal.clone())).collect()
    })
}

fn take(
    context: &Context,
    envelope: &Envelope<'_>,
    mail: &mut dyn Read,
) -> Result<Vec<DeliveryResult>, Rejection> {
    let found = envelope.recipients.iter();
    let found: Vec<_> = found.map(|to| recipient::find(context, envelope.trust, to)).collect();
    // Nobody's: not worth reading.
    if envelope.sender.is_none() || found.iter().all(|found| matches!(found, Ok(None))) {
        return Ok(ignored(envelope));
    }
    recipient::refuse_while_off(context)?;
    let largest = context.config().mail.inbound.largest();
    let mut bytes = Vec::new();
    mail.take(largest as u64 + 1).read_to_end(&mut bytes).map_err(Error::from)?;
    if bytes.len() > largest {
        return Err(Rejection::new(RejectReason::TooLarge, "this mail is too large"));
    }
    let letter = InboundMessage::read(&bytes)?;
    drop(bytes);
    if letter.is_automatic || is_own(context, &letter) {
        return Ok(ignored(envelope));
    }
    let mut pages = Pages { context, letter: &letter, posted: None };
    let mut deliver = |found: Option<Found>| {
        let Some(found) = found else { return Ok(DeliveryResult::Ignored) };
        post(context, &letter, &recipient::grant(context, &letter, &found)?, &mut pages)
    };
    let results = found.into_iter().map(|found| found.and_then(&mut deliver));
    Ok(results.map(|result| result.unwrap_or_else(DeliveryResult::Refused)).collect())
}

fn ignored(envelope: &Envelope<'_>) -> Vec<DeliveryResult> {
    envelope.recipients.iter().map(|_| DeliveryResult::Ignored).collect()
}

/// Whether it is one of our own mails that came back: they are named after their place in the outbox.
fn is_own(context: &Context, letter: &InboundMessage) -> bool {
    let Some((id, domain)) = letter.name.split_once('@') else { return false };
    let config = context.config();
    let own = config.mail.from.rsplit_once('@').map(|(_, domain)| domain);
    id.parse::<MailId>().is_ok() && own == Some(domain)
}

/// The pages of a mail, unpacked when the first of its recipients may have them.
struct Pages<'a> {
    context: &'a Context,
    letter: &'a InboundMessage,
    posted: Option<Vec<SanitizedImage>>,
}

impl Pages<'_> {
    fn posted(&mut self, author: AccountId) -> Result<&[SanitizedImage], Rejection> {
        if self.posted.is_none() {
            let files = self.letter.some_pages()?;
            let sandbox = &self.context.sandbox;
            let unpack =
                || files.iter().map(|file| SanitizedImage::of_first_page(sandbox, file)).collect();
            let posted: Result<Vec<SanitizedImage>, Unusable> =
                self.context.post_upload_slots.run(author, unpack).map_err(Error::from)?;
            self.posted = Some(posted.map_err(Error::from)?);
        }
        Ok(self.posted.as_deref().unwrap_or_default())
    }
}

fn post(
    context: &Context,
    letter: &InboundMessage,
    right: &PostingGrant,
    pages: &mut Pages<'_>,
) -> Result<DeliveryResult, Rejection> {
    let files: Vec<BlobHash> = letter.some_pages()?.iter().map(|file| BlobHash::of(file)).collect();
    let mail = MailFingerprint::of(right.author, right.topic, &letter.name, &files);
    if is_processed(context, mail)? {
        return Ok(DeliveryResult::Repeated);
    }
    let tx = context.read().map_err(Rejection::from)?;
    ensure_not_suspended(context, &tx, right.author)?;
    quota::check_picture_quota(context, &tx, right.author, 0)?;
    drop(tx);
    context.limits.posts(right.author, files.len())?;
    let pictures = pages.posted(right.author)?;
    let (author, topic) = (right.author, right.topic);
    let new = New { author, topic, words: letter.words.clone(), pictures, key: "" };
    let posts = keep_all(context, &right.actor, &new, |tx| {
        // The same mail may have come by another connection in the meantime.
        let is_new = !tx.is_processed(mail)?;
        tx.put_mailed(&ProcessedMail { mail, at: context.clock.now() })?;
        Ok(is_new)
    })?;
    let ids: Vec<_> = posts.into_iter().map(|shown| shown.post.id).collect();
    Ok(if ids.is_empty() { DeliveryResult::Repeated } else { DeliveryResult::Posted(ids) })
}

fn is_processed(context: &Context, mail: MailFingerprint) -> Result<bool> {
    Ok(context.read()?.is_processed(mail)?)
}
