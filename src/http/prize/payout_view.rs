//! Views of payouts, for admins.

use serde::Serialize;
use utoipa::ToSchema;

use crate::domain::prize::payout::{Decision, DecisionRecord, Status};
use crate::http::view::TimeView;
use crate::services::prize::PayoutWithWinner;

/// Payout, as an admin sees it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PayoutView {
    id: String,
    /// `claimed`, `approved`, `rejected` or `paid`.
    status: &'static str,
    play: String,
    reward: String,
    /// Uid of the winner's account, which a former member no longer has.
    uid: String,
    username: String,
    winner: String,
    claimed_at: TimeView,
    /// Payment details; null once the winner has left.
    details: Option<PayoutTo>,
    /// Steps so far, earliest first.
    steps: Vec<PayoutStep>,
}

/// Recipient and method of a payout.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PayoutTo {
    preferred_payment: &'static str,
    email: String,
    name: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct PayoutStep {
    made_at: TimeView,
    /// `approved`, `rejected` or `paid`.
    verdict: &'static str,
    /// Reason of a rejection.
    reason: Option<String>,
    /// Uid of the admin; null for the operator at the command line.
    by: Option<String>,
}

impl From<DecisionRecord> for PayoutStep {
    fn from(DecisionRecord { made_at, by, decision }: DecisionRecord) -> Self {
        let (verdict, reason) = match decision {
            Decision::Approved => (Status::Approved, None),
            Decision::Rejected(reason) => (Status::Rejected, Some(reason)),
            Decision::Paid => (Status::Paid, None),
        };
        let by = by.map(|by| by.to_string());
        Self { made_at: made_at.into(), verdict: verdict.as_str(), reason, by }
    }
}

impl From<PayoutWithWinner> for PayoutView {
    fn from(PayoutWithWinner { payout, winner }: PayoutWithWinner) -> Self {
        Self {
            id: payout.id.to_string(),
            status: payout.status().as_str(),
            play: payout.play.to_string(),
            uid: payout.account.to_string(),
            username: winner.username,
            winner: winner.name,
            claimed_at: payout.claimed_at.into(),
            details: payout.details.map(|to| PayoutTo {
                preferred_payment: to.preferred_payment.as_str(),
                email: to.email.as_str().to_owned(),
                name: to.name.as_str().to_owned(),
            }),
            steps: payout.steps.into_iter().map(PayoutStep::from).collect(),
            reward: payout.reward,
        }
    }
}
