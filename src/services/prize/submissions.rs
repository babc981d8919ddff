//! Price of a submission of handwriting: the first of a book is free, each after it takes a credit.

use crate::context::Context;
use crate::domain::id::{AccountId, BookId};
use crate::domain::message::Message;
use crate::domain::prize::MAX_RESUBMISSIONS;
use crate::domain::prize::ledger::{self, Reason};
use crate::domain::prize::play::{Play, SubmissionRecord};
use crate::domain::secret::SecretHash;
use crate::error::{Error, Result};
use crate::store::WriteTx;

use super::credits::{add, limit_reached};
use super::days;

const NO_CREDIT: Error = Error::Conflict {
    field: None,
    message: Message::new(
        "credit-required",
        "You've already submitted a form for this book. Submitting again costs a credit.",
    ),
};

/// Handwriting that is about to be submitted.
pub struct Upload {
    pub account: AccountId,
    pub book: BookId,
    /// Session under which its play was stored; `None` if the client does not know of plays.
    pub session: Option<SecretHash>,
}

/// Admits a submission within its transaction, spending a credit if one is needed. Without the game every submission is
/// admitted.
///
/// A repeated upload, whose response was lost, counts as the same submission as long as it changes nothing.
pub fn admit_submission(
    context: &Context,
    tx: &mut WriteTx,
    upload: &Upload,
    changes: bool,
) -> Result<()> {
    if !context.config().prize.enabled {
        return Ok(());
    }
    let Upload { account, book, session } = *upload;
    let count = tx.count_submitted(account, book)?;
    let is_known = match session {
        Some(session) => tx.submitted(account, session)?.is_some(),
        None => count > 0,
    };
    if is_known && !changes {
        return Ok(());
    }
    if count > 0 {
        spend(context, tx, account, book)?;
    }
    let name = session.filter(|_| !is_known);
    let session = name.map_or_else(|| context.random().map(SecretHash), Ok)?;
    let (made_at, day) = (context.now(), days::open(context, tx)?.day);
    let submitted = SubmissionRecord { book, made_at, day, is_named: name.is_some() };
    Ok(tx.put_submitted(account, session, &submitted)?)
}

/// Finds the submission that a play belongs to: the one of the same session, or else the first without a session after the play
/// was stored, which then gets the play's session.
pub(super) fn submission_of(tx: &mut WriteTx, play: &Play) -> Result<Option<SubmissionRecord>> {
    let Play { account, session, book, kept_at, .. } = play;
    if let Some(named) = tx.submitted(*account, *session)? {
        return Ok(Some(named).filter(|named| named.book == *book));
    }
    let fits = |one: &(SecretHash, SubmissionRecord)| {
        !one.1.is_named && one.1.book == *book && one.1.made_at >= *kept_at
    };
    let unnamed = tx.all_submitted(*account)?.into_iter().filter(fits);
    let Some((before, submitted)) = unnamed.min_by_key(|(_, one)| one.made_at) else {
        return Ok(None);
    };
    let named = SubmissionRecord { is_named: true, ..submitted };
    tx.remove_submitted(*account, before)?;
    tx.put_submitted(*account, *session, &named)?;
    Ok(Some(named))
}

fn spend(context: &Context, tx: &mut WriteTx, account: AccountId, book: BookId) -> Result<()> {
    let entries = tx.ledger_of(account)?;
    let used = ledger::resubmissions(&entries, book);
    if used >= MAX_RESUBMISSIONS {
        return Err(limit_reached());
    }
    if ledger::balance(&entries) < 1 {
        return Err(NO_CREDIT);
    }
    add(context, tx, account, -1, Reason::Resubmitted { book, number: used + 1 })?;
    Ok(())
}
