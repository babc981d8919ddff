//! Credits and retries: granted, bought at the checkout, counted; at most ten retries per book.

use crate::context::Context;
use crate::domain::audit::AuditAction;
use crate::domain::id::{AccountId, BookId};
use crate::domain::message::Message;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::prize::MAX_RESUBMISSIONS;
use crate::domain::prize::ledger::{self, Entry, Reason};
use crate::error::{Error, Result};
use crate::services::accounts::members;
use crate::services::accounts::sessions::{self, SessionContext};
use crate::services::operations::audit;
use crate::store::{ReadTx, WriteTx};

use super::{ensure_enabled, get_own, owner};

/// Error with the wording of the specification's message catalogue.
pub(super) fn limit_reached() -> Error {
    let message =
        Message::new("resubmission-limit", "The limit of {max} resubmissions has been reached.");
    Error::Conflict { field: None, message: message.with("max", MAX_RESUBMISSIONS) }
}
const COUNTED: Error = Error::Conflict {
    field: None,
    message: Message::new("already-counted", "A credit with this reference was already counted."),
};
const AT_THE_CHECKOUT: Error = Error::Conflict {
    field: None,
    message: Message::new("credits-at-checkout", "Credits are bought at the checkout."),
};

/// Adds a ledger entry.
///
/// # Errors
/// [`Error::Conflict`] when an entry for the same reason exists.
pub(super) fn add(
    context: &Context,
    tx: &mut WriteTx,
    account: AccountId,
    amount: i32,
    reason: Reason,
) -> Result<Entry> {
    let number = tx.ledger_of(account)?.last().map_or(0, |last| last.number) + 1;
    let entry = Entry { account, number, amount, reason, made_at: context.now() };
    if tx.add_to_ledger(&entry)? { Ok(entry) } else { Err(COUNTED) }
}

/// Finds a member by email or id, and returns their balance of credits.
pub fn credits_of(context: &Context, actor: &Actor, named: &str) -> Result<(AccountId, i64)> {
    ensure_enabled(context)?;
    let tx = context.read()?;
    let account = match named.parse::<AccountId>() {
        Ok(id) => {
            policy::may_see_all_of(actor, id)?;
            members::load(&tx, id)?.id
        }
        Err(_) => owner(&tx, actor, named)?.id,
    };
    Ok((account, ledger::balance(&tx.ledger_of(account)?)))
}

/// Retries of a member for a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Retries {
    /// Number of retries that are left.
    pub available: u32,
    pub used: u32,
    pub max: u32,
    /// Whether the next submission takes a credit: the first one does not.
    pub needs_credit: bool,
    /// Checkout link for a credit; `None` if retries are free.
    pub checkout: Option<String>,
}

/// Counts how often the member can submit a form of this book again; without a book, of the one that they last submitted to.
pub fn retries(
    context: &Context,
    actor: &Actor,
    email: &str,
    max: u32,
    book: Option<BookId>,
) -> Result<Retries> {
    ensure_enabled(context)?;
    let tx = context.read()?;
    let account = get_own(&tx, actor, email)?;
    let book = requested_or_latest_book(&tx, account.id, book)?;
    let entries = tx.ledger_of(account.id)?;
    let used = book.map_or(0, |book| ledger::resubmissions(&entries, book));
    let max = max.min(MAX_RESUBMISSIONS);
    let needs_credit = match book {
        Some(book) => tx.count_submitted(account.id, book)? > 0,
        None => false,
    };
    let checkout = super::checkout::address(context, &account);
    Ok(Retries { available: max.saturating_sub(used), used, max, needs_credit, checkout })
}

fn requested_or_latest_book(
    tx: &ReadTx,
    account: AccountId,
    book: Option<BookId>,
) -> Result<Option<BookId>> {
    match book {
        Some(book) => Ok(Some(crate::services::books::find(tx, book)?.id)),
        None => Ok(tx.last_submitted(account)?.map(|last| last.book)),
    }
}

/// Grants a free retry: to the actor where there is no checkout, or to anybody by an admin whose password was given just now. A
/// member with a credit gets none. Returns the number of resubmissions that are left.
pub fn add_retry(
    context: &Context,
    session_context: &SessionContext,
    email: &str,
    book: Option<BookId>,
) -> Result<u32> {
    ensure_enabled(context)?;
    context.rate_limits.check_play(policy::member(&session_context.actor)?)?;
    context.write_as_reloaded(&session_context.actor, |tx, actor| {
        let account = owner(tx, actor, email)?.id;
        // Only admins grant to others.
        let by = policy::member(actor).ok().filter(|by| *by != account);
        if by.is_some() {
            sessions::require_recent_auth_in(context, tx, session_context)?;
        }
        if context.config().prize.checkout.is_set() && by.is_none() {
            return Err(AT_THE_CHECKOUT);
        }
        let entries = tx.ledger_of(account)?;
        let book = requested_or_latest_book(tx, account, book)?;
        let used = book.map_or(0, |book| ledger::resubmissions(&entries, book));
        if used >= MAX_RESUBMISSIONS {
            return Err(limit_reached());
        }
        if ledger::balance(&entries) < 1 {
            let reason = match by {
                Some(_) => gift(context, tx, actor, account, 1, "a retry".to_owned())?,
                None => Reason::Free { number: ledger::free_retries(&entries) + 1 },
            };
            add(context, tx, account, 1, reason)?;
        }
        Ok(MAX_RESUBMISSIONS - used)
    })
}

/// Grants credits as an admin, with a reason.
pub fn grant(
    context: &Context,
    actor: &Actor,
    to: AccountId,
    amount: u32,
    why: &str,
) -> Result<Entry> {
    let (amount, why) =
        ledger::parse_grant(amount, why).map_err(|(field, words)| Error::invalid(field, words))?;
    context.write_as(actor, policy::may_administrate, |tx, actor| {
        members::load(tx, to)?;
        if policy::member(actor) == Ok(to) {
            return Err(Denied::Forbidden.into());
        }
        let reason = gift(context, tx, actor, to, amount, why)?;
        add(context, tx, to, amount, reason)
    })
}

/// Writes the audit entry of a grant, and returns its ledger reason.
fn gift(
    context: &Context,
    tx: &mut WriteTx,
    actor: &Actor,
    to: AccountId,
    amount: i32,
    why: String,
) -> Result<Reason> {
    let (whom, words) = (format!("member {to}"), format!("{amount}: {why}"));
    audit::record(context, tx, actor, AuditAction::GrantCredits, whom, words)?;
    Ok(Reason::Granted { by: policy::member(actor).ok(), why })
}

/// Lists the ledger, the latest entry first, of all members or of one.
pub fn ledger(context: &Context, actor: &Actor, of: Option<AccountId>) -> Result<Vec<Entry>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let Some(account) = of else { return Ok(tx.ledger()?) };
    let mut entries = tx.ledger_of(account)?;
    entries.reverse();
    Ok(entries)
}
