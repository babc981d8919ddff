//! Endpoint for the server's request to itself, which shows how requests arrive; see `inkfold doctor`.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::{ConnectInfo, Path, State};
use axum::http::{HeaderMap, StatusCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::services::operations::doctor::self_probe::{self, ObservedRequest};

use super::client_ip::FORWARDED_FOR;
use super::error::Result;
use super::extractors::AppState;
use super::host_allowlist;

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new().routes(routes!(record_echo))
}

/// Receives a request that the server just made to itself. The response reveals nothing.
#[utoipa::path(get, path = "/api/doctor/{token}", tag = "operations",
    params(("token" = String, Path)), responses((status = 204)))]
pub(super) async fn record_echo(
    State(context): AppState,
    peer: Option<Extension<ConnectInfo<SocketAddr>>>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<StatusCode> {
    let seen = ObservedRequest {
        peer: peer.map(|Extension(ConnectInfo(peer))| peer.ip()),
        is_forwarded: headers.contains_key(FORWARDED_FOR),
        host: host_allowlist::requested_host(&headers).and_then(host_allowlist::host_of),
    };
    self_probe::record_probe(&context, &token, seen)?;
    Ok(StatusCode::NO_CONTENT)
}
