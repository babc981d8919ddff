//! Requests of the command line that have no resource of their own yet.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::post;

use crate::admin::{self, Request};
use crate::context::Context;
use crate::http::extract::Json;

use super::call::Operator;

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new().route("/api/operator/requests", post(perform))
}

async fn perform(operator: Operator, Json(request): Json<Request>) -> Response {
    operator.stream(move |context, _, tell| admin::perform(context, request, tell))
}
