//! Pictures, named by their content: they never change, and run no scripts.

use axum::extract::{Path, State};
use axum::http::header;
use axum::response::IntoResponse;

use crate::domain::blob::BlobHash;
use crate::domain::id::MemoId;
use crate::domain::item::Item;
use crate::error::Required;
use crate::services::threads::posts;
use crate::services::{books, memos};

use super::error::Result;
use super::extractors::{AppState, CurrentActor, run_blocking};
use super::file_body::response_of;
use super::qr;

/// Content-Security-Policy of a picture, which runs and loads nothing when opened as a page.
const SANDBOX: &str = "default-src 'none'; sandbox";

/// Shows the picture of a memo, a post or a cover, if the caller may see it.
#[utoipa::path(get, path = "/media/{file}", tag = "memos", security(("apiToken" = ["read"])),
    params(("file" = String, Path)),
    responses((status = 200, content((Vec<u8> = "image/png"), (Vec<u8> = "image/webp")))))]
pub(super) async fn show_picture(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(file): Path<String>,
) -> Result<impl IntoResponse> {
    let (blob, media_type) = parse(&file).required(Item::Picture)?;
    let picture = run_blocking(&context, move |context| {
        if let Some(picture) = posts::picture(context, &actor, blob)? {
            return Ok(picture);
        }
        match books::cover_file(context, blob)? {
            Some(cover) => Ok(cover),
            None => memos::picture(context, &actor, blob),
        }
    });
    let headers = [
        (header::CONTENT_TYPE, media_type),
        (header::CACHE_CONTROL, "private, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, SANDBOX),
    ];
    Ok((headers, response_of(picture.await?)?))
}

/// Hash and media type of a file name.
fn parse(file: &str) -> Option<(BlobHash, &'static str)> {
    let (name, kind) = file.rsplit_once('.')?;
    let media_type = match kind {
        "png" => "image/png",
        "webp" => "image/webp",
        _ => return None,
    };
    Some((name.parse().ok()?, media_type))
}

/// Shows the QR code that leads from paper to a memo's page. It reveals no more than the id in its own address.
#[utoipa::path(get, path = "/media/memo/{file}", tag = "memos", security(("apiToken" = ["read"])),
    params(("file" = String, Path)), responses((status = 200, content_type = "image/svg+xml")))]
pub(super) async fn show_memo_code(
    State(context): AppState,
    Path(file): Path<String>,
) -> Result<impl IntoResponse> {
    let id: Option<MemoId> = file.strip_suffix(".svg").and_then(|id| id.parse().ok());
    let id = id.required(Item::Memo)?;
    let address = format!("{}/memo/{id}", context.config().public_url);
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (header::CONTENT_SECURITY_POLICY, SANDBOX),
    ];
    Ok((headers, qr::svg(&address)?))
}
