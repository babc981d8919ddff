//! Preview, manual publication and withdrawal of a book.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::IntoResponse;

use crate::context::Context;
use crate::http::error::Result;
use crate::http::extractors::{AppState, CurrentActor, Json, run_blocking};
use crate::http::file_body::{CachePolicy, attached};
use crate::http::ids::book_id;
use crate::services::editions;

use super::books::AdminBookView;

/// Preview of the book as it would be published now. Takes seconds.
#[utoipa::path(get, path = "/api/admin/books/{bid}/preview.pdf", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    responses((status = 200, content_type = "application/pdf")))]
pub(in crate::http) async fn preview_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<impl IntoResponse> {
    let id = book_id(&bid)?;
    let made =
        run_blocking(&context, move |context| editions::preview(context, &actor, id)).await?;
    Ok(attached(made, "pdf", "application/pdf", CachePolicy::Private))
}

/// Publishes the current memos as the next edition, in the background: `publishing` is true until the job is done or has failed, and
/// `edition` or `lastFailure` tell which.
#[utoipa::path(post, path = "/api/admin/books/{bid}/publish", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    responses((status = 202, body = AdminBookView)))]
pub(in crate::http) async fn publish_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<(StatusCode, Json<AdminBookView>)> {
    let id = book_id(&bid)?;
    let publish = move |context: &Context| {
        editions::publish_soon(context, &actor, id)?;
        editions::admin_summary(context, &actor, id)
    };
    let summary = run_blocking(&context, publish).await?;
    Ok((StatusCode::ACCEPTED, Json(AdminBookView::of(&context.config(), summary))))
}

/// Withdraws the published edition. The memos stay, and the book collects again.
#[utoipa::path(post, path = "/api/admin/books/{bid}/unpublish", tag = "admin",
    security(("apiToken" = ["books"])), params(("bid" = String, Path)),
    responses((status = 200, body = AdminBookView)))]
pub(in crate::http) async fn unpublish_book(
    State(context): AppState,
    CurrentActor(actor): CurrentActor,
    Path(bid): Path<String>,
) -> Result<Json<AdminBookView>> {
    let id = book_id(&bid)?;
    let unpublish = move |context: &Context| {
        editions::unpublish(context, &actor, id)?;
        editions::admin_summary(context, &actor, id)
    };
    let summary = run_blocking(&context, unpublish).await?;
    Ok(Json(AdminBookView::of(&context.config(), summary)))
}
