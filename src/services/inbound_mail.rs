//! Receiving mail, independent of the listener: turns a mail and its recipients into pending posts, or into answers for their author
//! to check, and one result for each recipient.
//!
//! A mail becomes posts of a member when it was sent to their secret address, or when the front mail server has authenticated
//! that it comes from their own, verified one. It becomes an answer when it was sent from the member's own address to the one that
//! was mailed with the question. No mail is ever sent back: the client that delivers the mail gets the result at once.

mod outcome;
mod posts;
mod recipient;
mod replies;

use std::io::Read;

use crate::context::Context;
use crate::domain::id::MailId;
use crate::domain::processed_mail::MailFingerprint;
use crate::error::{Error, Result};
use crate::mail::inbound::InboundMessage;
use crate::platform::BoundedSemaphore;
use crate::services::operations::quota;

use posts::Pages;
use recipient::ResolvedRecipient;

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
    let mut pages = Pages::new(context, &message);
    let mut deliver = |found: Option<ResolvedRecipient>| match found {
        None => Ok(DeliveryResult::Ignored),
        Some(ResolvedRecipient::Topic(found)) => {
            let grant = recipient::grant(context, &message, &found)?;
            posts::insert(context, &message, &grant, &mut pages)
        }
        Some(ResolvedRecipient::Question(found)) => replies::insert(context, &message, &found),
    };
    let results = found.into_iter().map(|found| found.and_then(&mut deliver));
    Ok(results.map(|result| result.unwrap_or_else(DeliveryResult::Refused)).collect())
}

fn ignored(envelope: &Envelope<'_>) -> Vec<DeliveryResult> {
    envelope.recipients.iter().map(|_| DeliveryResult::Ignored).collect()
}

/// Words with the names of files that were left out, if there are any.
pub(crate) fn naming(words: &str, left_out: &[String]) -> String {
    match left_out {
        [] => words.to_owned(),
        names => format!("{words} (left out: {})", names.join(", ")),
    }
}

/// Whether a mail is one of our own that came back: their message ids are their ids in the outbox.
fn is_own(context: &Context, message: &InboundMessage) -> bool {
    let Some((id, domain)) = message.name.split_once('@') else { return false };
    let config = context.config();
    let own = config.mail.from.rsplit_once('@').map(|(_, domain)| domain);
    id.parse::<MailId>().is_ok() && own == Some(domain)
}

fn is_processed(context: &Context, mail: MailFingerprint) -> Result<bool> {
    Ok(context.read()?.is_processed(mail)?)
}
