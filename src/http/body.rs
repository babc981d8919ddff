//! Request bodies: the limit of each, and receiving them within the budgets of [`BodyBudgets`](crate::body_budgets::BodyBudgets).

use std::fmt;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{self, Poll};

use axum::Extension;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use http_body::{Frame, SizeHint};
use http_body_util::BodyExt;
use parking_lot::Mutex;

use crate::body_budgets::{BudgetExhausted, BudgetOwner, Reservation, UploadedFile};
use crate::context::Context;
use crate::domain::message::Message;
use crate::services::operations::quota;

use super::error::{ApiError, Result};
use super::extractors::run_blocking;
use super::operator::OperatorAccess;
use super::requester::Requester;

/// Maximum of a JSON body in bytes, for every route without a limit of its own.
const MAX_JSON: usize = 64 << 10;
/// Maximum of the questions that an admin imports or replaces, in bytes: a hundred of 300 characters, or a file of them with
/// comments, or an Excel workbook in base64 with a picture or two.
const MAX_QUESTIONS: usize = 2 << 20;
/// Maximum of one picture of handwriting in base64, in bytes: the largest box in colour.
const MAX_PICTURE_JSON: usize = 2 << 20;
/// Maximum of an operator's JSON body, in bytes.
const MAX_OPERATOR_JSON: usize = 4 << 20;
/// Maximum of a multipart part that is not a file, in bytes: the data that the screen sends about a hundred questions.
const MAX_TEXT_PART: usize = 256 << 10;
/// Number of bytes written to an uploaded file between two checks of the free disk space.
const DISK_CHECK: u64 = 1 << 20;

/// Maximum length of a route's body, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodyLimit(usize);

impl BodyLimit {
    /// Limit of every route without one of its own.
    pub(super) const DEFAULT: Self = Self(MAX_JSON);

    /// Limit of a file, and of a form's pictures in base64, from the settings.
    pub(super) fn upload(context: &Context) -> Self {
        Self(context.config().max_upload())
    }

    /// Limit of a book's questions.
    pub(super) const fn questions() -> Self {
        Self(MAX_QUESTIONS)
    }

    /// Limit of one picture of handwriting in base64.
    pub(super) const fn picture() -> Self {
        Self(MAX_PICTURE_JSON)
    }

    /// Limit of a multipart part that is not a file.
    pub(super) const fn text_part() -> Self {
        Self(MAX_TEXT_PART)
    }

    /// Limit of the operator's requests: a book's questions, or a mail.
    fn operator(context: &Context) -> Self {
        Self(MAX_OPERATOR_JSON + context.config().mail.inbound.largest())
    }

    /// Layer for the routes with this limit.
    pub(super) fn layer(self) -> (Extension<Self>, DefaultBodyLimit) {
        (Extension(self), DefaultBodyLimit::max(self.0))
    }

    pub(super) fn allows(self, length: u64) -> bool {
        length <= self.0 as u64
    }

    fn check(self, length: u64) -> Result<()> {
        if self.allows(length) { Ok(()) } else { Err(self.refusal()) }
    }

    /// Status 413 for a longer body.
    pub(super) fn refusal(self) -> ApiError {
        let message =
            Message::new("body-too-large", "This is too large. At most {max} can be sent.");
        let message = message.with("max", self.to_string());
        ApiError::request(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message)
    }
}

impl fmt::Display for BodyLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 >> 20, self.0 >> 10) {
            (0, kib) => write!(f, "{kib} KiB"),
            (mib, _) => write!(f, "{mib} MiB"),
        }
    }
}

impl From<BudgetExhausted> for ApiError {
    fn from(_: BudgetExhausted) -> Self {
        let words = Message::new(
            "uploads-busy",
            "Too many uploads are in progress. Please try again in a moment.",
        );
        Self::request(StatusCode::SERVICE_UNAVAILABLE, "busy", words)
    }
}

/// Memory reserved for one request's body until the response.
#[derive(Clone, Default)]
pub(super) struct HeldBytes(Arc<Mutex<Option<Reservation>>>);

impl HeldBytes {
    fn grow(&self, bytes: usize) -> Result<()> {
        let mut reservation = self.0.lock();
        Ok(reservation.as_mut().map_or(Ok(()), |reservation| reservation.grow(bytes as u64))?)
    }
}

/// Receiver of a request's body.
pub(super) struct Receiver {
    context: Arc<Context>,
    pub(super) limit: BodyLimit,
    sender: BudgetOwner,
    held: HeldBytes,
}

