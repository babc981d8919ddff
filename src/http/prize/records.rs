//! Plays and credits for admins.

use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::context::Context;
use crate::domain::policy;
use crate::domain::prize::day::Day;
use crate::domain::prize::play::{Draw, Outcome, State as PlayStateNow};
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, Query, RequireSession, run_blocking};
use crate::http::ids::account_id;
use crate::http::view::{AuthorView, TimeView};
use crate::services::accounts::{members, sessions};
use crate::services::prize::{self, PlayDetails};

/// State of a play: `kept` until its form is submitted, `lost`, `won`, `limited` for a winning peg when no win was left, or `moved`
/// to a play of a later day.
#[derive(Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::http) enum PlayState {
    Kept,
    Lost,
    Won,
    Limited,
    Moved,
}

impl From<&PlayStateNow> for PlayState {
    fn from(state: &PlayStateNow) -> Self {
        match state {
            PlayStateNow::Kept => Self::Kept,
            PlayStateNow::Moved(_) => Self::Moved,
            PlayStateNow::Drawn(Draw { outcome: Outcome::Lost, .. }) => Self::Lost,
            PlayStateNow::Drawn(Draw { outcome: Outcome::Won, .. }) => Self::Won,
            PlayStateNow::Drawn(Draw { outcome: Outcome::Limited, .. }) => Self::Limited,
        }
    }
}

/// Play of the prize game.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct AdminPlayView {
    /// Id of day and number: `2026-11-22.17`.
    id: String,
    uid: String,
    author: AuthorView,
    bid: String,
    /// Name of the book.
    book: String,
    /// Marked pegs; the first is played.
    picks: Vec<String>,
    /// Winning pegs; empty until the play is decided.
    winning: Vec<String>,
    state: PlayState,
    kept_at: TimeView,
    decided_at: Option<TimeView>,
    /// Reward in words; null without a win.
    reward: Option<String>,
}

impl From<PlayDetails> for AdminPlayView {
    fn from(PlayDetails { play, player, book }: PlayDetails) -> Self {
        let draw = play.draw();
        let winning = draw.into_iter().flat_map(|draw| &draw.winning);
        Self {
            id: play.id.to_string(),
            uid: play.account.to_string(),
            author: player.into(),
            bid: play.book.to_string(),
            book,
            picks: play.picks.iter().map(ToString::to_string).collect(),
            winning: winning.map(ToString::to_string).collect(),
            state: (&play.state).into(),
            kept_at: play.kept_at.into(),
            decided_at: draw.map(|draw| draw.decided_at.into()),
            reward: draw.filter(|_| play.is_won()).map(|draw| draw.reward.clone()),
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct PlaysQuery {
    /// Filter by day, such as `2026-11-22`; the last day if both are left out.
    #[serde(default)]
    day: String,
    /// Filter by member, by uid.
    #[serde(default)]
    uid: String,
}

/// Lists plays, newest first, at most 200.
#[utoipa::path(get, path = "/api/admin/plays", tag = "admin",
    security(("apiToken" = ["administration"])), params(PlaysQuery),
    responses((status = 200, body = [AdminPlayView])))]
pub(in crate::http) async fn list_plays(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Query(PlaysQuery { day, uid }): Query<PlaysQuery>,
) -> Result<Json<Vec<AdminPlayView>>> {
    let load = move |context: &Context| {
        policy::may_administrate(&actor)?;
        let parse =
            |day: &str| day.parse::<Day>().map_err(|invalid| Error::invalid("day", invalid));
        let day = Some(day.as_str()).filter(|day| !day.is_empty()).map(parse).transpose()?;
        let uid = Some(uid.as_str()).filter(|uid| !uid.is_empty()).map(account_id).transpose()?;
        prize::list_plays(context, &actor, day, uid)
    };
    let plays = run_blocking(&context, load).await?;
    Ok(Json(plays.into_iter().map(AdminPlayView::from).collect()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct NewCredits {
    /// Mail address or username of the member.
    email: String,
    /// Number of credits, at least 1.
    amount: u32,
    /// Reason for the ledger.
    #[schema(max_length = 200)]
    why: String,
}

/// Granted credits.
#[derive(Serialize, ToSchema)]
pub(in crate::http) struct GrantedView {
    uid: String,
    amount: i32,
    /// Balance of the member after the grant.
    balance: i64,
}

/// Grants a member credits; admins cannot grant any to themselves. Needs a password that was given in the last five minutes.
#[utoipa::path(post, path = "/api/admin/credits", tag = "admin", request_body = NewCredits,
    responses((status = 201, body = GrantedView)))]
pub(in crate::http) async fn grant_credits(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(NewCredits { email, amount, why }): Json<NewCredits>,
) -> Result<(StatusCode, Json<GrantedView>)> {
    policy::may_administrate(&session_context.actor)?;
    let grant = move |context: &Context| {
        let actor = &session_context.actor;
        sessions::require_recent_auth(context, &session_context)?;
        let to = members::find(context, actor, &email)?;
        let given = prize::grant(context, actor, to, amount, &why)?;
        let (_, balance) = prize::credits_of(context, actor, &to.to_string())?;
        Ok(GrantedView { uid: to.to_string(), amount: given.amount, balance })
    };
    Ok((StatusCode::CREATED, Json(run_blocking(&context, grant).await?)))
}
