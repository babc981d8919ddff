//! Operator requests for payouts.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::PayoutId;
use crate::domain::policy::Actor;
use crate::domain::prize::payout::Verdict;
use crate::error::{Error, Required, Result};
use crate::services::prize::{self, PayoutReviewer, ShownPayout};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    /// Lists payouts, only those of a status if one is given.
    List {
        status: Option<String>,
    },
    Show {
        payout: String,
    },
    Approve {
        payout: String,
    },
    Reject {
        payout: String,
        reason: String,
    },
    Paid {
        payout: String,
    },
    /// Exports all payouts as a CSV table for spreadsheets.
    Export,
}

/// Payout, as the command line shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payout {
    pub id: String,
    pub status: String,
    pub play: String,
    pub reward: String,
    /// Name of the winner.
    pub winner: String,
    pub username: String,
    pub claimed_at: String,
    pub preferred_payment: Option<String>,
    pub email: Option<String>,
    pub name: Option<String>,
    /// Steps so far in words, earliest first.
    pub steps: Vec<String>,
}

impl From<ShownPayout> for Payout {
    fn from(ShownPayout { payout, winner }: ShownPayout) -> Self {
        let status = payout.status().as_str().to_owned();
        let (method, email, name) = match payout.details {
            Some(to) => (
                Some(to.preferred_payment.to_string()),
                Some(to.email.as_str().to_owned()),
                Some(to.name.as_str().to_owned()),
            ),
            None => (None, None, None),
        };
        let step = |step: crate::domain::prize::payout::Step| {
            let by = step.by.map_or_else(|| "the operator".to_owned(), |by| by.to_string());
            match step.verdict {
                Verdict::Approved => format!("{} approved by {by}", step.made_at),
                Verdict::Rejected(reason) => {
                    format!("{} rejected by {by}: {reason}", step.made_at)
                }
                Verdict::Paid => format!("{} paid by {by}", step.made_at),
            }
        };
        Self {
            id: payout.id.to_string(),
            status,
            play: payout.play.to_string(),
            reward: payout.reward,
            winner: winner.name,
            username: winner.username,
            claimed_at: payout.claimed_at.to_string(),
            preferred_payment: method,
            email,
            name,
            steps: payout.steps.into_iter().map(step).collect(),
        }
    }
}

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    let judge = PayoutReviewer { actor, session: None };
    let one = |payout: ShownPayout| Answer::Payout(Box::new(payout.into()));
    match request {
        Request::List { status } => {
            let status = status.map(|status| status.parse()).transpose();
            let status = status.map_err(|words: &str| Error::invalid("status", words))?;
            let all = prize::list_payouts(context, actor, status)?;
            Ok(Answer::Payouts(all.into_iter().map(Payout::from).collect()))
        }
        Request::Show { payout } => prize::payout(context, actor, id(&payout)?).map(one),
        Request::Approve { payout } => prize::approve(context, &judge, id(&payout)?).map(one),
        Request::Reject { payout, reason } => {
            prize::reject(context, &judge, id(&payout)?, &reason).map(one)
        }
        Request::Paid { payout } => prize::mark_paid(context, &judge, id(&payout)?).map(one),
        Request::Export => {
            let table = prize::csv(context, actor)?;
            Ok(Answer::Table(String::from_utf8_lossy(&table).into_owned()))
        }
    }
}

fn id(text: &str) -> Result<PayoutId> {
    text.parse().required("This payout")
}
