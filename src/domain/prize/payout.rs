//! Payouts: the claims of winners, and the decisions of admins on them.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::account::{Email, Name};
use crate::id::{AccountId, PayoutId};
use crate::message::Message;
use crate::text::{has_unprintable, to_paragraphs};
use crate::time::Timestamp;

use super::payment_method::PaymentMethod;
use super::play::PlayId;

const MAX_REASON_LENGTH: usize = 600;

/// Recipient and payment method. Deleted with the account.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    pub preferred_payment: PaymentMethod,
    pub email: Email,
    pub name: Name,
}

/// Claim of one win.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Payout {
    pub id: PayoutId,
    pub account: AccountId,
    /// Play that won.
    pub play: PlayId,
    /// Description of the reward at the time of the claim.
    pub reward: String,
    /// Recipient and payment method; `None` once the winner has left.
    pub details: Option<Details>,
    pub claimed_at: Timestamp,
    /// Decisions of admins, the earliest first.
    pub steps: Vec<DecisionRecord>,
}

/// Decision on a payout.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DecisionRecord {
    pub made_at: Timestamp,
    /// Admin who decided; `None` for the operator.
    pub by: Option<AccountId>,
    pub decision: Decision,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Decision {
    Approved,
    /// Rejected, with a reason for the winner.
    Rejected(String),
    Paid,
}

/// Status of a payout. State machine: claimed → approved → paid; a claimed or approved one can be rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    Claimed,
    Approved,
    Rejected,
    Paid,
}

impl Status {
    pub const ALL: [Self; 4] = [Self::Claimed, Self::Approved, Self::Rejected, Self::Paid];

    /// The word in JSON and on screen.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Claimed => "claimed",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
            Self::Paid => "paid",
        }
    }
}

impl FromStr for Status {
    type Err = Message;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|status| status.as_str() == text);
        known.ok_or(Message::new(
            "payout-status-unknown",
            "A payout is claimed, approved, rejected or paid.",
        ))
    }
}

impl Payout {
    pub fn status(&self) -> Status {
        match self.steps.last().map(|step| &step.decision) {
            None => Status::Claimed,
            Some(Decision::Approved) => Status::Approved,
            Some(Decision::Rejected(_)) => Status::Rejected,
            Some(Decision::Paid) => Status::Paid,
        }
    }

    /// Admin who approved a payout that waits to be paid; `None` when the operator did, or in any other status.
    pub fn approved_by(&self) -> Option<AccountId> {
        self.steps.last().filter(|step| step.decision == Decision::Approved)?.by
    }

    /// Adds a step: a claimed payout can be approved or rejected, an approved one paid or still rejected.
    ///
    /// # Errors
    /// A message when the status does not allow this step.
    pub fn with_step(mut self, step: DecisionRecord) -> Result<Self, Message> {
        match (self.status(), &step.decision) {
            (Status::Claimed, Decision::Approved | Decision::Rejected(_))
            | (Status::Approved, Decision::Paid | Decision::Rejected(_)) => {
                self.steps.push(step);
                Ok(self)
            }
            (Status::Claimed, Decision::Paid) => {
                Err(Message::new("payout-not-approved", "This payout must be approved first."))
            }
            (Status::Approved, Decision::Approved) => {
                Err(Message::new("payout-approved", "This payout is approved already."))
            }
            (Status::Rejected, _) => {
                Err(Message::new("payout-rejected", "This payout was rejected."))
            }
            (Status::Paid, _) => Err(Message::new("payout-paid", "This payout is paid already.")),
        }
    }
}

/// Parses the reason of a rejection, in its lines.
///
/// # Errors
/// A message when the reason is empty or too long, or has characters that cannot be printed.
pub fn parse_reason(text: &str) -> Result<String, Message> {
    let reason = to_paragraphs(text);
    let length = reason.chars().count();
    if !(1..=MAX_REASON_LENGTH).contains(&length) || has_unprintable(&reason) {
        return Err(Message::new(
            "rejection-reason-length",
            "Tell the winner why, in {min} to {max} characters.",
        )
        .with("min", 1_u32)
        .with("max", MAX_REASON_LENGTH));
    }
    Ok(reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp { seconds: 1, nanoseconds: 0 };

    fn payout(decisions: &[Decision]) -> Payout {
        let play = PlayId { day: "2026-11-22".parse().unwrap(), number: 1 };
        let account = AccountId::new(NOW, [1; 10]);
        let steps = decisions.iter().map(|decision| DecisionRecord {
            made_at: NOW,
            by: None,
            decision: decision.clone(),
        });
        Payout {
            id: PayoutId::new(NOW, [2; 10]),
            account,
            play,
            reward: "a book".into(),
            details: None,
            claimed_at: NOW,
            steps: steps.collect(),
        }
    }

    #[test]
    fn money_goes_out_once_and_only_after_approval() {
        use Decision::{Approved, Paid, Rejected};
        let no = || Rejected("We do not know you.".into());
        let after = |steps: &[Decision], next| {
            let step = DecisionRecord { made_at: NOW, by: None, decision: next };
            payout(steps).with_step(step).map(|payout| payout.status())
        };
        assert_eq!(after(&[], Approved), Ok(Status::Approved));
        assert_eq!(after(&[], no()), Ok(Status::Rejected));
        assert_eq!(after(&[Approved], Paid), Ok(Status::Paid));
        assert_eq!(after(&[Approved], no()), Ok(Status::Rejected));
        assert!(after(&[], Paid).is_err() && after(&[Approved], Approved).is_err());
        for last in [Approved, Paid, no()] {
            assert!(after(&[no()], last.clone()).is_err());
            assert!(after(&[Approved, Paid], last).is_err());
        }
    }

    #[test]
    fn payout_reason_is_short_and_printable() {
        assert_eq!(parse_reason(" No\n such address. "), Ok("No\nsuch address.".into()));
        for bad in ["", " ", "a\u{202e}", &"x".repeat(601)] {
            assert!(parse_reason(bad).is_err(), "{bad:?}");
        }
    }
}
