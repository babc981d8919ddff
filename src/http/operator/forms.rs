//! Operator API for issued forms, for reading filled ones on the same machine.

use std::sync::Arc;

use axum::Router;
use axum::extract::Path;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use crate::context::Context;
use crate::domain::item::Item;
use crate::error::Error;
use crate::services::books::forms;

use super::call::{Operator, Reply};

/// Issued blank form, for a client on the same machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BlankForm {
    pub form: String,
    /// Path of the PDF.
    pub file: String,
}

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new().route("/api/operator/forms/{code}", get(find_form))
}

async fn find_form(operator: Operator, Path(code): Path<String>) -> Reply<BlankForm> {
    let find = move |context: &Context, actor: &_| {
        let code = code.parse().map_err(|_| Error::NotFound(Item::Form))?;
        let file = forms::file_of(context, actor, code)?.display().to_string();
        Ok(BlankForm { form: code.to_string(), file })
    };
    operator.run(find).await
}
