//! Operator API for the community itself: initialising it, and filling it with sample data.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::post;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::demo;
use crate::services::accounts::setup;

use super::call::{Operator, Reply};

/// Community that is ready to be served.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InitResult {
    pub data_dir: String,
    /// Link that makes the first admin; `None` once there are accounts.
    pub first_admin_link: Option<String>,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new()
        .route("/api/operator/community", post(initialise))
        .route("/api/operator/community/samples", post(seed_samples))
}

async fn initialise(operator: Operator) -> Reply<InitResult> {
    let initialise = |context: &Context, _: &_| {
        Ok(InitResult {
            data_dir: context.config().data_dir.display().to_string(),
            first_admin_link: setup::first_admin_link(context)?,
        })
    };
    operator.run(initialise).await
}

async fn seed_samples(operator: Operator) -> Response {
    operator.stream(|context, _, report| demo::seed(context, report).map(drop))
}
