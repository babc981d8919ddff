//! Submission of a full page.

use axum::extract::State;
use axum::http::StatusCode;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use utoipa::ToSchema;

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::error::Error;
use crate::services::memos::{self, SubmissionRequest};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, run_blocking};
use super::ids::{account_id, book_id};
use super::multipart::{Form, Part};
use super::response_budget;
use super::view::MemoView;

/// Request body with a full page.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form")]
pub(super) struct PageUpload {
    /// File, a PDF of one page or a PNG. The part may also be named `pdf`.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    bid: String,
    uid: String,
    /// Key of the question.
    qid: String,
    /// Transcription for readers who cannot see the picture; at most 1000 characters.
    #[schema(max_length = 1000)]
    alt: Option<String>,
    /// Other data of the screen; ignored.
    data: Option<String>,
}

/// Submitted page.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SubmittedPage {
    memo: Option<MemoView>,
    /// Picture of the page, PNG in base64.
    base64_image: String,
}

/// Parts of a [`PageUpload`], as they arrive.
#[derive(Default)]
struct Parts {
    file: Option<UploadedFile>,
    bid: String,
    uid: String,
    qid: String,
    alt: String,
}

impl Parts {
    async fn receive(&mut self, part: Part<'_>) -> Result<()> {
        match part.name().as_str() {
            "file" | "pdf" if self.file.is_some() => {
                let words =
                    Message::new("one-file-to-submit", "Only one file can be submitted at a time.");
                return Err(Error::invalid("file", words).into());
            }
            "file" | "pdf" => self.file = Some(part.file().await?),
            "bid" => self.bid = part.text().await?,
            "uid" => self.uid = part.text().await?,
            "qid" => self.qid = part.text().await?,
            "alt" => self.alt = part.text().await?,
            "data" => {}
            _ => {
                return Err(Error::invalid(
                    "file",
                    Message::new("form-field-unknown", "The form has no such field."),
                )
                .into());
            }
        }
        Ok(())
    }
}

/// Submits a full page: a PDF of one page, or a PNG.
#[utoipa::path(post, path = "/api/memo/page/publish", tag = "memos",
    security(("apiToken" = ["memos"])),
    request_body(content = PageUpload, content_type = "multipart/form-data"),
    responses((status = 201, body = SubmittedPage)))]
pub(super) async fn publish_page(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    mut form: Form,
) -> Result<(StatusCode, Json<SubmittedPage>)> {
    // Checked before the upload is received, so that 32 MiB are not waited for in vain.
    let begun_at = context.now();
    let member = policy::may_submit_memos(&actor, policy::member(&actor)?)?;
    response_budget::ensure_room(&context, member)?;
    let mut parts = Parts::default();
    while let Some(part) = form.next().await? {
        parts.receive(part).await?;
    }
    let Parts { file, bid, uid, qid, alt } = parts;
    let file = file.ok_or_else(|| {
        Error::invalid("file", Message::new("file-required", "Choose a PDF or PNG file."))
    })?;
    let (uid, bid) = (account_id(&uid)?, book_id(&bid)?);
    let publish = move |context: &Context| {
        let request = SubmissionRequest { actor: &actor, claimed: uid, begun_at };
        memos::publish_page(context, &request, bid, &qid, &file, &alt)
    };
    let page = run_blocking(&context, publish).await?;
    let base64_image = STANDARD.encode(&page.png);
    let memo = page.memo.map(|memo| MemoView::of(&context.config(), memo));
    Ok((StatusCode::CREATED, Json(SubmittedPage { memo, base64_image })))
}
