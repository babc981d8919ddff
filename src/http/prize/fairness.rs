//! Fairness of the draws, for anybody to verify.

use axum::extract::{Query, State};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::domain::prize::play::{Play, State as PlayState};
use crate::http::error::Result;
use crate::http::extractors::{AppState, Json, run_blocking};
use crate::services::prize::{self, Fairness};

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct DayQuery {
    /// Day, such as 2026-11-22; the current day of the game by default.
    day: Option<String>,
}

/// Day of the game.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct FairnessView {
    day: String,
    /// SHA-256 of the 32 bytes of the seed, in hexadecimal.
    commitment: String,
    /// Seed in hexadecimal; null before the day is over.
    seed: Option<String>,
    /// Number of the 49 pegs that win in each draw.
    winning_pegs: u8,
    /// Maximum number of wins of all members.
    wins: u32,
    wins_of_member: u32,
    /// Plays by number; null before the day is over.
    plays: Option<Vec<FairPlay>>,
}

/// Play of a day that is over.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct FairPlay {
    play: String,
    /// Peg that was played.
    entry: Option<String>,
    /// Winning pegs, smallest lot first; null for a play that was never submitted, or was drawn on another day.
    winning: Option<Vec<String>>,
    won: bool,
    /// Whether the peg was among the winning ones, but after the last win of the day or of this member.
    limited: bool,
    /// Id of the later play as which this one was drawn.
    moved: Option<String>,
}

impl From<Play> for FairPlay {
    fn from(play: Play) -> Self {
        let winning = play.draw().map(|draw| &draw.winning);
        let moved = match play.state {
            PlayState::Moved(to) => Some(to.to_string()),
            PlayState::Kept | PlayState::Drawn(_) => None,
        };
        Self {
            play: play.id.to_string(),
            entry: play.entry().map(|peg| peg.to_string()),
            winning: winning.map(|pegs| pegs.iter().map(ToString::to_string).collect()),
            won: play.is_won(),
            limited: play.is_limited(),
            moved,
        }
    }
}

impl From<Fairness> for FairnessView {
    fn from(Fairness { day, plays }: Fairness) -> Self {
        Self {
            day: day.day.to_string(),
            commitment: day.seed.commitment(),
            seed: plays.as_ref().map(|_| day.seed.reveal()),
            winning_pegs: day.rules.winning_pegs,
            wins: day.rules.wins,
            wins_of_member: day.rules.wins_of_member,
            plays: plays.map(|plays| plays.into_iter().map(FairPlay::from).collect()),
        }
    }
}

/// Shows a day's commitment; once the day is over also its seed and every draw, for anybody to compute again.
#[utoipa::path(get, path = "/api/prize/fairness", tag = "prize", security(("apiToken" = ["read"])),
    params(DayQuery), responses((status = 200, body = FairnessView)))]
pub(in crate::http) async fn show_fairness(
    State(context): AppState,
    Query(query): Query<DayQuery>,
) -> Result<Json<FairnessView>> {
    let day = run_blocking(&context, move |context| prize::fairness(context, query.day.as_deref()))
        .await?;
    Ok(Json(day.into()))
}
