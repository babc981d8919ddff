//! Operator API for a check of the whole installation.

use std::sync::Arc;

use axum::Router;
use axum::response::Response;
use axum::routing::post;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::http::extractors::Json;
use crate::platform::net_probe::SystemNetProbe;
use crate::services::operations::doctor;

use super::call::Operator;

/// Options of the check.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Examination {
    /// Recipient of a test mail.
    pub mail_to: Option<String>,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new().route("/api/operator/doctor", post(examine))
}

async fn examine(operator: Operator, Json(Examination { mail_to }): Json<Examination>) -> Response {
    operator.stream(move |context, actor, report| {
        let probe = SystemNetProbe { user_agent: "inkfold doctor" };
        doctor::run_checks(context, actor, &probe, mail_to.as_deref(), report)
    })
}
