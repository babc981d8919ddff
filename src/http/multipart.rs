//! Multipart forms: files are received on the disk, all other parts are short.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::StatusCode;

use crate::body_budgets::UploadedFile;
use crate::context::Context;
use crate::domain::message::Message;

use super::body::{BodyLimit, Receiver, YieldAfterEachChunk};
use super::error::{ApiError, Result};

/// Multipart form whose parts are received one by one.
pub(super) struct Form {
    parts: Multipart,
    receiver: Receiver,
}

/// Part that is not received yet.
pub(super) struct Part<'a> {
    field: Field<'a>,
    receiver: &'a Receiver,
}

impl FromRequest<Arc<Context>> for Form {
    type Rejection = ApiError;

    async fn from_request(request: Request, context: &Arc<Context>) -> Result<Self> {
        let (receiver, parts, body) = Receiver::of(request, context);
        let body = Body::new(YieldAfterEachChunk::new(body));
        match Multipart::from_request(Request::from_parts(parts, body), context).await {
            Ok(parts) => Ok(Self { parts, receiver }),
            Err(_) => Err(ApiError::request(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "unsupported",
                Message::new("multipart-required", "This call takes a multipart form."),
            )),
        }
    }
}

impl Form {
    /// Next part; the rest of the one before is skipped.
    pub(super) async fn next(&mut self) -> Result<Option<Part<'_>>> {
        let Self { parts, receiver } = self;
        let field = parts.next_field().await.map_err(|error| refusal(&error, receiver.limit))?;
        Ok(field.map(|field| Part { field, receiver }))
    }
}

impl Part<'_> {
    /// Name of the part; empty if there is none.
    pub(super) fn name(&self) -> String {
        self.field.name().unwrap_or_default().to_owned()
    }

    /// Receives the part in a file.
    pub(super) async fn file(mut self) -> Result<UploadedFile> {
        let mut file = self.receiver.new_file().await?;
        while let Some(piece) = self.field.chunk().await.map_err(|error| self.refusal(&error))? {
            file = self.receiver.append_to_file(file, piece).await?;
        }
        Ok(file)
    }

    /// Receives a short text; invalid UTF-8 becomes replacement characters.
    pub(super) async fn text(mut self) -> Result<String> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.field.chunk().await.map_err(|error| self.refusal(&error))? {
            self.receiver.append(&mut bytes, &piece, BodyLimit::text_part())?;
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn refusal(&self, error: &MultipartError) -> ApiError {
        refusal(error, self.receiver.limit)
    }
}

fn refusal(error: &MultipartError, limit: BodyLimit) -> ApiError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        let message = Message::new(
            "file-too-large",
            "This file is too large. At most {max} can be uploaded.",
        );
        let message = message.with("max", limit.to_string());
        return ApiError::request(StatusCode::PAYLOAD_TOO_LARGE, "too-large", message);
    }
    ApiError::request(
        StatusCode::BAD_REQUEST,
        "broken",
        Message::new("upload-interrupted", "The upload was interrupted. Please try again."),
    )
}
