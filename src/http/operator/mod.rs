//! Operator API: resources of the command line. Only [`operator_router`](super::operator_router) has them.
//!
//! Separate from `/api/admin`, which serves the screens of admins: a member is named by username and a topic by code instead of by
//! id, and an unknown name is answered with the nearest ones. There is no session: a client that can open the socket or the data
//! folder is the operator. The bodies are what `--json` prints, on which scripts rely.
//!
//! One module per noun, with its routes, and with the bodies of its requests and responses, which the command line prints.

pub mod audit;
pub mod backups;
pub mod books;
mod call;
pub mod community;
pub mod credits;
pub mod database;
pub mod doctor;
pub mod forms;
pub mod guests;
pub mod handwriting;
pub mod invitations;
pub mod mails;
pub mod memos;
mod nearest;
mod nouns;
pub mod payouts;
pub mod posts;
pub mod questions;
pub mod reports;
pub mod search;
pub mod server;
pub mod suggestions;
pub mod tokens;
pub mod topics;
pub mod users;
pub mod webhooks;

use std::sync::Arc;

use axum::Router;
use axum::extract::OriginalUri;
use axum::http::StatusCode;
use axum::routing::any;

use crate::context::Context;
use crate::domain::message::Message;

use super::error::{ApiError, Result};

pub(super) use call::OperatorAccess;
pub use call::{NDJSON, Problem, ProgressEvent};

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .merge(audit::routes())
        .merge(backups::routes())
        .merge(books::routes())
        .merge(community::routes())
        .merge(credits::routes())
        .merge(database::routes())
        .merge(doctor::routes())
        .merge(forms::routes())
        .merge(invitations::routes())
        .merge(mails::routes())
        .merge(memos::routes())
        .merge(payouts::routes())
        .merge(posts::routes())
        .merge(reports::routes())
        .merge(guests::routes())
        .merge(handwriting::routes())
        .merge(search::routes())
        .merge(server::routes())
        .merge(suggestions::routes())
        .merge(tokens::routes())
        .merge(topics::routes())
        .merge(users::routes())
        .merge(webhooks::routes())
        .route("/api/operator/{*path}", any(reject_unknown))
}

/// Rejects a request of a command line of another version.
async fn reject_unknown(OriginalUri(uri): OriginalUri) -> Result<()> {
    let message = Message::new("request-unknown", "This server doesn't know the request {path}.");
    let message = message.with("path", uri.path());
    Err(ApiError::request(StatusCode::NOT_FOUND, "unknown-request", message))
}
