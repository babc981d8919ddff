//! HTTP connections: limits, timeouts, TLS, and graceful shutdown.
//!
//! This module is independent of routes: a request goes to the router as it comes, with its peer's address if it has one.

mod acme;
mod acme_cache;
mod acme_errors;
pub mod admin_socket;
mod body;
mod certificate_files;
mod compression;
mod connection;
mod connection_timer;
mod http;
mod listeners;
mod redirect;
mod stall;
mod standby;
mod stream;
mod timeouts;
mod tls;

use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::context::Context;

pub use listeners::{BoundListener, Listeners, bind};
pub use standby::{StandbyState, serve_standby};
pub use timeouts::Timeouts;

use http::HttpServer;

/// Serves the community by plain HTTP until `stop` resolves. Requests in flight are aborted after the stop timeout.
pub async fn serve(
    context: Arc<Context>,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let timeouts = Timeouts::of(&context.config().serve);
    serve_at(context, Listeners::plain(listener.into_std()?), timeouts, stop).await
}

/// Serves the community at the given listeners until `stop` resolves. Requests in flight are aborted after the stop timeout.
pub async fn serve_at(
    context: Arc<Context>,
    listeners: Listeners,
    timeouts: Timeouts,
    stop: impl Future<Output = ()> + Send + 'static,
) -> std::io::Result<()> {
    let (stopping, stopped) = watch::channel(false);
    let Listeners { listener, tls, redirect } = listeners;
    let (tls, renewer) = tls.unzip();
    let web = HttpServer::new(&context, timeouts, tls);
    let shutdown = async {
        stop.await;
        // Otherwise shutdown would wait for event streams of threads.
        context.post_events.close();
        stopping.send_replace(true);
    };
    let renewal = async {
        let mut stopped = stopped.clone();
        if let Some(renewer) = renewer {
            tokio::select! {
                () = renewer.run() => {}
                _ = stopped.wait_for(|stops| *stops) => {}
            }
        }
    };
    let redirected = async {
        match redirect {
            Some(listener) => redirect::serve(&context, listener, timeouts, stopped.clone()).await,
            None => Ok(()),
        }
    };
    let ((), (), served, redirected) =
        tokio::join!(shutdown, renewal, web.serve(listener, stopped.clone()), redirected);
    served.and(redirected)
}
