//! Mails that become pending posts.

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::id::AccountId;
use crate::domain::processed_mail::{MailFingerprint, ProcessedMail};
use crate::error::Error;
use crate::mail::inbound::InboundMessage;
use crate::paper::{Refusal as Unusable, SanitizedImage};
use crate::services::moderation::ensure_not_suspended;
use crate::services::operations::quota;
use crate::services::threads::posts::{NewPosts, insert_pending};

use super::recipient::PostingGrant;
use super::{DeliveryResult, Rejection, is_processed, naming};

/// Pages of a mail, decoded when the first recipient is granted them.
pub(super) struct Pages<'a> {
    context: &'a Context,
    message: &'a InboundMessage,
    images: Option<Vec<SanitizedImage>>,
}

impl<'a> Pages<'a> {
    pub(super) fn new(context: &'a Context, message: &'a InboundMessage) -> Self {
        Self { context, message, images: None }
    }

    fn images(&mut self, author: AccountId) -> Result<&[SanitizedImage], Rejection> {
        if self.images.is_none() {
            let files = require_pages(self.message)?;
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

/// Pages of a mail. A refusal names its other files.
fn require_pages(message: &InboundMessage) -> Result<&[Vec<u8>], Rejection> {
    message.require_pages().map_err(|error| {
        let refusal = Rejection::from(error);
        let message = naming(&refusal.message, message.left_out_beside_pages());
        Rejection { message, ..refusal }
    })
}

/// Turns the pages of a mail into pending posts of the member.
pub(super) fn insert(
    context: &Context,
    message: &InboundMessage,
    grant: &PostingGrant,
    pages: &mut Pages<'_>,
) -> Result<DeliveryResult, Rejection> {
    let files: Vec<BlobHash> =
        require_pages(message)?.iter().map(|file| BlobHash::of(file)).collect();
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
    let left_out = message.left_out_beside_pages().to_vec();
    Ok(if ids.is_empty() {
        DeliveryResult::Repeated
    } else {
        DeliveryResult::Posted { posts: ids, left_out }
    })
}
