//! Submission of handwritten and typed memos.

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::form::Rect;
use crate::error::Error;
use crate::services::memos::{self, HandwritingInput};

use super::accounts::account_id;
use super::books::book_id;
use super::error::{ErrorBody, Result};
use super::extract::{AppState, CurrentActor, Json, LargeJson, RequireSession, run_blocking};
use super::prize::plays::session_token;
use super::view::MemoView;

/// Handwriting of a form: item `n` of each list belongs together.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Handwriting {
    #[serde(default)]
    #[expect(dead_code, reason = "part of the documented shape; the pictures are cut already")]
    rects: Vec<RectView>,
    /// Pictures of the handwriting, PNG in base64, as returned by /extract.
    memos: Vec<String>,
    /// Keys of the questions.
    questions: Vec<String>,
    /// Transcriptions for readers who cannot see the pictures: at most 1000 characters each, empty for a picture without one. May
    /// be left out.
    #[serde(default)]
    alts: Vec<String>,
}

/// Region of a page, in pixels of a page 1404 wide.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RectView {
    top: u32,
    left: u32,
    width: u32,
    height: u32,
}

impl From<Rect> for RectView {
    fn from(rect: Rect) -> Self {
        Self { top: rect.top, left: rect.left, width: rect.width, height: rect.height }
    }
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HandwritingSubmission {
    bid: String,
    uid: String,
    data: Handwriting,
}

#[derive(Serialize, ToSchema)]
pub(super) struct Submitted {
    memos: Vec<MemoView>,
}

/// Submits the handwriting of one form, all or nothing. Where the prize game is played, the header `session-token` names the
/// upload, with the same value as for /process-pdf.
#[utoipa::path(post, path = "/api/memo/handwriting/publish", tag = "memos", params(("session-token" = Option<String>, Header)), request_body = HandwritingSubmission, responses(
    (status = 201, body = Submitted), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 413, body = ErrorBody),
    (status = 422, body = ErrorBody), (status = 429, body = ErrorBody), (status = 503, body = ErrorBody), (status = 507, body = ErrorBody)))]
pub(super) async fn publish_handwriting(
    State(context): AppState,
    // Checked before the body is received, so that a visitor's 32 MiB are not waited for.
    RequireSession(present): RequireSession,
    headers: HeaderMap,
    body: LargeJson<HandwritingSubmission>,
) -> Result<(StatusCode, Json<Submitted>)> {
    let session = session_token(&headers)?;
    let publish = move |context: &Context, submission: HandwritingSubmission| {
        let (uid, bid) = (account_id(&submission.uid)?, book_id(&submission.bid)?);
        let entries = entries(submission.data)?;
        memos::publish_handwriting(context, &present.actor, uid, bid, &entries, session.as_ref())
    };
    let memos = body.run(&context, publish).await?;
    let memos = MemoView::all(&context.config(), memos);
    Ok((StatusCode::CREATED, Json(Submitted { memos })))
}

fn entries(data: Handwriting) -> Result<Vec<HandwritingInput>, Error> {
    if data.memos.len() != data.questions.len() {
        return Err(Error::invalid(
            "data",
            "Every memo needs its question, and every question its memo.",
        ));
    }
    if !data.alts.is_empty() && data.alts.len() != data.memos.len() {
        return Err(Error::invalid(
            "data",
            "There are more or fewer words for pictures than memos.",
        ));
    }
    let alts = data.alts.into_iter().chain(std::iter::repeat_with(String::new));
    data.memos
        .iter()
        .zip(data.questions)
        .zip(alts)
        .map(|((memo, question), alt)| {
            let text = memo.strip_prefix("data:image/png;base64,").unwrap_or(memo);
            let png = STANDARD
                .decode(text)
                .map_err(|_| Error::invalid("memos", "A memo is not a picture in base64."))?;
            Ok(HandwritingInput { question, png, alt })
        })
        .collect()
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct TextSubmission {
    bid: String,
    uid: String,
    /// Key of the question.
    qid: String,
    /// Text of 4 to 400 characters, counted as Unicode does, without the spaces around it.
    post: String,
    /// Text of the question as the screen shows it; ignored in favour of the book's own.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the documented shape")]
    question: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct OneSubmitted {
    memo: Option<MemoView>,
}

/// Submits a typed memo.
#[utoipa::path(post, path = "/api/memo/text/publish", tag = "memos", request_body = TextSubmission, responses(
    (status = 201, body = OneSubmitted), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn publish_text(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(submission): Json<TextSubmission>,
) -> Result<(StatusCode, Json<OneSubmitted>)> {
    let TextSubmission { bid, uid, qid, post, .. } = submission;
    let (uid, bid) = (account_id(&uid)?, book_id(&bid)?);
    let publish =
        move |context: &Context| memos::publish_text(context, &actor, uid, bid, &qid, &post);
    let memo = run_blocking(&context, publish).await?;
    let memo = memo.map(|memo| MemoView::of(&context.config(), memo));
    Ok((StatusCode::CREATED, Json(OneSubmitted { memo })))
}
