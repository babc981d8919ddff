//! Pictures, named by their content: they never change, and they run nothing.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;

use crate::error::Error;
use crate::services::memos;

use super::error::{ErrorBody, Result};
use super::extract::{AppState, Caller, blocking};

/// A memo's picture, for those who may see the memo.
#[utoipa::path(get, path = "/media/{file}", tag = "memos", params(("file" = String, Path)), responses(
    (status = 200, content_type = "image/png"), (status = 404, body = ErrorBody)))]
pub(super) async fn show_picture(
    State(app): AppState,
    Caller(actor): Caller,
    Path(file): Path<String>,
) -> Result<impl IntoResponse> {
    let name = file.strip_suffix(".png").and_then(|name| name.parse().ok());
    let blob = name.ok_or(Error::NotFound("This picture"))?;
    let png = blocking(&app, move |app| memos::picture(app, &actor, blob)).await?;
    let headers = [
        (header::CONTENT_TYPE, "image/png"),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
    ];
    Ok((headers, png))
}
