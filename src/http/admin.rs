//! What admins look after: books, memos, members, mail, suggestions. Where there is a game, its part of it is with the game.

pub(super) mod audit;
pub(super) mod members;
pub(super) mod suggestions;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

use crate::app::App;

pub(super) fn routes() -> Router<Arc<App>> {
    Router::new()
        .route("/api/admin/suggestions", get(suggestions::list_suggestions))
        .route("/api/admin/suggestions/{id}/done", post(suggestions::answer_suggestion))
        .route("/api/admin/members", get(members::list_members))
        .route("/api/admin/members/{uid}/change", post(members::change_member))
        .route("/api/admin/members/{uid}/reset-link", post(members::make_reset_link))
        .route("/api/admin/audit", get(audit::list_audit))
}
