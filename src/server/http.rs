//! HTTP server: accepts connections up to a limit.

use std::io::{self, Write};
use std::net::SocketAddr;
use std::sync::{Arc, Once};
use std::time::Duration;

use axum::Router;
use hyper_util::server::conn::auto::Builder;
use rustix::process::{Resource, getrlimit};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::config::Serve;
use crate::context::Context;
use crate::domain::client_address::ClientAddress;
use crate::http::router;
use crate::platform::ConnectionLimiter;
use crate::platform::accept_loop::accept_until_shutdown;

use super::compression::compressed;
use super::connection::{self, serve_connection};
use super::listeners::Endpoint;
use super::stall::StreamExecutor;
use super::timeouts::Timeouts;
use super::tls::Tls;

/// Upper bound of the default connection limit.
const MAX_CONNECTIONS: u64 = 10_000;
/// Number of other open files: the store, pictures, children, mails.
const OTHER_FILES: u64 = 256;
const RESPONSE_503: &[u8] =
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 10\r\nConnection: close\r\n\
    Content-Type: text/plain; charset=utf-8\r\nContent-Length: 50\r\n\r\n\
    The server is busy. Please try again in a moment.\n";

/// State shared by all connections.
pub(super) struct HttpServer {
    router: Router,
    builder: Arc<Builder<StreamExecutor>>,
    connections: Arc<ConnectionLimiter<ClientAddress>>,
    context: Arc<Context>,
    timeouts: Timeouts,
    tls: Option<Arc<Tls>>,
}

impl HttpServer {
    pub(super) fn new(context: &Arc<Context>, timeouts: Timeouts, tls: Option<Arc<Tls>>) -> Self {
        let max_connections = max_connections(&context.config().serve);
        let max_per_address = match context.config().serve.connections_per_address {
            0 => max_connections.div_ceil(4),
            max_per_address => max_per_address,
        };
        Self {
            // Built once, because a router is expensive to build for every request.
            router: compressed(router(Arc::clone(context))).with_state(()),
            builder: Arc::new(connection::builder(tls.is_some(), timeouts)),
            connections: ConnectionLimiter::new(max_connections, max_per_address),
            context: Arc::clone(context),
            timeouts,
            tls,
        }
    }

    /// Accepts connections until `stop`, and then waits for requests in flight, up to a timeout.
    pub(super) async fn serve(
        self,
        listener: Endpoint,
        stop: watch::Receiver<bool>,
    ) -> io::Result<()> {
        let mut open = JoinSet::new();
        match listener {
            Endpoint::Port(listener) => {
                let listener = TcpListener::from_std(listener)?;
                while let Some((stream, from)) =
                    accept_until_shutdown(&stop, || listener.accept()).await
                {
                    self.accept_tcp(&mut open, stream, from, &stop);
                }
            }
            Endpoint::Socket(socket) => {
                let listener = UnixListener::from_std(socket.listener()?)?;
                while let Some((stream, _)) =
                    accept_until_shutdown(&stop, || listener.accept()).await
                {
                    self.accept_unix(&mut open, stream, &stop);
                }
            }
        }
        drain(open, self.timeouts.stop).await;
        Ok(())
    }

    fn accept_tcp(
        &self,
        open: &mut JoinSet<()>,
        stream: TcpStream,
        from: SocketAddr,
        stop: &watch::Receiver<bool>,
    ) {
        let ip = from.ip().to_canonical();
        // A trusted proxy forwards all clients, and local processes have easier ways to do harm.
        let trusted = &self.context.config().trusted_proxies;
        let is_counted = !ip.is_loopback() && !trusted.iter().any(|network| network.contains(ip));
        let client = is_counted.then(|| ClientAddress::from(ip));
        let Some(permit) = self.connections.try_acquire(client) else {
            self.reject(stream);
            return;
        };
        // Responses are written in one piece, so that Nagle's delay gains nothing.
        let _ = stream.set_nodelay(true);
        let Self { router, builder, timeouts, .. } = self;
        let (router, builder, timeouts) = (router.clone(), Arc::clone(builder), *timeouts);
        let (tls, stop) = (self.tls.clone(), stop.clone());
        open.spawn(async move {
            let _permit = permit;
            match tls {
                None => serve_connection(stream, Some(from), builder, router, timeouts, stop).await,
                Some(tls) => {
                    // A connection whose handshake fails, or that only answers a challenge, is dropped.
                    if let Ok(Ok(Some(stream))) = timeout(timeouts.head, tls.accept(stream)).await {
                        serve_connection(stream, Some(from), builder, router, timeouts, stop).await;
                    }
                }
            }
        });
        while open.try_join_next().is_some() {}
    }

