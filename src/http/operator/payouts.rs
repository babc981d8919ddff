//! Operator API for payouts.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::id::PayoutId;
use crate::domain::item::Item;
use crate::domain::prize::payout::Decision;
use crate::domain::text::to_one_line;
use crate::error::{Error, Required, Result};
use crate::http::extractors::{Json, Query};
use crate::services::prize::{self, NamedAdmin, PayoutReviewer, PayoutWithWinner, Proof};

use super::call::{Operator, Reply};
use super::nouns::Noun;

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

impl From<PayoutWithWinner> for Payout {
    fn from(PayoutWithWinner { payout, winner }: PayoutWithWinner) -> Self {
        let status = payout.status().as_str().to_owned();
        let (method, email, name) = match payout.details {
            Some(to) => (
                Some(to.preferred_payment.to_string()),
                Some(to.email.as_str().to_owned()),
                Some(to.name.as_str().to_owned()),
            ),
            None => (None, None, None),
        };
        let step = |step: crate::domain::prize::payout::DecisionRecord| {
            let by = step.by.map_or_else(|| "the operator".to_owned(), |by| by.to_string());
            match step.decision {
                Decision::Approved => format!("{} approved by {by}", step.made_at),
                Decision::Rejected(reason) => {
                    format!("{} rejected by {by}: {}", step.made_at, to_one_line(&reason))
                }
                Decision::Paid => format!("{} paid by {by}", step.made_at),
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

/// Part of the payouts.
#[derive(Debug, Deserialize)]
struct PayoutFilter {
    /// Only payouts of this status.
    status: Option<String>,
}

/// Admin who approves a payout or marks it as paid.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct DecidingAdmin {
    /// Mail address, username or uid; none names nobody, which is refused.
    pub admin: Option<String>,
    pub password: String,
}

/// Rejection of a payout.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Rejection {
    /// Reason for the winner.
    pub reason: String,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    let of_payout = Router::new()
        .route("/", get(show_payout))
        .route("/approve", get(check_approval).post(approve_payout))
        .route("/reject", get(check_rejection).post(reject_payout))
        .route("/paid", get(check_payment).post(mark_payout_paid));
    Router::new()
        .route("/api/operator/payouts", get(list_payouts))
        .nest("/api/operator/payouts/{payout}", of_payout)
}

async fn list_payouts(
    operator: Operator,
    Query(PayoutFilter { status }): Query<PayoutFilter>,
) -> Reply<Vec<Payout>> {
    let list = move |context: &Context, actor: &_| {
        let status = status.map(|status| status.parse()).transpose();
        let status = status.map_err(|unknown| Error::invalid("status", unknown))?;
        prize::list_payouts(context, actor, status)
    };
    operator.list(list).await
}

async fn show_payout(operator: Operator, Path(payout): Path<String>) -> Reply<Payout> {
    let show = |context: &Context, reviewer: &PayoutReviewer<'_>, id: PayoutId| {
        prize::get_payout(context, reviewer.actor, id)
    };
    review(operator, payout, show).await
}

/// Shows a payout that can be approved.
async fn check_approval(operator: Operator, Path(payout): Path<String>) -> Reply<Payout> {
    show_checked(operator, payout, Decision::Approved).await
}

/// Shows a payout that can be rejected.
async fn check_rejection(operator: Operator, Path(payout): Path<String>) -> Reply<Payout> {
    show_checked(operator, payout, Decision::Rejected(String::new())).await
}

/// Shows a payout that can be paid.
async fn check_payment(operator: Operator, Path(payout): Path<String>) -> Reply<Payout> {
    show_checked(operator, payout, Decision::Paid).await
}

async fn show_checked(operator: Operator, payout: String, decision: Decision) -> Reply<Payout> {
    let check = move |context: &Context, reviewer: &PayoutReviewer<'_>, id: PayoutId| {
        prize::check_step(context, reviewer.actor, id, decision)
    };
    review(operator, payout, check).await
}

async fn approve_payout(
    operator: Operator,
    Path(payout): Path<String>,
    Json(admin): Json<DecidingAdmin>,
) -> Reply<Payout> {
    review_as(operator, payout, admin, prize::approve).await
}

async fn reject_payout(
    operator: Operator,
    Path(payout): Path<String>,
    Json(Rejection { reason }): Json<Rejection>,
) -> Reply<Payout> {
    let reject = move |context: &Context, reviewer: &PayoutReviewer<'_>, id: PayoutId| {
        prize::reject(context, reviewer, id, &reason)
    };
    review(operator, payout, reject).await
}

async fn mark_payout_paid(
    operator: Operator,
    Path(payout): Path<String>,
    Json(admin): Json<DecidingAdmin>,
) -> Reply<Payout> {
    review_as(operator, payout, admin, prize::mark_paid).await
}

async fn review(
    operator: Operator,
    payout: String,
    service: impl FnOnce(&Context, &PayoutReviewer<'_>, PayoutId) -> Result<PayoutWithWinner>
    + Send
    + 'static,
) -> Reply<Payout> {
    review_as(operator, payout, DecidingAdmin::default(), service).await
}

async fn review_as(
    operator: Operator,
    payout: String,
    DecidingAdmin { admin, password }: DecidingAdmin,
    service: impl FnOnce(&Context, &PayoutReviewer<'_>, PayoutId) -> Result<PayoutWithWinner>
    + Send
    + 'static,
) -> Reply<Payout> {
    let operator = operator.naming(Noun::Payout, &payout).naming(Noun::Member, &admin);
    let review = move |context: &Context, actor: &_| {
        let admin = admin.map(|name| NamedAdmin { name, password });
        let actor = prize::reviewer(context, actor, admin.as_ref())?;
        let reviewer = PayoutReviewer { actor: &actor, proof: Proof::CommandLine };
        service(context, &reviewer, id(&payout)?)
    };
    operator.run(review).await
}

fn id(text: &str) -> Result<PayoutId> {
    text.parse().required(Item::Payout)
}
