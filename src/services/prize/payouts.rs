//! Payouts: winners claim, and admins decide, but never on a win of their own.

mod table;

use crate::context::Context;
use crate::domain::account::{Account, Email, Name};
use crate::domain::audit::AuditAction;
use crate::domain::author::Author;
use crate::domain::id::{AccountId, PayoutId};
use crate::domain::invalid::FieldErrors;
use crate::domain::item::Item;
use crate::domain::policy::{self, Actor, Denied};
use crate::domain::prize::payout::{
    Decision, DecisionRecord, Details, Payout, Status, parse_reason,
};
use crate::domain::prize::play::Play;
use crate::domain::secret::SecretHash;
use crate::domain::text::to_one_line;
use crate::error::{Error, Required, Result};
use crate::mail::MailContent;
use crate::services::accounts::{credentials, members};
use crate::services::operations::{audit, outbox};
use crate::store::{ReadTx, WriteTx};

use super::{ensure_enabled, get_own};

pub use table::csv;

/// Claim form as it was sent.
#[derive(Clone, Debug)]
pub struct Claim {
    pub preferred_payment: String,
    pub email: String,
    pub name: String,
}

/// Claims the member's earliest unclaimed win.
pub fn claim(
    context: &Context,
    actor: &Actor,
    claimed: AccountId,
    email: &str,
    claim: &Claim,
) -> Result<Payout> {
    ensure_enabled(context)?;
    policy::acts_as(actor, claimed)?;
    let details = parse(claim)?;
    context.write_as_reloaded(actor, |tx, actor| {
        policy::acts_as(actor, claimed)?;
        let winner = get_own(tx, actor, email)?;
        let win = unclaimed(tx, winner.id)?.ok_or(Denied::NothingWon)?;
        let claimed_at = context.now();
        let payout = Payout {
            id: PayoutId::new(claimed_at, context.random()?),
            account: winner.id,
            play: win.id,
            reward: win.draw().map(|draw| draw.reward.clone()).unwrap_or_default(),
            details: Some(details),
            claimed_at,
            steps: Vec::new(),
        };
        tx.put_payout(&payout)?;
        notify_winner(context, tx, &payout)?;
        Ok(payout)
    })
}

fn parse(claim: &Claim) -> Result<Details> {
    let mut errors = FieldErrors::default();
    let preferred_payment = errors.collect("preferredPayment", claim.preferred_payment.parse());
    let email = errors.collect("email", Email::parse(&claim.email));
    let name = errors.collect("name", Name::parse(&claim.name));
    let details = match (preferred_payment, email, name) {
        (Some(preferred_payment), Some(email), Some(name)) => {
            Some(Details { preferred_payment, email, name })
        }
        _ => None,
    };
    Ok(errors.into_result(details)?)
}

/// Finds the member's earliest unclaimed win.
fn unclaimed(tx: &ReadTx, account: AccountId) -> Result<Option<Play>> {
    for play in tx.plays_of(account, None)?.into_iter().rev() {
        if play.is_won() && tx.payout_of_play(play.id)?.is_none() {
            return Ok(Some(play));
        }
    }
    Ok(None)
}

/// Returns the win that the member can claim next, if there is one.
pub fn next_win(context: &Context, actor: &Actor) -> Result<Option<Play>> {
    ensure_enabled(context)?;
    unclaimed(&*context.read()?, policy::member(actor)?)
}

/// Payout with its winner.
#[derive(Clone, Debug)]
pub struct PayoutWithWinner {
    pub payout: Payout,
    pub winner: Author,
}

/// Lists payouts, the newest first, optionally only those of one status.
pub fn list(
    context: &Context,
    actor: &Actor,
    status: Option<Status>,
) -> Result<Vec<PayoutWithWinner>> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let mut all = tx.payouts()?;
    all.retain(|payout| status.is_none_or(|status| payout.status() == status));
    all.into_iter().map(|payout| load_details(&tx, payout)).collect()
}

/// Returns one payout.
pub fn get(context: &Context, actor: &Actor, id: PayoutId) -> Result<PayoutWithWinner> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let payout = tx.payout(id)?.required(Item::Payout)?;
    load_details(&tx, payout)
}

fn load_details(tx: &ReadTx, payout: Payout) -> Result<PayoutWithWinner> {
    let winner = Author::of(tx.account(payout.account)?.as_ref());
    Ok(PayoutWithWinner { payout, winner })
}

/// Reviewer of a payout.
pub struct PayoutReviewer<'a> {
    pub actor: &'a Actor,
    pub proof: Proof,
}

/// Proof that the reviewer is at the keyboard.
#[derive(Clone, Copy, Debug)]
pub enum Proof {
    /// Session in which the admin has just given the password.
    Session(SecretHash),
    /// The command line: the operator, or an admin whose password was checked for this step.
    CommandLine,
}

/// Admin who decides at the command line.
#[derive(Clone, Debug)]
pub struct NamedAdmin {
    /// Mail address, username or uid.
    pub name: String,
    pub password: String,
}

