//! Submitting memos and looking at one's own.

use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::form::Rect;
use crate::error::Error;
use crate::services::memos::{self, HandEntry};

use super::accounts::account_id;
use super::books::book_id;
use super::error::{ErrorBody, Result};
use super::extract::{AppState, Caller, Json, blocking};
use super::view::MemoView;

/// A form's handwriting: entry `n` of each list belongs together.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Handwriting {
    #[serde(default)]
    #[expect(dead_code, reason = "part of the documented shape; the pictures are cut already")]
    rects: Vec<RectView>,
    /// PNG pictures in base64, as /extract gave them.
    memos: Vec<String>,
    /// The keys of their questions.
    questions: Vec<String>,
}

/// A region of the page in pixels of a page 1404 wide.
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

/// Submits the handwriting of one form, all or nothing.
#[utoipa::path(post, path = "/api/memo/handwriting/publish", tag = "memos", request_body = HandwritingSubmission, responses(
    (status = 201, body = Submitted), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn publish_handwriting(
    State(app): AppState,
    Caller(actor): Caller,
    Json(submission): Json<HandwritingSubmission>,
) -> Result<(StatusCode, Json<Submitted>)> {
    let (uid, bid) = (account_id(&submission.uid)?, book_id(&submission.bid)?);
    let entries = entries(submission.data)?;
    let memos =
        blocking(&app, move |app| memos::publish_handwriting(app, &actor, uid, bid, &entries))
            .await?;
    let memos = memos.into_iter().map(MemoView::from).collect();
    Ok((StatusCode::CREATED, Json(Submitted { memos })))
}

fn entries(data: Handwriting) -> Result<Vec<HandEntry>, Error> {
    if data.memos.len() != data.questions.len() {
        return Err(Error::invalid(
            "data",
            "Every memo needs its question, and every question its memo.",
        ));
    }
    data.memos
        .iter()
        .zip(data.questions)
        .map(|(memo, question)| {
            let text = memo.strip_prefix("data:image/png;base64,").unwrap_or(memo);
            let png = STANDARD
                .decode(text)
                .map_err(|_| Error::invalid("memos", "A memo is not a picture in base64."))?;
            Ok(HandEntry { question, png })
        })
        .collect()
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct MemoQuery {
    uid: String,
    bid: String,
}

/// One's own memos of a book, newest first.
#[utoipa::path(post, path = "/api/memo/list", tag = "memos", request_body = MemoQuery, responses(
    (status = 200, body = [MemoView]), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn list_memos(
    State(app): AppState,
    Caller(actor): Caller,
    Json(query): Json<MemoQuery>,
) -> Result<Json<Vec<MemoView>>> {
    let (uid, bid) = (account_id(&query.uid)?, book_id(&query.bid)?);
    let memos = blocking(&app, move |app| memos::list(app, &actor, uid, bid)).await?;
    Ok(Json(memos.into_iter().map(MemoView::from).collect()))
}

#[derive(Serialize, ToSchema)]
pub(super) struct MemoCounts {
    hand: u32,
    page: u32,
    text: u32,
    total: u32,
}

/// How many memos of each kind one has in a book.
#[utoipa::path(post, path = "/api/memo/usr/count", tag = "memos", request_body = MemoQuery, responses(
    (status = 200, body = MemoCounts), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn count_memos(
    State(app): AppState,
    Caller(actor): Caller,
    Json(query): Json<MemoQuery>,
) -> Result<Json<MemoCounts>> {
    let (uid, bid) = (account_id(&query.uid)?, book_id(&query.bid)?);
    let [hand, page, text] = blocking(&app, move |app| memos::count(app, &actor, uid, bid)).await?;
    Ok(Json(MemoCounts { hand, page, text, total: hand + page + text }))
}
