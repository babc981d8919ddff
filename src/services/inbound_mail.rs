//! Posting by mail, independent of the listener: turns a mail and its recipients into pending posts and one result for each
//! recipient.
//!
//! A mail is accepted for a member when it was sent to their secret address, or when the front mail server has authenticated
//! that it comes from their own, verified one. No mail is ever sent back: the client that delivers the mail gets the result at
//! once.

mod outcome;
mod recipient;

use std::io::Read;

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::id::{AccountId, MailId};
use crate::domain::processed_mail::{MailFingerprint, ProcessedMail};
use crate::error::{Error, Result};
use crate::mail::inbound::InboundMessage;
use crate::paper::{Refusal as Unusable, SanitizedImage};
use crate::platform::BoundedSemaphore;
use crate::services::moderation::ensure_not_suspended;
use crate::services::operations::quota;

use super::threads::posts::{NewPosts, insert_pending};
use recipient::{PostingGrant, ResolvedRecipient};

pub use outcome::{DeliveryResult, RejectReason, Rejection};
pub use recipient::{SenderTrust, accepts_recipient};

/// Maximum number of mails that wait for a slot; more are refused. Both mail listeners have queues of their own.
const MAX_QUEUED_MAILS: usize = 256;

/// Permits to read incoming mails, which are held in memory while they are read.
struct InboundMailSlots(BoundedSemaphore);

impl Default for InboundMailSlots {
    fn default() -> Self {
        Self(BoundedSemaphore::per_processor(MAX_QUEUED_MAILS))
    }
}

/// Envelope of a mail: sender, recipients, and the trust in its sender.
#[derive(Debug)]
pub struct Envelope<'a> {
    pub trust: SenderTrust,
    /// `None` for the null sender, which is that of bounces.
    pub sender: Option<&'a str>,
    pub recipients: &'a [String],
}

/// Checks that the disk has room for another mail.
pub fn check_free_space(context: &Context) -> Result<(), Rejection> {
    Ok(quota::check_disk(context)?)
}

/// Delivers a mail. Returns a result for each recipient, in their order. A repeated mail makes no second posts.
pub fn deliver(
    context: &Context,
    envelope: &Envelope<'_>,
    mail: &mut dyn Read,
) -> Vec<DeliveryResult> {
    let taken = check_free_space(context).and_then(|()| {
        // Limits how many mails are in memory at a time.
        context
            .state::<InboundMailSlots>()
            .0
            .run(|| accept(context, envelope, mail))
            .map_err(|full| Error::from(full).into())
    });
    taken.flatten().unwrap_or_else(|refusal| {
        envelope.recipients.iter().map(|_| DeliveryResult::Refused(refusal.clone())).collect()
    })
}

fn accept(
    context: &Context,
    envelope: &Envelope<'_>,
    mail: &mut dyn Read,
) -> Result<Vec<DeliveryResult>, Rejection> {
    let found = envelope.recipients.iter();
    let found: Vec<_> = found.map(|to| recipient::find(context, envelope.trust, to)).collect();
    // A mail without a member among its recipients is not read.
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
    let message = InboundMessage::read(&bytes)?;
    drop(bytes);
    if message.is_automatic || is_own(context, &message) {
        return Ok(ignored(envelope));
    }
    let mut pages = Pages { context, message: &message, images: None };
    let mut deliver = |found: Option<ResolvedRecipient>| {
        let Some(found) = found else { return Ok(DeliveryResult::Ignored) };
        post(context, &message, &recipient::grant(context, &message, &found)?, &mut pages)
    };
    let results = found.into_iter().map(|found| found.and_then(&mut deliver));
    Ok(results.map(|result| result.unwrap_or_else(DeliveryResult::Refused)).collect())
}

fn ignored(envelope: &Envelope<'_>) -> Vec<DeliveryResult> {
    envelope.recipients.iter().map(|_| DeliveryResult::Ignored).collect()
}

/// Whether a mail is one of our own that came back: their message ids are their ids in the outbox.
fn is_own(context: &Context, message: &InboundMessage) -> bool {
    let Some((id, domain)) = message.name.split_once('@') else { return false };
    let config = context.config();
    let own = config.mail.from.rsplit_once('@').map(|(_, domain)| domain);
    id.parse::<MailId>().is_ok() && own == Some(domain)
}

/// Pages of a mail, decoded when the first recipient is granted them.
struct Pages<'a> {
    context: &'a Context,
    message: &'a InboundMessage,
    images: Option<Vec<SanitizedImage>>,
}

impl Pages<'_> {
    fn images(&mut self, author: AccountId) -> Result<&[SanitizedImage], Rejection> {
        if self.images.is_none() {
            let files = self.message.require_pages()?;
            let sandbox = &self.context.sandbox;
            let unpack =
                || files.iter().map(|file| SanitizedImage::of_first_page(sandbox, file)).collect();
            let images: Result<Vec<SanitizedImage>, Unusable> =
                self.context.post_upload_slots.run(author, unpack).map_err(Error::from)?;
            self.images = Some(images.map_err(Error::from)?);
        }
        Ok(self.images.as_deref().unwrap_or_default())
    }
}

fn post(
    context: &Context,
    message: &InboundMessage,
    grant: &PostingGrant,
    pages: &mut Pages<'_>,
) -> Result<DeliveryResult, Rejection> {
    let files: Vec<BlobHash> =
        message.require_pages()?.iter().map(|file| BlobHash::of(file)).collect();
    let mail = MailFingerprint::of(grant.author, grant.topic, &message.name, &files);
    if is_processed(context, mail)? {
        return Ok(DeliveryResult::Repeated);
    }
    let tx = context.read().map_err(Rejection::from)?;
    ensure_not_suspended(context, &tx, grant.author)?;
    quota::check_picture_quota(context, &tx, grant.author, 0)?;
    drop(tx);
    context.rate_limits.check_posts_by_mail(grant.author, files.len())?;
    let pictures = pages.images(grant.author)?;
    let (author, topic) = (grant.author, grant.topic);
    let new = NewPosts { author, topic, words: message.words.clone(), pictures, key: "" };
    let posts = insert_pending(context, &grant.actor, &new, |tx| {
        // The same mail may have come by another connection in the meantime.
        let is_new = !tx.is_processed(mail)?;
        tx.put_mailed(&ProcessedMail { mail, at: context.now() })?;
        Ok(is_new)
    })?;
    let ids: Vec<_> = posts.into_iter().map(|shown| shown.post.id).collect();
    Ok(if ids.is_empty() { DeliveryResult::Repeated } else { DeliveryResult::Posted(ids) })
}

fn is_processed(context: &Context, mail: MailFingerprint) -> Result<bool> {
    Ok(context.read()?.is_processed(mail)?)
}
