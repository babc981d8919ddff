//! Prize game: plays, draws, credits for retries, and payouts.
//!
//! While the game is disabled, requests of members fail with [`Error::NotFound`], and every submission is admitted.

mod checkout;
mod credits;
mod days;
mod fairness;
mod payouts;
mod plays;
mod records;
mod submissions;

use crate::context::Context;
use crate::domain::account::{Account, Email};
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor, Denied};
use crate::error::{Error, Required, Result};
use crate::store::ReadTx;

pub use checkout::{handle_webhook, payment_issues};
pub use credits::{Retries, add_retry, credits_of, grant, ledger, retries};
pub use days::{open_day, schedule};
pub use fairness::{Fairness, fairness};
pub use payouts::{
    Claim, NamedAdmin, PayoutReviewer, PayoutWithWinner, Proof, approve, check_step, claim, csv,
    get as get_payout, list as list_payouts, mark_paid, next_win, reject, reviewer,
};
pub use plays::{DrawnPlay, RecordedPlay, draw_play, record_play};
pub use records::{PlayDetails, list as list_plays};
pub use submissions::{Upload, admit_submission};

/// Fails if the game is disabled.
pub fn ensure_enabled(context: &Context) -> Result<()> {
    if context.config().prize.enabled { Ok(()) } else { Err(Error::NotFound(Item::PrizeGame)) }
}

/// Account with the email in a request: the caller's own, or any account for an admin.
fn owner(tx: &ReadTx, actor: &Actor, email: &str) -> Result<Account> {
    let own = match actor {
        Actor::Member { account, .. } => tx.account(*account)?,
        Actor::Visitor | Actor::Operator => None,
    };
    let email = Email::parse(email).map_err(|words| Error::invalid("email", words))?;
    if let Some(own) = own.filter(|own| own.email.key() == email.key()) {
        return Ok(own);
    }
    policy::may_administrate(actor)?;
    tx.account_by_email(&email)?.required(Item::Member)
}

/// The caller's own account; fails if the email in the request is another's.
fn get_own(tx: &ReadTx, actor: &Actor, email: &str) -> Result<Account> {
    let id = policy::member(actor)?;
    let account = owner(tx, actor, email)?;
    if account.id == id { Ok(account) } else { Err(Denied::Forbidden.into()) }
}
