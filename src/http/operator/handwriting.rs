//! Operator API for reading handwriting.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::{get, post};
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::services::handwriting::{self, ReadingStatus};

use super::call::{Operator, Reply};

/// Progress of reading.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Status {
    pub enabled: bool,
    /// Number of pictures that were read.
    pub read: u64,
    /// Number of pictures that wait to be read.
    pub waiting: u64,
    /// Reason for which nothing can be read at present.
    pub fault: Option<String>,
}

impl From<ReadingStatus> for Status {
    fn from(ReadingStatus { is_enabled, read, waiting, fault }: ReadingStatus) -> Self {
        Self { enabled: is_enabled, read, waiting, fault }
    }
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/handwriting", get(status))
        .route("/api/operator/handwriting/run", post(run))
}

async fn status(operator: Operator) -> Reply<Status> {
    operator.run(|context, actor| handwriting::status(context, actor).map(Status::from)).await
}

async fn run(operator: Operator) -> Response {
    operator.stream(|context, actor, report| {
        handwriting::read_all(context, actor, report).map(Status::from)
    })
}
