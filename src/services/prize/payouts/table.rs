//! CSV export of payouts.

use crate::context::Context;
use crate::domain::policy::Actor;
use crate::domain::prize::payout::{Decision, Details};
use crate::domain::text::to_one_line;
use crate::error::Result;
use crate::services::csv_table;

use super::{PayoutWithWinner, list};

const HEAD: [&str; 12] = [
    "id", "status", "claimed", "play", "username", "winner", "reward", "method", "email", "name",
    "decided", "reason",
];

/// Exports all payouts, the newest first. No cell begins like a formula.
pub fn csv(context: &Context, actor: &Actor) -> Result<Vec<u8>> {
    let payouts = list(context, actor, None)?.into_iter();
    csv_table::write(&HEAD.map(str::to_owned), payouts.map(|shown| row(shown).to_vec()))
}

fn row(PayoutWithWinner { payout, winner }: PayoutWithWinner) -> [String; HEAD.len()] {
    let [method, email, name] = match &payout.details {
        Some(Details { preferred_payment, email, name }) => {
            [preferred_payment.as_str(), email.as_str(), name.as_str()].map(str::to_owned)
        }
        None => Default::default(),
    };
    let reason = payout.steps.iter().find_map(|step| match &step.decision {
        Decision::Rejected(reason) => Some(to_one_line(reason)),
        Decision::Approved | Decision::Paid => None,
    });
    let decided = payout.steps.last().map(|step| step.made_at.to_string());
    [
        payout.id.to_string(),
        payout.status().as_str().to_owned(),
        payout.claimed_at.to_string(),
        payout.play.to_string(),
        winner.username,
        winner.name,
        payout.reward,
        method,
        email,
        name,
        decided.unwrap_or_default(),
        reason.unwrap_or_default(),
    ]
}
