//! Verdicts of admins on memos, which are reported to the author with their reason.

use crate::context::Context;
use crate::domain::blob::BlobHash;
use crate::domain::job::Job;
use crate::domain::mail::MailPictures;
use crate::domain::memo::{HiddenMemo, Memo, RemovedMemo};
use crate::domain::report::Verdict;
use crate::error::Result;
use crate::mail::{MailContent, ModeratedMemo};
use crate::services::books;
use crate::services::operations::outbox;
use crate::store::WriteTx;

/// Applies a verdict to a memo. Returns files that may be unreferenced now. Published editions stay as they were printed.
pub(super) fn apply(
    context: &Context,
    tx: &mut WriteTx,
    memo: &Memo,
    verdict: Verdict,
    why: &str,
) -> Result<Vec<BlobHash>> {
    match verdict {
        Verdict::Hide => hide(context, tx, memo, why)?,
        Verdict::Show => unhide(context, tx, memo)?,
        Verdict::Remove => {
            remove(context, tx, memo, why)?;
            return Ok(memo.content.blobs().collect());
        }
    }
    Ok(Vec::new())
}

/// Hides the memo, or changes the reason. For a hidden memo, the same reason or none changes nothing.
fn hide(context: &Context, tx: &mut WriteTx, memo: &Memo, why: &str) -> Result<()> {
    let before = tx.hidden_memo(memo.id)?;
    if before.as_ref().is_some_and(|before| why.is_empty() || before.why == why) {
        return Ok(());
    }
    let since = before.map_or_else(|| context.now(), |before| before.since);
    tx.hide_memo(memo, &HiddenMemo { since, why: why.to_owned() })?;
    // A keeper cannot accept what an admin has hidden.
    tx.remove_waiting(memo)?;
    notify_author(context, tx, memo, Verdict::Hide, why)
}

/// Shows a hidden memo again, which may make the next edition due.
fn unhide(context: &Context, tx: &mut WriteTx, memo: &Memo) -> Result<()> {
    if !tx.is_memo_hidden(memo.id)? {
        return Ok(());
    }
    tx.unhide_memo(memo)?;
    context.enqueue_once(tx, Job::PublishIfDue(memo.book))?;
    notify_author(context, tx, memo, Verdict::Show, "")
}

fn remove(context: &Context, tx: &mut WriteTx, memo: &Memo, why: &str) -> Result<()> {
    tx.remove_memo(memo)?;
    if tx.account(memo.author)?.is_none() {
        return Ok(());
    }
    let &Memo { id, book, author, .. } = memo;
    let (question, removed_at) = (memo.question.clone(), context.now());
    let why = why.to_owned();
    notify_author(context, tx, memo, Verdict::Remove, &why)?;
    Ok(tx.put_removed_memo(&RemovedMemo { id, book, author, question, removed_at, why })?)
}

/// Mails the author, if their account is active and its email is verified.
fn notify_author(
    context: &Context,
    tx: &mut WriteTx,
    memo: &Memo,
    verdict: Verdict,
    why: &str,
) -> Result<()> {
    let author = tx.account(memo.author)?;
    let Some(author) = author.filter(|author| author.email_verified && !author.disabled) else {
        return Ok(());
    };
    let moderated = ModeratedMemo {
        name: author.name.as_str(),
        book: &tx.book(memo.book)?.map(|book| book.name).unwrap_or_default(),
        question: &books::question_text(tx, memo.book, &memo.question)?,
        reason: why,
        link: &format!("{}/book/contribute/entry/{}", context.config().public_url, memo.book),
    };
    let message = match verdict {
        Verdict::Hide => MailContent::MemoHidden(moderated),
        Verdict::Show => MailContent::MemoShown(moderated),
        Verdict::Remove => MailContent::MemoRemoved(moderated),
    };
    // A removed memo has no picture any more.
    let pictures = MailPictures { memo: Some(memo.id), ..MailPictures::default() };
    outbox::enqueue_with_pictures(context, tx, &author.email, &message, pictures)
}
