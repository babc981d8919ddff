//! Serving of one connection.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{HeaderValue, Request, Response, Version, header};
use http_body::Body as _;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::watch;
use tokio::time::timeout;
use tower::Service;

use super::body::{RequestBodyTimeout, ResponseBody};
use super::connection_timer::{ConnectionTimer, RequestGuard, TimeoutKind};
use super::stall::{self, StreamExecutor};
use super::stream::TimedStream;
use super::timeouts::Timeouts;

/// Maximum size of a request head, in bytes.
const MAX_HEAD: usize = 64 << 10;
/// Requests at once on one connection of HTTP/2: more than a page asks for together.
const MAX_STREAMS: u32 = 16;
/// Bytes of one request's body, and of all bodies on a connection, that HTTP/2 sends before we have taken them.
const STREAM_WINDOW: u32 = 256 << 10;
const CONNECTION_WINDOW: u32 = 512 << 10;
/// Bytes of an answer that wait in memory for HTTP/2 to send them.
const MAX_SEND_BUFFER: usize = 64 << 10;
/// Interval and timeout of HTTP/2 keep-alive pings.
const PING_INTERVAL: Duration = Duration::from_secs(20);

/// HTTP/1.1 on plain connections, and with TLS HTTP/2 as well, whichever the client begins with. HTTP/2 without TLS is for
/// proxies, which speak HTTP/1.1 as well; strangers would only get more streams for a connection.
pub(super) fn builder(is_encrypted: bool, timeouts: Timeouts) -> Builder<StreamExecutor> {
    let mut builder = Builder::new(StreamExecutor::new(timeouts.body));
    // The connection timer replaces hyper's own, which also counts a connection's idle time.
    builder.http1().header_read_timeout(None).max_buf_size(MAX_HEAD);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_INTERVAL)
        .keep_alive_timeout(PING_INTERVAL)
        .max_concurrent_streams(MAX_STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buf_size(MAX_SEND_BUFFER)
        .max_header_list_size(MAX_HEAD as u32);
    if is_encrypted { builder } else { builder.http1_only() }
}

/// Serves a connection until it ends, times out, or the server stops.
pub(super) async fn serve_connection<S>(
    stream: S,
    peer: Option<SocketAddr>,
    builder: Arc<Builder<StreamExecutor>>,
    router: Router,
    timeouts: Timeouts,
    mut stop: watch::Receiver<bool>,
) where
    S: AsyncRead + AsyncWrite + Send + Unpin + 'static,
{
    let timer = ConnectionTimer::new(timeouts);
    let stream = TokioIo::new(TimedStream::new(stream, Arc::clone(&timer)));
    let service = {
        let timer = Arc::clone(&timer);
        service_fn(move |request: Request<Incoming>| {
            let guard = timer.begin(request.version() >= Version::HTTP_2);
            answer(router.clone(), request, peer, timeouts, guard)
        })
    };
    let connection = builder.serve_connection(stream, service);
    tokio::pin!(connection);
    // Errors of the connection are ignored: the client has left, or does not speak HTTP.
    let is_idle = tokio::select! {
        _ = connection.as_mut() => return,
        late = timer.expired() => match late {
            TimeoutKind::Idle => true,
            TimeoutKind::Slow => return,
        },
        _ = stop.wait_for(|stops| *stops) => false,
    };
    connection.as_mut().graceful_shutdown();
    if is_idle {
        let _ = timeout(timeouts.head, connection).await;
    } else {
        tokio::select! {
            _ = connection => {}
            _ = timer.expired() => {}
        }
    }
}

async fn answer(
    mut router: Router,
    mut request: Request<Incoming>,
    peer: Option<SocketAddr>,
    timeouts: Timeouts,
    guard: RequestGuard,
) -> Result<Response<ResponseBody>, Infallible> {
    if let Some(peer) = peer {
        request.extensions_mut().insert(ConnectInfo(peer));
    }
    name_host(&mut request);
    let request = request.map(|body| {
        if body.is_end_stream() {
            Body::empty()
        } else {
            Body::new(RequestBodyTimeout::new(body, timeouts.body))
        }
    });
    let response = router.call(request).await?;
    Ok(response.map(|body| ResponseBody::new(body, guard, stall::of_this_stream())))
}

/// Sets the `Host` header of an HTTP/2 request from its `:authority` (RFC 9113, 8.3.1).
fn name_host<B>(request: &mut Request<B>) {
    if request.headers().contains_key(header::HOST) || request.version() < Version::HTTP_2 {
        return;
    }
    let named =
        request.uri().authority().map(|authority| HeaderValue::from_str(authority.as_str()));
    if let Some(Ok(host)) = named {
        request.headers_mut().insert(header::HOST, host);
    }
}
