//! Reading of a filled form.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::context::Context;
use crate::domain::form::BOXES;
use crate::domain::id::BookId;
use crate::domain::message::Message;
use crate::domain::policy;
use crate::domain::progress::Progress;
use crate::error::Error;
use crate::paper::{ReadingWarning, Stage};
use crate::services::memos::reading::{self, FilledForm};

use super::bounded_list::one_for_each_question;
use super::error::Result;
use super::extractors::{AppState, CurrentActor, Json, idempotency_key, run_blocking};
use super::ids::book_id;
use super::multipart::Form;
use super::view::RectView;

/// Questions and areas of the form, as the screen knows them. The server's own record of the form decides.
#[derive(Default, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ExtractData {
    bid: Option<String>,
    #[serde(default, deserialize_with = "one_for_each_question")]
    #[expect(
        dead_code,
        reason = "part of the documented shape; the issued form names its questions"
    )]
    labels: Vec<LabelQuery>,
    #[serde(default, deserialize_with = "one_for_each_question")]
    #[expect(dead_code, reason = "part of the documented shape; the form's geometry is fixed")]
    rects: Vec<RectView>,
}

#[derive(Deserialize, ToSchema)]
#[expect(dead_code, reason = "part of the documented shape")]
pub(super) struct LabelQuery {
    key: String,
    #[serde(default)]
    description: String,
}

/// Question that a memo answers.
#[derive(Serialize, ToSchema)]
pub(super) struct Label {
    key: String,
    description: String,
}

/// Request body of /extract.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form")]
pub(super) struct ExtractUpload {
    /// File, a PDF or PNG.
    #[schema(value_type = String, format = Binary)]
    pdf: Vec<u8>,
    data: Option<String>,
}

/// Handwriting of a form: item `n` of each list belongs together.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Extraction {
    /// Indexes of the questions in the book, counted from 0.
    dirty_indices: Vec<usize>,
    rects: Vec<RectView>,
    /// Pictures of the handwriting, PNG in base64.
    memos: Vec<String>,
    labels: Vec<Label>,
    /// First page with handwriting, counted from 1.
    page: u32,
    /// Marked pegs in reading order.
    picks: Vec<String>,
    form_id: String,
    /// Confidence from 0 to 1 that the page was located correctly.
    confidence: f32,
    /// Warnings to check before submitting; usually none.
    checks: Vec<CheckView>,
    /// Indexes of the questions in the book, counted from 0, whose boxes the warnings `faint` and `stained` are about, with an
    /// answer or without.
    doubtful_indices: Vec<usize>,
}

/// Warning about a page that was read.
#[derive(Serialize, ToSchema)]
pub(super) struct CheckView {
    /// Stable code of the warning.
    #[schema(example = "outside")]
    code: String,
    /// Message for people, a sentence or two.
    message: String,
}

/// Reads a filled form. Nothing is stored.
#[utoipa::path(post, path = "/extract", tag = "memos", security(("apiToken" = ["memos"])),
    params(("idempotency-key" = Option<String>, Header, description = "A name by which to ask for the progress.")),
    request_body(content = ExtractUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = Extraction)))]
pub(super) async fn extract_memos(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    headers: HeaderMap,
    mut form: Form,
) -> Result<Json<Extraction>> {
    // Checked before the upload is received, so that a visitor's 32 MiB are not waited for.
    policy::may_have_forms_read(&actor)?;
    let (mut file, mut book) = (None, None);
    while let Some(part) = form.next().await? {
        match part.name().as_str() {
            "pdf" if file.is_some() => {
                return Err(Error::invalid(
                    "pdf",
                    Message::new("one-file-to-read", "Only one file can be read at a time."),
                )
                .into());
            }
            "pdf" => file = Some(part.file().await?),
            "data" => book = parse_data(&part.text().await?)?,
            _ => {
                return Err(Error::invalid(
                    "pdf",
                    Message::new("form-field-unknown", "The form has no such field."),
                )
                .into());
            }
        }
    }
    let file = file.ok_or_else(|| {
        Error::invalid("pdf", Message::new("file-required", "Choose a PDF or PNG file."))
    })?;
    let name = idempotency_key(&headers);
    let read =
        move |context: &Context| reading::read(context, &actor, book, &file, name.as_deref());
    Ok(Json(run_blocking(&context, read).await?.into()))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum ReadingStep {
    /// Not being read: not yet, or no longer.
    None,
    /// Waiting for other uploads to be read.
    Queued,
    /// Searching the pages for the form.
    Searching,
    /// Reading the pages of the form.
    Reading,
}

/// Progress of an upload.
#[derive(Serialize, ToSchema)]
pub(super) struct ReadingProgressView {
    step: ReadingStep,
    /// Number of pages done.
    page: u64,
    /// Number of pages in all; 0 while unknown.
    pages: u64,
}

/// Shows the progress of the caller's own upload to /extract that was sent with this name in the header `idempotency-key`.
#[utoipa::path(get, path = "/api/extract/{name}", tag = "memos", security(("apiToken" = ["memos"])),
    params(("name" = String, Path)), responses((status = 200, body = ReadingProgressView)))]
pub(super) async fn show_reading_progress(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(name): Path<String>,
) -> Result<Json<ReadingProgressView>> {
    let state = reading::progress(&context, &actor, &name)?;
    let (step, Progress { done, of }) = match state {
        None => (ReadingStep::None, Progress::default()),
        Some(reading::State::Queued) => (ReadingStep::Queued, Progress::default()),
        Some(reading::State::Pages(Stage::Searching, step)) => (ReadingStep::Searching, step),
        Some(reading::State::Pages(Stage::Reading, step)) => (ReadingStep::Reading, step),
    };
    Ok(Json(ReadingProgressView { step, page: done, pages: of }))
}

fn parse_data(text: &str) -> Result<Option<BookId>, Error> {
    let data: ExtractData = serde_json::from_str(text).map_err(|error| {
        let message = Message::new(
            "request-malformed",
            "The request doesn't match the API's documentation. {reason}",
        );
        Error::invalid("data", message.with("reason", error.to_string()))
    })?;
    data.bid.as_deref().map(book_id).transpose()
}

impl From<FilledForm> for Extraction {
    fn from(filled: FilledForm) -> Self {
        let boxes = filled.boxes;
        Self {
            dirty_indices: boxes.iter().map(|one| one.index).collect(),
            rects: boxes.iter().map(|one| BOXES[one.place].into()).collect(),
            memos: boxes.iter().map(|one| STANDARD.encode(&one.png)).collect(),
            labels: boxes
                .into_iter()
                .map(|one| Label {
                    key: one.question.key.as_str().to_owned(),
                    description: one.question.description,
                })
                .collect(),
            page: filled.page,
            picks: filled.picks.iter().map(ToString::to_string).collect(),
            form_id: filled.code.words(),
            confidence: filled.confidence,
            checks: filled.checks.into_iter().map(CheckView::from).collect(),
            doubtful_indices: filled.doubtful,
        }
    }
}

impl From<ReadingWarning> for CheckView {
    fn from(check: ReadingWarning) -> Self {
        Self { code: check.code().to_owned(), message: check.to_string() }
    }
}
