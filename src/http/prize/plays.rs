//! Reading a form's pegs, and the draw.

use axum::extract::State;
use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::form::Peg;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::error::Error;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::multipart::Form;
use crate::paper::peg_words;
use crate::services::prize::{self, DrawnPlay, RecordedPlay};

use super::peg_upload::{Parts, PegUpload};
use super::session_token::parse_session_token;

/// Pegs read from a form.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct ReadPegs {
    dirty: DirtyPegs,
    /// Marked pegs in reading order.
    picks: Vec<String>,
    /// Peg that is played, the first of `picks`.
    accepted: Option<String>,
    /// Always empty: nothing is drawn before the form is submitted.
    winning: Vec<String>,
    /// Whether no win is left today, for all or for this member. If so, no play was stored.
    reached_max_daily_wins: bool,
    /// Id of the stored play, to be drawn by /deduct-credit.
    play: Option<String>,
    /// SHA-256 of the secret seed of the future draw.
    commitment: String,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct DirtyPegs {
    display: PegDisplay,
}

#[derive(Serialize, ToSchema)]
pub(in crate::http) struct PegDisplay {
    /// Grid with a green ring around the played peg and a red cross over disregarded ones, as a data URL; null if the form has no
    /// grid.
    marks: Option<String>,
    /// Description of the picture.
    words: String,
}

impl From<RecordedPlay> for ReadPegs {
    fn from(RecordedPlay { grid, play, reached_limit, commitment }: RecordedPlay) -> Self {
        let marks =
            grid.picture.map(|png| format!("data:image/png;base64,{}", STANDARD.encode(png)));
        Self {
            dirty: DirtyPegs { display: PegDisplay { marks, words: peg_words(&grid.picks) } },
            picks: names(&grid.picks),
            accepted: grid.picks.first().map(ToString::to_string),
            winning: Vec::new(),
            reached_max_daily_wins: reached_limit,
            play: play.map(|play| play.id.to_string()),
            commitment,
        }
    }
}

fn names(pegs: &[Peg]) -> Vec<String> {
    pegs.iter().map(ToString::to_string).collect()
}

/// Reads the pegs of a filled form and stores them as an undecided play, under the header `session-token`: a random name of the
/// upload.
#[utoipa::path(post, path = "/process-pdf", tag = "prize",
    params(("session-token" = String, Header)),
    request_body(content = PegUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = ReadPegs)))]
pub(in crate::http) async fn process_pdf(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    headers: HeaderMap,
    mut form: Form,
) -> Result<Json<ReadPegs>> {
    policy::may_take_part(&actor)?;
    let session = parse_session_token(&headers)?.ok_or_else(|| {
        Error::invalid(
            "session-token",
            Message::new(
                "session-token-required",
                "The header session-token must name the upload.",
            ),
        )
    })?;
    let mut parts = Parts::default();
    while let Some(part) = form.next().await? {
        parts.receive(part).await?;
    }
    parts.check_geometry()?;
    let file = parts.file.ok_or_else(|| {
        Error::invalid("file", Message::new("file-required", "Choose a PDF or PNG file."))
    })?;
    let (email, book) = (parts.email, parts.book);
    let keep =
        move |context: &_| prize::record_play(context, &actor, &email, &session, book, &file);
    Ok(Json(run_blocking(&context, keep).await?.into()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::http) struct PlayQuery {
    email: String,
    /// Id of the play; by default the latest that was submitted.
    play: Option<String>,
}

/// Drawn play.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct DrawView {
    play: String,
    /// Peg that was played.
    entry: Option<String>,
    winning: Vec<String>,
    won: bool,
    /// Whether the peg was among the winning ones, but after the last win of the day or of this member.
    limited: bool,
    /// Reward in words; empty without a win.
    reward: String,
    commitment: String,
}

impl From<DrawnPlay> for DrawView {
    fn from(DrawnPlay { play, commitment }: DrawnPlay) -> Self {
        Self {
            entry: play.entry().map(|peg| peg.to_string()),
            winning: play.draw().map(|draw| names(&draw.winning)).unwrap_or_default(),
            won: play.is_won(),
            limited: play.is_limited(),
            reward: play.draw().map(|draw| draw.reward.clone()).unwrap_or_default(),
            play: play.id.to_string(),
            commitment,
        }
    }
}

/// Draws the stored play whose form was submitted, exactly once: a second call returns the same result. A credit, if needed, was
/// taken when the form was submitted.
#[utoipa::path(post, path = "/deduct-credit", tag = "prize", request_body = PlayQuery,
    responses((status = 200, body = DrawView)))]
pub(in crate::http) async fn deduct_credit(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(query): Json<PlayQuery>,
) -> Result<Json<DrawView>> {
    policy::may_take_part(&actor)?;
    let decide =
        move |context: &_| prize::draw_play(context, &actor, &query.email, query.play.as_deref());
    Ok(Json(run_blocking(&context, decide).await?.into()))
}
