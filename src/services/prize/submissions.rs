//! What a submission of handwriting takes: the first of a book is free, each after it takes a credit.

use crate::app::App;
use crate::domain::id::{AccountId, BookId};
use crate::domain::prize::MOST_RESUBMISSIONS;
use crate::domain::prize::ledger::{self, Reason};
use crate::domain::prize::play::{State, Submitted};
use crate::domain::secret::SecretHash;
use crate::error::{Error, Result};
use crate::store::{Read, WriteTx};

use super::credits::{LIMIT, add};

const NO_CREDIT: Error = Error::Conflict {
    field: None,
    words: "You have submitted a form of this book already. Submitting one again takes a credit.",
};

/// Handwriting that is about to be submitted.
pub struct Upload {
    pub account: AccountId,
    pub book: BookId,
    /// What its play was kept under; the sender may not know of plays.
    pub session: Option<SecretHash>,
}

/// Lets a submission pass, or says what it lacks, in its own transaction. Where there is no game everything passes.
///
/// The same upload, sent again because an answer was lost, is the same submission as long as it changes nothing.
pub fn admit_submission(app: &App, tx: &mut WriteTx, upload: &Upload, changes: bool) -> Result<()> {
    if !app.config.prize.enabled {
        return Ok(());
    }
    let Upload { account, book, session } = *upload;
    let session = match session {
        Some(session) => Some(session),
        None => waiting(&**tx, account, book)?,
    };
    let is_known = match session {
        Some(session) => tx.submitted(account, session)?.is_some(),
        None => tx.count_submitted(account, book)? > 0,
    };
    if is_known && !changes {
        return Ok(());
    }
    if tx.count_submitted(account, book)? > 0 {
        spend(app, tx, account, book)?;
    }
    let session = session.filter(|_| !is_known).map_or_else(|| app.random().map(SecretHash), Ok)?;
    tx.put_submitted(account, session, &Submitted { book, made_at: app.clock.now() })?;
    Ok(())
}

/// What the latest play that waits for a submission to this book was kept under.
fn waiting(tx: &(dyn Read + '_), account: AccountId, book: BookId) -> Result<Option<SecretHash>> {
    for play in tx.plays_of(account, None)? {
        let waits = play.state == State::Kept && play.book == book;
        if waits && tx.submitted(account, play.session)?.is_none() {
            return Ok(Some(play.session));
        }
    }
    Ok(None)
}

fn spend(app: &App, tx: &mut WriteTx, account: AccountId, book: BookId) -> Result<()> {
    let entries = tx.ledger_of(account)?;
    let used = ledger::resubmissions(&entries, book);
    if used >= MOST_RESUBMISSIONS {
        return Err(LIMIT);
    }
    if ledger::balance(&entries) < 1 {
        return Err(NO_CREDIT);
    }
    add(app, tx, account, -1, Reason::Resubmitted { book, number: used + 1 })?;
    Ok(())
}
