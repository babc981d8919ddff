//! Operator requests for credits.

use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::policy::Actor;
use crate::domain::prize::ledger::{Entry, Reason};
use crate::domain::prize::payment::WebhookEvent;
use crate::error::Result;
use crate::services::{members, prize};

use super::Answer;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Request {
    Grant {
        /// Mail address, username or uid of the member.
        member: String,
        amount: u32,
        why: String,
    },
    /// Lists the ledger of one member, or of all.
    List { member: Option<String> },
    /// Lists the payment provider's messages that an admin must look at.
    Problems,
}

/// Entry of the ledger.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Credit {
    pub uid: String,
    /// Number of the entry in the member's ledger, counted from 1.
    pub number: u32,
    pub amount: i32,
    pub made_at: String,
    /// Reason in words.
    pub reason: String,
}

/// Message of the payment provider with the problem that it caused.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    pub id: String,
    pub kind: String,
    pub received_at: String,
    pub problem: String,
}

impl From<Entry> for Credit {
    fn from(entry: Entry) -> Self {
        Self {
            uid: entry.account.to_string(),
            number: entry.number,
            amount: entry.amount,
            made_at: entry.made_at.to_string(),
            reason: match entry.reason {
                Reason::Granted { why, .. } => format!("given: {why}"),
                Reason::Free { .. } => "free retry".to_owned(),
                Reason::Bought { payment } => format!("bought: {payment}"),
                Reason::Refunded { payment, .. } => format!("the money went back: {payment}"),
                Reason::Resubmitted { book, number } => {
                    format!("resubmission {number} of book {book}")
                }
            },
        }
    }
}

pub(super) fn perform(context: &Context, actor: &Actor, request: Request) -> Result<Answer> {
    match request {
        Request::Grant { member, amount, why } => {
            let to = members::find(context, actor, &member)?;
            Ok(Answer::Credit(prize::grant(context, actor, to, amount, &why)?.into()))
        }
        Request::List { member } => {
            let find = |member: String| members::find(context, actor, &member);
            let member: Option<AccountId> = member.map(find).transpose()?;
            let entries = prize::ledger(context, actor, member)?;
            Ok(Answer::Credits(entries.into_iter().map(Credit::from).collect()))
        }
        Request::Problems => {
            let problems = prize::payment_issues(context, actor)?.into_iter().filter_map(problem);
            Ok(Answer::PaymentProblems(problems.collect()))
        }
    }
}

fn problem(WebhookEvent { id, kind, received_at, problem }: WebhookEvent) -> Option<Problem> {
    Some(Problem { id, kind, received_at: received_at.to_string(), problem: problem? })
}
