//! A member's plays, credits and payouts, for the export.

use serde::Serialize;

use crate::domain::account::Account;
use crate::domain::form::Peg;
use crate::domain::prize::ledger::Reason;
use crate::domain::prize::payout::Payout;
use crate::domain::prize::play::Play;
use crate::error::Result;
use crate::store::ReadTx;

use super::{Entry, Part};

pub(super) const PRIZE: Part = Part {
    about: "prize-game.json\n    Your plays with what was drawn, your credits, and what you claimed.\n",
    entries,
};

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PrizeFile {
    plays: Vec<PlayFile>,
    credits: Vec<CreditFile>,
    payouts: Vec<PayoutFile>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PlayFile {
    play: String,
    bid: String,
    kept_at: String,
    picks: Vec<String>,
    /// `None` for a play that was not drawn, or that was moved to a later day's play.
    winning: Option<Vec<String>>,
    won: bool,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct CreditFile {
    made_at: String,
    amount: i32,
    reason: &'static str,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PayoutFile {
    play: String,
    reward: String,
    claimed_at: String,
    status: &'static str,
    preferred_payment: Option<&'static str>,
    email: Option<String>,
    name: Option<String>,
}

fn entries(tx: &ReadTx, account: &Account) -> Result<Vec<Entry>> {
    let (plays, ledger) = (tx.plays_of(account.id, None)?, tx.ledger_of(account.id)?);
    let payouts = tx.payouts_of(account.id)?;
    if plays.is_empty() && ledger.is_empty() {
        return Ok(Vec::new());
    }
    let credit = |entry: crate::domain::prize::ledger::Entry| CreditFile {
        made_at: entry.made_at.to_string(),
        amount: entry.amount,
        reason: reason(&entry.reason),
    };
    let file = PrizeFile {
        plays: plays.iter().map(play).collect(),
        credits: ledger.into_iter().map(credit).collect(),
        payouts: payouts.into_iter().map(payout).collect(),
    };
    Ok(vec![Entry::json("prize-game.json", &file)?])
}

fn play(play: &Play) -> PlayFile {
    let names = |pegs: &[Peg]| pegs.iter().map(ToString::to_string).collect();
    PlayFile {
        play: play.id.to_string(),
        bid: play.book.to_string(),
        kept_at: play.kept_at.to_string(),
        picks: names(&play.picks),
        winning: play.draw().map(|draw| names(&draw.winning)),
        won: play.is_won(),
    }
}

fn payout(payout: Payout) -> PayoutFile {
    let status = payout.status().as_str();
    let (method, email, name) = match payout.details {
        Some(to) => (
            Some(to.preferred_payment.as_str()),
            Some(to.email.as_str().to_owned()),
            Some(to.name.as_str().to_owned()),
        ),
        None => (None, None, None),
    };
    PayoutFile {
        play: payout.play.to_string(),
        reward: payout.reward,
        claimed_at: payout.claimed_at.to_string(),
        status,
        preferred_payment: method,
        email,
        name,
    }
}

fn reason(reason: &Reason) -> &'static str {
    match reason {
        Reason::Granted { .. } => "given by an admin",
        Reason::Free { .. } => "free retry",
        Reason::Bought { .. } => "bought",
        Reason::Refunded { .. } => "the money went back",
        Reason::Resubmitted { .. } => "a form was submitted again",
    }
}