/// Actor for the admin who decides at the command line; the operator without one.
///
/// # Errors
/// If there is no such admin, or the password is wrong.
pub fn reviewer(context: &Context, operator: &Actor, admin: Option<&NamedAdmin>) -> Result<Actor> {
    let Some(NamedAdmin { name, password }) = admin else { return Ok(operator.clone()) };
    let id = members::find(context, operator, name)?;
    let tx = context.read()?;
    let account = members::load(&tx, id)?;
    credentials::verify_password(context, &account, password)?;
    let actor = tx.actor_of(&account)?;
    policy::may_administrate(&actor)?;
    Ok(actor)
}

/// Approves a payout.
pub fn approve(
    context: &Context,
    reviewer: &PayoutReviewer<'_>,
    id: PayoutId,
) -> Result<PayoutWithWinner> {
    step(context, reviewer, id, Decision::Approved)
}

/// Rejects a payout, with a reason for the winner.
pub fn reject(
    context: &Context,
    reviewer: &PayoutReviewer<'_>,
    id: PayoutId,
    reason: &str,
) -> Result<PayoutWithWinner> {
    let reason = parse_reason(reason).map_err(|words| Error::invalid("reason", words))?;
    step(context, reviewer, id, Decision::Rejected(reason))
}

/// Marks a payout as paid.
pub fn mark_paid(
    context: &Context,
    reviewer: &PayoutReviewer<'_>,
    id: PayoutId,
) -> Result<PayoutWithWinner> {
    step(context, reviewer, id, Decision::Paid)
}

fn step(
    context: &Context,
    reviewer: &PayoutReviewer<'_>,
    id: PayoutId,
    decision: Decision,
) -> Result<PayoutWithWinner> {
    policy::may_administrate(reviewer.actor)?;
    context.write_as_reloaded(reviewer.actor, |tx, actor| {
        policy::may_administrate(actor)?;
        let payout = tx.payout(id)?.required(Item::Payout)?;
        policy::may_review_payout(actor, payout.account)?;
        if let Proof::Session(session) = reviewer.proof {
            let session = tx.session(session)?.ok_or(Denied::RecentSignInRequired)?;
            policy::require_recent_sign_in(&session, context.now())?;
        }
        let (action, words) = match &decision {
            Decision::Approved => (AuditAction::ApprovePayout, String::new()),
            Decision::Rejected(reason) => (AuditAction::RejectPayout, to_one_line(reason)),
            Decision::Paid => (AuditAction::PayPayout, String::new()),
        };
        let payout = advance(context, actor, payout, decision)?;
        audit::record(context, tx, actor, action, format!("payout {id}"), words)?;
        tx.put_payout(&payout)?;
        notify_winner(context, tx, &payout)?;
        load_details(tx, payout)
    })
}

/// Adds a step to a payout, if its status allows it.
fn advance(context: &Context, actor: &Actor, payout: Payout, decision: Decision) -> Result<Payout> {
    match decision {
        Decision::Approved => drop(policy::may_approve(actor)?),
        Decision::Paid => policy::may_pay(actor, payout.approved_by())?,
        Decision::Rejected(_) => {}
    }
    add_step(context, payout, policy::member(actor).ok(), decision)
}

fn add_step(
    context: &Context,
    payout: Payout,
    by: Option<AccountId>,
    decision: Decision,
) -> Result<Payout> {
    let step = DecisionRecord { made_at: context.now(), by, decision };
    payout.with_step(step).map_err(|message| Error::Conflict { field: None, message })
}

/// Loads a payout whose status allows the decision, before an admin is named for it.
pub fn check_step(
    context: &Context,
    actor: &Actor,
    id: PayoutId,
    decision: Decision,
) -> Result<PayoutWithWinner> {
    policy::may_administrate(actor)?;
    let tx = context.read()?;
    let payout = tx.payout(id)?.required(Item::Payout)?;
    policy::may_review_payout(actor, payout.account)?;
    add_step(context, payout.clone(), None, decision)?;
    load_details(&tx, payout)
}

/// Mails the winner the status of their payout, if their account is active.
fn notify_winner(context: &Context, tx: &mut WriteTx, payout: &Payout) -> Result<()> {
    let winner = tx.account(payout.account)?;
    let Some(Account { email, name, .. }) = winner.filter(|winner| !winner.disabled) else {
        return Ok(());
    };
    let (name, reward) = (name.as_str(), payout.reward.as_str());
    let message = match payout.steps.last().map(|step| &step.decision) {
        None => MailContent::PayoutClaimed { name, reward },
        Some(Decision::Approved) => MailContent::PayoutApproved { name, reward },
        Some(Decision::Rejected(reason)) => MailContent::PayoutRejected { name, reward, reason },
        Some(Decision::Paid) => {
            let method = payout.details.as_ref().map(|details| details.preferred_payment.as_str());
            MailContent::PayoutPaid { name, reward, method }
        }
    };
    outbox::enqueue_unlimited(context, tx, &email, &message)
}