    fn accept_unix(
        &self,
        open: &mut JoinSet<()>,
        stream: UnixStream,
        stop: &watch::Receiver<bool>,
    ) {
        let Some(permit) = self.connections.try_acquire(None) else {
            if let Ok(stream) = stream.into_std() {
                let _ = (&stream).write(RESPONSE_503);
            }
            return;
        };
        let (router, builder) = (self.router.clone(), Arc::clone(&self.builder));
        let (timeouts, stop) = (self.timeouts, stop.clone());
        open.spawn(async move {
            let _permit = permit;
            serve_connection(stream, None, builder, router, timeouts, stop).await;
        });
        while open.try_join_next().is_some() {}
    }

    /// Rejects a connection at once, with a 503 response where it is not encrypted.
    fn reject(&self, stream: TcpStream) {
        static ONCE: Once = Once::new();
        ONCE.call_once(|| {
            tracing::warn!(
                "connection limit reached, rejecting connections; see `connections` in [serve]"
            );
        });
        if self.tls.is_none()
            && let Ok(stream) = stream.into_std()
        {
            let _ = (&stream).write(RESPONSE_503);
        }
    }
}

/// Maximum number of connections: that of the settings, or else by the limit of open files.
fn max_connections(settings: &Serve) -> u32 {
    if settings.connections > 0 {
        return settings.connections;
    }
    let files = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let left = files.saturating_sub(OTHER_FILES).max(files / 2);
    u32::try_from(left.min(MAX_CONNECTIONS)).unwrap_or(u32::MAX)
}

/// Waits for requests in flight, and aborts those that take longer than `limit`.
pub(super) async fn drain(mut open: JoinSet<()>, limit: Duration) {
    if timeout(limit, reap(&mut open)).await.is_err() {
        tracing::warn!(connections = open.len(), "shutdown timeout reached, closing connections");
        open.shutdown().await;
    }
}

async fn reap(open: &mut JoinSet<()>) {
    while open.join_next().await.is_some() {}
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use super::*;

    #[test]
    fn busy_response_has_correct_content_length() {
        let words = std::str::from_utf8(RESPONSE_503).unwrap();
        let (head, body) = words.split_once("\r\n\r\n").unwrap();
        assert!(head.contains(&format!("Content-Length: {}", body.len())), "{}", body.len());
    }

    #[tokio::test]
    async fn shutdown_drains_connections_then_aborts() {
        let mut open = JoinSet::new();
        let (done, answered) = oneshot::channel();
        open.spawn(async {
            tokio::task::yield_now().await;
            let _ = done.send(());
        });
        drain(open, Duration::from_secs(30)).await;
        assert!(answered.await.is_ok());

        let mut open = JoinSet::new();
        let (hanging, cut_off) = oneshot::channel::<()>();
        open.spawn(async {
            std::future::pending::<()>().await;
            drop(hanging);
        });
        drain(open, Duration::from_millis(10)).await;
        assert!(cut_off.await.is_err());
    }

    #[test]
    fn connection_limit_comes_from_system_or_settings() {
        assert_eq!(max_connections(&Serve { connections: 7, ..Serve::default() }), 7);
        assert!((1..=10_000).contains(&max_connections(&Serve::default())));
    }
}
