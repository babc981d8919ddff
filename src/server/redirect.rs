//! Redirect of plain HTTP to HTTPS.

use std::io;
use std::net::TcpListener as StdTcpListener;
use std::sync::Arc;

use axum::Router;
use axum::http::{StatusCode, Uri, header};
use axum::response::IntoResponse;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;

use crate::config::Config;
use crate::context::Context;
use crate::domain::client_address::ClientAddress;
use crate::http::base_path::strip_prefix;
use crate::platform::ConnectionLimiter;
use crate::platform::accept_loop::accept_until_shutdown;

use super::connection;
use super::http::drain;
use super::timeouts::Timeouts;

/// Each stays a moment only.
const MAX_CONNECTIONS: u32 = 256;
const MAX_CONNECTIONS_PER_CLIENT: u32 = 16;

pub(super) async fn serve(
    context: &Context,
    listener: StdTcpListener,
    timeouts: Timeouts,
    stop: watch::Receiver<bool>,
) -> io::Result<()> {
    let listener = TcpListener::from_std(listener)?;
    let connections = ConnectionLimiter::new(MAX_CONNECTIONS, MAX_CONNECTIONS_PER_CLIENT);
    let router = router(&context.config());
    // Clients have no second request, so the idle timeout can be short.
    let timeouts = Timeouts { idle: timeouts.head, ..timeouts };
    let builder = Arc::new(connection::builder(false, timeouts));
    let mut open = JoinSet::new();
    while let Some((stream, from)) = accept_until_shutdown(&stop, || listener.accept()).await {
        if let Some(permit) = connections.try_acquire(Some(ClientAddress::from(from.ip()))) {
            let (router, builder, stop) = (router.clone(), Arc::clone(&builder), stop.clone());
            open.spawn(async move {
                connection::serve_connection(stream, Some(from), builder, router, timeouts, stop)
                    .await;
                drop(permit);
            });
        }
        while open.try_join_next().is_some() {}
    }
    drain(open, timeouts.stop).await;
    Ok(())
}

/// Router that redirects to the same page at `public_url`: the requested host name cannot be trusted.
fn router(config: &Config) -> Router {
    let public_url = config.public_url.trim_end_matches('/').to_owned();
    let base = config.base_path().to_owned();
    Router::new().fallback(move |asked: Uri| async move {
        let page = asked.path_and_query().map_or("/", |page| page.as_str());
        let below = strip_prefix(&base, page).unwrap_or_else(|| page.to_owned());
        let there = format!("{public_url}{below}");
        (StatusCode::PERMANENT_REDIRECT, [(header::LOCATION, there)]).into_response()
    })
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::Request;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn redirect_leads_to_same_page_below_public_url() {
        for (public_url, asked, there) in [
            ("https://ink.example.org", "/books?a=b", "https://ink.example.org/books?a=b"),
            ("https://club.example.org/ink", "/ink/books", "https://club.example.org/ink/books"),
            ("https://club.example.org/ink", "/ink?a=b", "https://club.example.org/ink/?a=b"),
            ("https://club.example.org/ink", "/", "https://club.example.org/ink/"),
        ] {
            let router = router(&Config { public_url: public_url.into(), ..Config::default() });
            let request = Request::get(asked).body(Body::empty()).unwrap();
            let led = router.oneshot(request).await.unwrap();
            assert_eq!(led.headers()[header::LOCATION], there);
        }
    }
}
