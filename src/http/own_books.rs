//! Personal books: a member's own memos as PDF.

use axum::extract::{Path, State};
use axum::response::IntoResponse;

use crate::services::editions;

use super::error::Result;
use super::extractors::{AppState, CurrentActor, run_blocking};
use super::file_body::{CachePolicy, attached};
use super::ids::book_id;

/// Downloads the caller's own current memos of a book as one PDF, whether or not the book is published.
#[utoipa::path(get, path = "/api/book/{bid}/mine.pdf", tag = "books",
    security(("apiToken" = ["read"])), params(("bid" = String, Path)),
    responses((status = 200, content_type = "application/pdf")))]
pub(super) async fn download_own_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<impl IntoResponse> {
    let bound = run_blocking(&context, move |context| {
        editions::build_for_book(context, &actor, book_id(&bid)?)
    })
    .await?;
    Ok(attached(bound, "pdf", "application/pdf", CachePolicy::Private))
}

/// Downloads the caller's own current memos of all books as one PDF.
#[utoipa::path(get, path = "/api/mine.pdf", tag = "books", security(("apiToken" = ["read"])),
    responses((status = 200, content_type = "application/pdf")))]
pub(super) async fn download_all_own_memos(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
) -> Result<impl IntoResponse> {
    let bound =
        run_blocking(&context, move |context| editions::build_for_all_books(context, &actor))
            .await?;
    Ok(attached(bound, "pdf", "application/pdf", CachePolicy::Private))
}
