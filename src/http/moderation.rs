//! Moderation: reports, blocks, suspensions, and the verdicts of admins.

pub(super) mod blocks;
mod reported_view;
pub(super) mod reports;
pub(super) mod suspensions;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::context::Context;

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/report", post(reports::report))
        .route("/api/blocks", get(blocks::list_blocks))
        .route("/api/block/add", post(blocks::add_block))
        .route("/api/block/remove", post(blocks::remove_block))
        .route("/api/admin/reports", get(reports::list_reports))
        .route("/api/admin/reports/settle", post(reports::resolve_reports))
        .route("/api/admin/members/{uid}/suspend", post(suspensions::suspend_member))
        .route("/api/admin/members/{uid}/release", post(suspensions::release_member))
}