impl Receiver {
    /// Makes the receiver of a request; returns it with the request's parts and body.
    pub(super) fn of(request: Request, context: &Arc<Context>) -> (Self, Parts, Body) {
        let (parts, body) = request.into_parts();
        let sender = Requester::of(context, &parts.headers, &parts.extensions).sender(context);
        let held: HeldBytes = parts.extensions.get().cloned().unwrap_or_default();
        let limit = if parts.extensions.get::<OperatorAccess>().is_some() {
            BodyLimit::operator(context)
        } else {
            *held.0.lock() = Some(context.body_budgets.memory.reservation(sender));
            parts.extensions.get().copied().unwrap_or(BodyLimit::DEFAULT)
        };
        (Self { context: Arc::clone(context), limit, sender, held }, parts, body)
    }

    /// Receives the whole body in memory.
    pub(super) async fn bytes(&self, mut body: Body) -> Result<Vec<u8>> {
        self.check_announced(&body)?;
        let mut bytes = Vec::new();
        while let Some(piece) = next_piece(&mut body).await? {
            self.append(&mut bytes, &piece, self.limit)?;
        }
        Ok(bytes)
    }

    /// Appends a chunk to a body in memory.
    pub(super) fn append(&self, to: &mut Vec<u8>, piece: &[u8], limit: BodyLimit) -> Result<()> {
        limit.check((to.len() + piece.len()) as u64)?;
        self.held.grow(piece.len())?;
        to.extend_from_slice(piece);
        Ok(())
    }

    /// Receives the whole body in a file.
    pub(super) async fn file(&self, mut body: Body) -> Result<UploadedFile> {
        self.check_announced(&body)?;
        let mut file = self.new_file().await?;
        while let Some(piece) = next_piece(&mut body).await? {
            file = self.append_to_file(file, piece).await?;
        }
        Ok(file)
    }

    /// Rejects a body by its declared length, before receiving it.
    fn check_announced(&self, body: &Body) -> Result<()> {
        self.limit.check(body.size_hint().lower())
    }

    /// Creates an empty file, counted against the sender's budget.
    pub(super) async fn new_file(&self) -> Result<UploadedFile> {
        let sender = self.sender;
        run_blocking(&self.context, move |context| {
            quota::check_disk(context)?;
            Ok(UploadedFile::new(
                context.blobs.temp_file()?,
                context.body_budgets.disk.reservation(sender),
            ))
        })
        .await
    }

    /// Appends a chunk to a file.
    pub(super) async fn append_to_file(
        &self,
        mut file: UploadedFile,
        piece: Bytes,
    ) -> Result<UploadedFile> {
        let (before, after) = (file.length(), file.length() + piece.len() as u64);
        self.limit.check(after)?;
        file.reserve(piece.len() as u64)?;
        run_blocking(&self.context, move |context| {
            if before / DISK_CHECK != after / DISK_CHECK {
                quota::check_disk(context)?;
            }
            file.append(&piece)?;
            Ok(file)
        })
        .await
    }
}

async fn next_piece(body: &mut Body) -> Result<Option<Bytes>> {
    while let Some(frame) = body.frame().await {
        if let Ok(piece) = frame.map_err(|_| broken())?.into_data() {
            return Ok(Some(piece));
        }
    }
    Ok(None)
}

fn broken() -> ApiError {
    ApiError::request(
        StatusCode::BAD_REQUEST,
        "broken",
        Message::new("request-interrupted", "The request was interrupted. Please try again."),
    )
}

/// Body that is pending after each chunk, so that its reader does not buffer everything that has arrived.
pub(super) struct YieldAfterEachChunk {
    body: Body,
    yielded: bool,
}

impl YieldAfterEachChunk {
    pub(super) fn new(body: Body) -> Self {
        Self { body, yielded: false }
    }
}

impl HttpBody for YieldAfterEachChunk {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut task::Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if std::mem::take(&mut self.yielded) {
            cx.waker().wake_by_ref();
            return Poll::Pending;
        }
        let next = Pin::new(&mut self.body).poll_frame(cx);
        self.yielded = next.is_ready();
        next
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn body_limit_is_shown_in_its_unit() {
        assert_eq!(BodyLimit::DEFAULT.to_string(), "64 KiB");
        assert_eq!(BodyLimit(32 << 20).to_string(), "32 MiB");
    }
}
