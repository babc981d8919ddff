//! Operator API for credits.

use std::sync::Arc;

use axum::Router;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::prize::ledger::{Entry, Reason};
use crate::domain::prize::payment::PaymentProviderEvent;
use crate::http::extractors::{Json, Query};
use crate::services::accounts::members;
use crate::services::prize;

use super::call::{Operator, Reply};
use super::nouns::Noun;

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

/// Credits for a member.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Grant {
    /// Mail address, username or uid of the member.
    pub member: String,
    pub amount: u32,
    pub why: String,
}

/// Part of the ledger.
#[derive(Debug, Deserialize)]
struct CreditFilter {
    /// Only entries of this member.
    member: Option<String>,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/credits", get(list_credits).post(grant_credits))
        .route("/api/operator/credits/problems", get(list_payment_problems))
}

async fn list_credits(
    operator: Operator,
    Query(CreditFilter { member }): Query<CreditFilter>,
) -> Reply<Vec<Credit>> {
    let operator = operator.naming(Noun::Member, &member);
    let list = move |context: &Context, actor: &_| {
        let find = |member: String| members::find(context, actor, &member);
        prize::ledger(context, actor, member.map(find).transpose()?)
    };
    operator.list(list).await
}

async fn grant_credits(
    operator: Operator,
    Json(Grant { member, amount, why }): Json<Grant>,
) -> Reply<Credit> {
    let operator = operator.naming(Noun::Member, &member);
    let grant = move |context: &Context, actor: &_| {
        let to = members::find(context, actor, &member)?;
        prize::grant(context, actor, to, amount, &why)
    };
    operator.run(grant).await
}

async fn list_payment_problems(operator: Operator) -> Reply<Vec<Problem>> {
    let list = |context: &Context, actor: &_| {
        let events = prize::payment_issues(context, actor)?.into_iter();
        Ok(events.filter_map(problem).collect())
    };
    operator.list(list).await
}

fn problem(
    PaymentProviderEvent { id, kind, received_at, problem }: PaymentProviderEvent,
) -> Option<Problem> {
    Some(Problem { id, kind, received_at: received_at.to_string(), problem: problem? })
}
