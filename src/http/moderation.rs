//! Moderation: reports, blocks, suspensions, and the verdicts of admins.

pub(super) mod blocks;
mod reported_view;
pub(super) mod reports;
pub(super) mod suspensions;

use std::sync::Arc;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new()
        .routes(routes!(reports::report))
        .routes(routes!(blocks::list_blocks))
        .routes(routes!(blocks::add_block))
        .routes(routes!(blocks::remove_block))
        .routes(routes!(reports::list_reports))
        .routes(routes!(reports::resolve_reports))
        .routes(routes!(suspensions::suspend_member))
        .routes(routes!(suspensions::release_member))
}
