//! Claims of wins, and the verdicts on them.

use axum::extract::{Path, Query, State};
use axum::http::{StatusCode, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::domain::id::PayoutId;
use crate::domain::item::Item;
use crate::domain::policy;
use crate::domain::prize::payout::Status;
use crate::error::{Error, Required};
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, RequireSession, run_blocking};
use crate::http::ids::account_id;
use crate::services::prize::{self, Claim, PayoutReviewer, Proof};

use super::payout_view::PayoutView;

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(in crate::http) struct PayoutDetails {
    /// `Amazon Gift Card`, `PayPal` or `Venmo`.
    preferred_payment: String,
    email: String,
    name: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewPayout {
    uid: String,
    /// Mail address of the account.
    email: String,
    data: PayoutDetails,
}

/// Accepted claim.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct ClaimView {
    id: String,
    /// Id of the winning play.
    play: String,
    /// Reward in words.
    reward: String,
}

/// Win that can be claimed.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct WinView {
    play: String,
    /// Reward in words.
    reward: String,
}

/// Shows the caller's win that would be claimed next; null if there is none.
#[utoipa::path(get, path = "/api/prize/win", tag = "prize",
    responses((status = 200, body = Option<WinView>)))]
pub(in crate::http) async fn show_win(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<Json<Option<WinView>>> {
    let win = run_blocking(&context, move |context| prize::next_win(context, &actor)).await?;
    Ok(Json(win.map(|play| WinView {
        reward: play.draw().map(|draw| draw.reward.clone()).unwrap_or_default(),
        play: play.id.to_string(),
    })))
}

/// Claims the caller's earliest unclaimed win.
#[utoipa::path(post, path = "/payout-details", tag = "prize", request_body = NewPayout,
    responses((status = 201, body = ClaimView)))]
pub(in crate::http) async fn claim_payout(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(new): Json<NewPayout>,
) -> Result<(StatusCode, Json<ClaimView>)> {
    policy::member(&actor)?;
    let uid = account_id(&new.uid)?;
    let PayoutDetails { preferred_payment, email, name } = new.data;
    let claim = Claim { preferred_payment, email, name };
    let claim = move |context: &_| prize::claim(context, &actor, uid, &new.email, &claim);
    let payout = run_blocking(&context, claim).await?;
    let (id, play) = (payout.id.to_string(), payout.play.to_string());
    Ok((StatusCode::CREATED, Json(ClaimView { id, play, reward: payout.reward })))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PayoutsQuery {
    /// `claimed`, `approved`, `rejected` or `paid`; all by default.
    status: Option<String>,
}

/// Lists all payouts, newest first.
#[utoipa::path(get, path = "/api/admin/payouts", tag = "admin",
    security(("apiToken" = ["administration"])), params(PayoutsQuery),
    responses((status = 200, body = [PayoutView])))]
pub(in crate::http) async fn list_payouts(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(query): Query<PayoutsQuery>,
) -> Result<Json<Vec<PayoutView>>> {
    policy::may_administrate(&actor)?;
    let status = query.status.map(|status| status.parse::<Status>()).transpose();
    let status = status.map_err(|words| Error::invalid("status", words))?;
    let payouts =
        run_blocking(&context, move |context| prize::list_payouts(context, &actor, status)).await?;
    Ok(Json(payouts.into_iter().map(PayoutView::from).collect()))
}

/// Downloads all payouts as a CSV table for spreadsheets.
#[utoipa::path(get, path = "/api/admin/payouts.csv", tag = "admin",
    security(("apiToken" = ["administration"])),
    responses((status = 200, content_type = "text/csv", body = String)))]
pub(in crate::http) async fn download_payouts(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<impl IntoResponse> {
    let csv = run_blocking(&context, move |context| prize::csv(context, &actor)).await?;
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"payouts.csv\""),
        (header::CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, csv))
}

/// Verdict of an admin on a payout.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(in crate::http) enum PayoutVerdict {
    Approve,
    Reject,
    Paid,
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct PayoutDecision {
    verdict: PayoutVerdict,
    /// Reason of a rejection, for the winner: 1 to 600 characters.
    #[serde(default)]
    #[schema(max_length = 600)]
    reason: String,
}

/// Approves or rejects a payout, or marks it as paid. Needs a password that was given in the last five minutes. Admins cannot
/// decide on their own wins, nor mark as paid what they approved themselves.
#[utoipa::path(post, path = "/api/admin/payouts/{id}/decide", tag = "admin",
    params(("id" = String, Path)), request_body = PayoutDecision,
    responses((status = 200, body = PayoutView)))]
pub(in crate::http) async fn decide_payout(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(id): Path<String>,
    Json(PayoutDecision { verdict, reason }): Json<PayoutDecision>,
) -> Result<Json<PayoutView>> {
    policy::may_administrate(&session_context.actor)?;
    let id: PayoutId = id.parse().required(Item::Payout)?;
    let decide = move |context: &Context| {
        let reviewer = PayoutReviewer {
            actor: &session_context.actor,
            proof: Proof::Session(session_context.session),
        };
        match verdict {
            PayoutVerdict::Approve => prize::approve(context, &reviewer, id),
            PayoutVerdict::Reject => prize::reject(context, &reviewer, id, &reason),
            PayoutVerdict::Paid => prize::mark_paid(context, &reviewer, id),
        }
    };
    Ok(Json(run_blocking(&context, decide).await?.into()))
}
