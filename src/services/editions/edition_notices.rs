//! Mails to contributors about new editions: preferences, sending and unsubscribing.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::book::Book;
use crate::domain::edition_notices::EditionNotices;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor};
use crate::domain::secret::Secret;
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::services::operations::outbox;
use crate::store::{ReadTx, WriteTx};

const UNKNOWN: Error = Error::NotFound(Item::Link);

/// Returns the member's preference for mails about editions.
pub fn preference(context: &Context, actor: &Actor) -> Result<EditionNotices> {
    let member = policy::member(actor)?;
    Ok(context.read()?.edition_notices(member)?)
}

/// Stores the member's preference for mails about editions.
pub fn choose(context: &Context, actor: &Actor, notices: EditionNotices) -> Result<EditionNotices> {
    let member = policy::member(actor)?;
    context.rate_limits.check_change(member)?;
    context.write_as(actor, |tx, actor| {
        policy::acts_as(actor, member)?;
        tx.put_edition_notices(member, notices)?;
        Ok(notices)
    })
}

/// Mails a contributor about a published edition, if they have chosen so.
pub(in crate::services) fn notify(
    context: &Context,
    tx: &mut WriteTx,
    member: &Account,
    book: &Book,
    edition: u32,
) -> Result<()> {
    let is_first = tx.first_notice(member.id, book.id)?.is_none();
    let receives_mail = outbox::sends_mail(context) && !member.disabled;
    if !receives_mail || !tx.edition_notices(member.id)?.include(!is_first) {
        return Ok(());
    }
    tx.put_first_notice(member.id, book.id, context.now())?;
    let secret = context.secret()?;
    tx.put_unsubscribe_secret(member.id, secret.hash())?;
    let site = &context.config().public_url;
    let message = MailContent::BookPublished {
        name: member.name.as_str(),
        book: &book.name,
        edition,
        is_first,
        link: &format!("{site}/book/{}/read", book.id),
        unsubscribe: &format!("{site}/unsubscribe/{}/{}", member.id, secret.reveal()),
    };
    outbox::enqueue_unlimited(context, tx, &member.email, &message)
}

/// Checks the unsubscribe link of a mail.
///
/// # Errors
/// [`Error::NotFound`] if the link is unknown, or its account was deleted.
pub fn check_link(context: &Context, member: AccountId, secret: &str) -> Result<()> {
    find(&*context.read()?, member, secret)
}

/// Unsubscribes the member of an unsubscribe link; needs no session.
///
/// # Errors
/// As [`check_link`].
pub fn unsubscribe(context: &Context, member: AccountId, secret: &str) -> Result<()> {
    // Checked before the write transaction, so that invalid requests do not wait for the write lock.
    check_link(context, member, secret)?;
    context.write(|tx| {
        find(tx, member, secret)?;
        Ok(tx.put_edition_notices(member, EditionNotices::None)?)
    })
}

fn find(tx: &ReadTx, member: AccountId, secret: &str) -> Result<()> {
    let is_known = tx.has_unsubscribe_secret(member, Secret::claimed(secret).hash())?;
    if is_known { Ok(()) } else { Err(UNKNOWN) }
}
