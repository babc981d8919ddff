//! Submission of handwritten and typed memos.

use std::fmt;
use std::sync::Arc;

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Visitor;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::id::AccountId;
use crate::domain::message::Message;
use crate::domain::policy::Actor;
use crate::domain::time::Timestamp;
use crate::error::Error;
use crate::services::memos::{self, HandwritingInput, SubmissionRequest};

use super::bounded_list::one_for_each_question;
use super::error::{ApiError, Result};
use super::extractors::{AppState, CurrentActor, Json, LargeJson, queue_write, run_blocking};
use super::ids::{account_id, book_id};
use super::prize::session_token::parse_session_token;
use super::view::{MemoView, RectView};

/// Handwriting of a form: item `n` of each list belongs together.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Handwriting {
    #[serde(default, deserialize_with = "one_for_each_question")]
    #[expect(dead_code, reason = "part of the documented shape; the pictures are cut already")]
    rects: Vec<RectView>,
    /// Pictures of the handwriting, PNG in base64, as returned by /extract.
    #[serde(deserialize_with = "one_for_each_question")]
    #[schema(value_type = Vec<String>)]
    memos: Vec<Base64Picture>,
    /// Keys of the questions.
    #[serde(deserialize_with = "one_for_each_question")]
    questions: Vec<String>,
    /// Transcriptions for readers who cannot see the pictures: at most 1000 characters each, empty for a picture without one. May
    /// be left out.
    #[serde(default, deserialize_with = "one_for_each_question")]
    alts: Vec<String>,
}

/// Picture in base64, decoded while it is parsed; `None` if it is not base64.
pub(super) struct Base64Picture(pub(super) Option<Vec<u8>>);

impl<'de> Deserialize<'de> for Base64Picture {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Text;

        impl Visitor<'_> for Text {
            type Value = Base64Picture;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }

            fn visit_str<E>(self, text: &str) -> Result<Base64Picture, E> {
                let text = text.strip_prefix("data:image/png;base64,").unwrap_or(text);
                Ok(Base64Picture(STANDARD.decode(text).ok()))
            }
        }

        deserializer.deserialize_str(Text)
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
pub(super) struct SubmissionView {
    pub(super) memos: Vec<MemoView>,
}

/// Submits the handwriting of one form, all or nothing. Where the prize game is played, the header `session-token` names the
/// upload, with the same value as for /process-pdf.
#[utoipa::path(post, path = "/api/memo/handwriting/publish", tag = "memos",
    security(("apiToken" = ["memos"])), params(("session-token" = Option<String>, Header)),
    request_body = HandwritingSubmission, responses((status = 201, body = SubmissionView)))]
pub(super) async fn publish_handwriting(
    State(context): AppState,
    // Checked before the body is received, so that 32 MiB are neither waited for nor parsed in vain.
    Submitter { actor, account, begun_at }: Submitter,
    headers: HeaderMap,
    body: LargeJson<HandwritingSubmission>,
) -> Result<(StatusCode, Json<SubmissionView>)> {
    let session = parse_session_token(&headers)?;
    let publish = move |context: &Context, submission: HandwritingSubmission| {
        let (uid, bid) = (account_id(&submission.uid)?, book_id(&submission.bid)?);
        let entries = entries(submission.data)?;
        let request = SubmissionRequest { actor: &actor, claimed: uid, begun_at };
        memos::publish_handwriting(context, &request, bid, &entries, session.as_ref())
    };
    let memos = body.run(&context, account, publish).await?;
    let memos = MemoView::all(&context.config(), memos);
    Ok((StatusCode::CREATED, Json(SubmissionView { memos })))
}

/// Extractor of a member who may submit at this time; counts a submission.
pub(super) struct Submitter {
    actor: Actor,
    account: AccountId,
    /// Beginning of the request.
    begun_at: Timestamp,
}

impl FromRequestParts<Arc<Context>> for Submitter {
    type Rejection = ApiError;

    async fn from_request_parts(
        parts: &mut Parts,
        context: &Arc<Context>,
    ) -> Result<Self, ApiError> {
        let CurrentActor(actor) = CurrentActor::from_request_parts(parts, context).await?;
        let begun_at = context.now();
        let check = move |context: &Context| Ok((memos::check_submission(context, &actor)?, actor));
        let (account, actor) = run_blocking(context, check).await?;
        Ok(Self { actor, account, begun_at })
    }
}

fn entries(data: Handwriting) -> Result<Vec<HandwritingInput>, Error> {
    if data.memos.len() != data.questions.len() {
        return Err(Error::invalid(
            "data",
            Message::new(
                "memos-and-questions-differ",
                "Every memo needs its question, and every question its memo.",
            ),
        ));
    }
    if !data.alts.is_empty() && data.alts.len() != data.memos.len() {
        return Err(Error::invalid(
            "data",
            Message::new(
                "transcriptions-and-memos-differ",
                "There are more or fewer transcriptions than memos.",
            ),
        ));
    }
    let alts = data.alts.into_iter().chain(std::iter::repeat_with(String::new));
    data.memos
        .into_iter()
        .zip(data.questions)
        .zip(alts)
        .map(|((Base64Picture(png), question), alt)| {
            let words = Message::new("memo-undecodable", "A memo is not a picture in base64.");
            let png = png.ok_or_else(|| Error::invalid("memos", words))?;
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
    #[schema(max_length = 400)]
    post: String,
    /// Text of the question as the screen shows it; ignored in favour of the book's own.
    #[serde(default)]
    #[expect(dead_code, reason = "part of the documented shape")]
    question: String,
}

#[derive(Serialize, ToSchema)]
pub(super) struct SubmittedMemo {
    memo: Option<MemoView>,
}

/// Submits a typed memo.
#[utoipa::path(post, path = "/api/memo/text/publish", tag = "memos",
    security(("apiToken" = ["memos"])), request_body = TextSubmission,
    responses((status = 201, body = SubmittedMemo)))]
pub(super) async fn publish_text(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Json(submission): Json<TextSubmission>,
) -> Result<(StatusCode, Json<SubmittedMemo>)> {
    let TextSubmission { bid, uid, qid, post, .. } = submission;
    let (uid, bid) = (account_id(&uid)?, book_id(&bid)?);
    let begun_at = context.now();
    let publish = move |context: &Context| {
        let request = SubmissionRequest { actor: &actor, claimed: uid, begun_at };
        memos::publish_text(context, &request, bid, &qid, &post)
    };
    let memo = queue_write(&context, publish).await?;
    let memo = memo.map(|memo| MemoView::of(&context.config(), memo));
    Ok((StatusCode::CREATED, Json(SubmittedMemo { memo })))
}
