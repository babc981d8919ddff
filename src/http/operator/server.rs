//! Operator API for the running server itself: the address at which it listens.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::routing::get;
use serde::{Deserialize, Serialize};

use crate::config::Listen;
use crate::context::Context;

use super::call::{Operator, Reply};

/// Address at which a server listens.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ServerAddress {
    pub listen: Listen,
    /// Whether its connections are encrypted by the server itself.
    pub is_https: bool,
}

/// Address at which this process listens; unset while it does not.
#[derive(Debug, Default)]
pub struct BoundAddress(pub OnceLock<ServerAddress>);

pub(super) fn routes() -> Router<Arc<Context>> {
    Router::new().route("/api/operator/server/address", get(show_address))
}

async fn show_address(operator: Operator) -> Reply<Option<ServerAddress>> {
    let address = |context: &Context, _: &_| Ok(context.state::<BoundAddress>().0.get().cloned());
    operator.run(address).await
}
