//! Handoff of a form: a phone uploads it for a tablet that cannot.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouterExt};
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::message::Message;
use crate::error::Error;
use crate::services::memos::handoff::{self, IssuedHandoff, Progress};

use super::body::BodyLimit;
use super::client_ip::ClientIp;
use super::error::Result;
use super::extract_form::Extraction;
use super::extractors::{AppState, Json, RequireSession, run_blocking};
use super::ids::book_id;
use super::multipart::Form;
use super::qr;
use super::view::TimeView;

pub(super) fn routes(upload: BodyLimit) -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(open_handoff))
        .routes(routes!(show_handoff))
        .routes(routes!(show_handoff_book))
        .routes(routes!(send_handoff).layer(upload.layer()))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct NewHandOver {
    bid: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct HandOverView {
    /// Code of six letters and digits.
    code: String,
    /// Link for the phone.
    link: String,
    /// QR code of the link, as a data URL.
    qrcode: String,
    expires_at: TimeView,
}

/// Makes a code with which a phone may send one form of the book to this session, within 15 minutes. Voids an earlier code.
#[utoipa::path(post, path = "/api/hand-over", tag = "memos", request_body = NewHandOver,
    responses((status = 201, body = HandOverView)))]
pub(super) async fn open_handoff(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Json(new): Json<NewHandOver>,
) -> Result<(StatusCode, Json<HandOverView>)> {
    let book = book_id(&new.bid)?;
    let IssuedHandoff { code, link, expires_at } =
        run_blocking(&context, move |context| handoff::open(context, &session_context, book))
            .await?;
    let qrcode = qr::data_url(&link)?;
    let view = HandOverView { code: code.to_string(), link, qrcode, expires_at: expires_at.into() };
    Ok((StatusCode::CREATED, Json(view)))
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum HandOverStep {
    Waiting,
    Reading,
    Read,
}

#[derive(Serialize, ToSchema)]
pub(super) struct HandOverProgress {
    step: HandOverStep,
    /// Result of reading the form; present once, after which the code is used up.
    extraction: Option<Extraction>,
}

/// Shows the progress of this session's code. The result is returned once.
#[utoipa::path(get, path = "/api/hand-over/{code}", tag = "memos", params(("code" = String, Path)),
    responses((status = 200, body = HandOverProgress)))]
pub(super) async fn show_handoff(
    State(context): AppState,
    RequireSession(session_context): RequireSession,
    Path(code): Path<String>,
) -> Result<Json<HandOverProgress>> {
    let progress =
        run_blocking(&context, move |context| handoff::progress(context, &session_context, &code))
            .await?;
    let (step, extraction) = match progress {
        Progress::Waiting => (HandOverStep::Waiting, None),
        Progress::Reading => (HandOverStep::Reading, None),
        Progress::Read(filled) => (HandOverStep::Read, Some(filled.into())),
    };
    Ok(Json(HandOverProgress { step, extraction }))
}

#[derive(Serialize, ToSchema)]
pub(super) struct HandOverBook {
    name: String,
}

/// Shows the book whose form a tablet waits for.
#[utoipa::path(get, path = "/api/hand-over/{code}/book", tag = "memos",
    params(("code" = String, Path)), responses((status = 200, body = HandOverBook)))]
pub(super) async fn show_handoff_book(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Path(code): Path<String>,
) -> Result<Json<HandOverBook>> {
    let book =
        run_blocking(&context, move |context| handoff::get_book_by_code(context, from, &code))
            .await?;
    Ok(Json(HandOverBook { name: book.name }))
}

/// Request body with a form from a phone.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the multipart form")]
pub(super) struct HandOverUpload {
    /// File, a PDF or PNG.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

#[derive(Serialize, ToSchema)]
pub(super) struct HandedOver {
    /// Number of boxes with handwriting.
    answers: usize,
}

/// Reads a form for the tablet that waits for it. The pictures are sent to the tablet alone.
#[utoipa::path(post, path = "/api/hand-over/{code}/file", tag = "memos",
    params(("code" = String, Path)),
    request_body(content = HandOverUpload, content_type = "multipart/form-data"),
    responses((status = 200, body = HandedOver)))]
pub(super) async fn send_handoff(
    State(context): AppState,
    ClientIp(from): ClientIp,
    Path(code): Path<String>,
    mut form: Form,
) -> Result<Json<HandedOver>> {
    // Checked before the upload is received, so that clients that guess codes are not waited for.
    let asked = code.clone();
    run_blocking(&context, move |context| handoff::get_book_by_code(context, from, &asked)).await?;
    let mut file = None;
    while let Some(part) = form.next().await? {
        match part.name().as_str() {
            "file" if file.is_some() => {
                return Err(Error::invalid(
                    "file",
                    Message::new("one-file-to-send", "Only one file can be sent."),
                )
                .into());
            }
            "file" => file = Some(part.file().await?),
            _ => {
                return Err(Error::invalid(
                    "file",
                    Message::new("form-field-unknown", "The form has no such field."),
                )
                .into());
            }
        }
    }
    let file = file.ok_or_else(|| {
        Error::invalid("file", Message::new("file-required", "Choose a PDF or PNG file."))
    })?;
    let answers =
        run_blocking(&context, move |context| handoff::send(context, &code, &file)).await?;
    Ok(Json(HandedOver { answers }))
}
