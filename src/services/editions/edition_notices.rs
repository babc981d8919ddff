//! Mails to contributors about new editions: preferences, sending and unsubscribing.

use crate::context::Context;
use crate::domain::account::Account;
use crate::domain::book::Book;
use crate::domain::edition_notices::EditionNotices;
use crate::domain::id::AccountId;
use crate::domain::item::Item;
use crate::domain::mail::MailPictures;
use crate::domain::memo::{Memo, MemoContent};
use crate::domain::policy::{self, Actor};
use crate::domain::secret::Secret;
use crate::error::{Error, Result};
use crate::mail::MailContent;
use crate::services::books;
use crate::services::operations::outbox;
use crate::store::{ReadTx, WriteTx};

/// Maximum number of characters of a memo in a mail.
const MAX_QUOTED: usize = 600;

const UNKNOWN: Error = Error::NotFound(Item::Link);

/// Returns the member's preference for mails about editions.
pub fn preference(context: &Context, actor: &Actor) -> Result<EditionNotices> {
    let member = policy::member(actor)?;
    Ok(context.read()?.preferences(member)?.edition_notices)
}

/// Stores the member's preference for mails about editions.
pub fn choose(context: &Context, actor: &Actor, notices: EditionNotices) -> Result<EditionNotices> {
    let member = policy::member(actor)?;
    context.rate_limits.check_change(member)?;
    context.write_as_reloaded(actor, |tx, actor| {
        policy::acts_as(actor, member)?;
        tx.change_preferences(member, |chosen| chosen.edition_notices = notices)?;
        Ok(notices)
    })
}

/// Mails a contributor about a published edition, if they have chosen so. Shows one of their memos.
pub(in crate::services) fn notify(
    context: &Context,
    tx: &mut WriteTx,
    member: &Account,
    (book, edition): (&Book, u32),
    memo: Option<&Memo>,
) -> Result<()> {
    let is_first = tx.first_notice(member.id, book.id)?.is_none();
    let receives_mail = outbox::sends_mail(context) && !member.disabled && !member.is_guest();
    if !receives_mail || !member.preferences.edition_notices.include(!is_first) {
        return Ok(());
    }
    tx.put_first_notice(member.id, book.id, context.now())?;
    let secret = context.secret()?;
    tx.put_unsubscribe_secret(member.id, secret.hash())?;
    let site = &context.config().public_url;
    // An unverified address may belong to another person, who must not get the memo.
    let memo = memo.filter(|_| member.email_verified);
    let question = memo.map(|memo| books::question_text(tx, memo.book, &memo.question));
    let question = question.transpose()?;
    let words = memo.map(|memo| words(tx, memo)).transpose()?.flatten();
    let message = MailContent::BookPublished {
        name: member.name.as_str(),
        book: &book.name,
        edition,
        is_first,
        question: question.as_deref(),
        words: words.as_deref(),
        link: &format!("{site}/book/{}/read", book.id),
        unsubscribe: &format!("{site}/unsubscribe/{}/{}", member.id, secret.reveal()),
    };
    let pictures = MailPictures { cover: Some((book.id, edition)), memo: memo.map(|memo| memo.id) };
    outbox::enqueue_with_pictures(context, tx, &member.email, &message, pictures)
}

/// Beginning of a typed memo, or of the transcription of a picture.
fn words(tx: &ReadTx, memo: &Memo) -> Result<Option<String>> {
    let words = match &memo.content {
        MemoContent::Text { post } => Some(post.as_str().to_owned()),
        MemoContent::Hand { .. } | MemoContent::Page { .. } => {
            tx.alt_text(memo.id)?.map(|alt| alt.as_str().to_owned())
        }
    };
    Ok(words.map(|words| beginning(&words)))
}

/// The text, cut if it is long: after a word where one ends near.
fn beginning(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(MAX_QUOTED) else { return text.to_owned() };
    let whole_words = text[..end].rsplit_once(char::is_whitespace).map(|(words, _)| words);
    // A script without spaces, or a long address, is cut anywhere.
    let shown = whole_words.filter(|words| words.len() * 4 >= end * 3);
    format!("{} …", shown.unwrap_or(&text[..end]).trim_end())
}

/// Checks the unsubscribe link of a mail.
///
/// # Errors
/// [`Error::NotFound`] if the link is unknown, or its account was deleted.
pub fn check_link(context: &Context, member: AccountId, secret: &str) -> Result<()> {
    find(&*context.read()?, member, secret)
}

/// Mails that an unsubscribe link stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscription {
    Editions,
    Reminders,
}

/// Unsubscribes the member of an unsubscribe link; needs no session.
///
/// # Errors
/// As [`check_link`].
pub fn unsubscribe(
    context: &Context,
    member: AccountId,
    secret: &str,
    subscription: Subscription,
) -> Result<()> {
    // Checked before the write transaction, so that invalid requests do not wait for the write lock.
    check_link(context, member, secret)?;
    context.write(|tx| {
        find(tx, member, secret)?;
        tx.change_preferences(member, |chosen| match subscription {
            Subscription::Editions => chosen.edition_notices = EditionNotices::None,
            Subscription::Reminders => chosen.declines_reminders = true,
        })?;
        Ok(())
    })
}

fn find(tx: &ReadTx, member: AccountId, secret: &str) -> Result<()> {
    let is_known = tx.has_unsubscribe_secret(member, Secret::from_untrusted(secret).hash())?;
    if is_known { Ok(()) } else { Err(UNKNOWN) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_text_is_cut_after_a_word() {
        assert_eq!(beginning("It rained."), "It rained.");
        let long = "ink ".repeat(200);
        let cut = beginning(&long);
        assert!(cut.ends_with("ink …") && cut.chars().count() <= MAX_QUOTED + 2, "{cut}");
        for opening in ["", "京都。\n"] {
            let unbroken = opening.to_owned() + &"墨".repeat(700);
            assert_eq!(beginning(&unbroken).chars().count(), MAX_QUOTED + 2);
        }
    }
}
