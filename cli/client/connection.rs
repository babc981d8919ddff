//! Connection to the operator API: HTTP over the admin socket of a running server, or the same router in this process.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context as _, anyhow};
use axum::Router;
use axum::body::{Body, Bytes};
use axum::http::{Method, Request, Response, header};
use http_body_util::BodyExt;
use hyper::client::conn::http1::{self, SendRequest};
use hyper_util::rt::TokioIo;
use inkfold::context::Context;
use inkfold::domain::progress::ProgressFn;
use inkfold::http::operator::{NDJSON, Problem, ProgressEvent};
use inkfold::http::operator_router;
use inkfold::server::admin_socket;
use serde::Serialize;
use serde_json::value::RawValue;
use tokio::net::UnixStream;
use tokio::time::timeout;
use tower::ServiceExt;

use super::resource::Resource;
use super::{server_stopped, server_unresponsive, unexpected};

/// Time without a response to a first request after which a server counts as stopped.
const HEARTBEAT_TIMEOUT: Duration = Duration::from_secs(5);

/// Request of a verb.
#[derive(Debug)]
pub(crate) struct Call {
    method: Method,
    path: String,
    content_type: &'static str,
    body: Bytes,
}

impl Call {
    pub(super) fn get(resource: Resource) -> Self {
        Self::json(Method::GET, resource, Bytes::new())
    }

    pub(super) fn post(resource: Resource, body: &impl Serialize) -> anyhow::Result<Self> {
        Ok(Self::json(Method::POST, resource, serde_json::to_vec(body)?.into()))
    }

    pub(super) fn patch(resource: Resource, body: &impl Serialize) -> anyhow::Result<Self> {
        Ok(Self::json(Method::PATCH, resource, serde_json::to_vec(body)?.into()))
    }

    pub(super) fn delete(resource: Resource) -> Self {
        Self::json(Method::DELETE, resource, Bytes::new())
    }

    pub(super) fn mail(resource: Resource, mail: Vec<u8>) -> Self {
        Self { content_type: "message/rfc822", ..Self::json(Method::POST, resource, mail.into()) }
    }

    fn json(method: Method, resource: Resource, body: Bytes) -> Self {
        Self { method, path: resource.into_path(), content_type: "application/json", body }
    }

    fn request(self) -> anyhow::Result<Request<Body>> {
        let request = Request::builder().method(self.method).uri(self.path);
        let request = request.header(header::CONTENT_TYPE, self.content_type);
        // HTTP/1.1 requires a host, and no name leads to the socket.
        Ok(request.header(header::HOST, "localhost").body(self.body.into())?)
    }
}

/// Connects to the server of a data folder; `None` when none listens there, or the connection fails.
pub(super) async fn connect(data_dir: &Path) -> Option<UnixStream> {
    let path = admin_socket::reachable_path(data_dir).ok()?;
    // Only borrowed, because it has to exist until the connection is made.
    UnixStream::connect(&path).await.ok()
}

/// Sends a call to a running server, and waits as long as the work takes. Returns the result as JSON.
///
/// # Errors
/// When the server refuses the call, does not respond, or ends before it has.
pub(super) async fn send(
    stream: UnixStream,
    call: Call,
    on_progress: ProgressFn<'_>,
) -> anyhow::Result<Bytes> {
    let (mut server, connection) =
        http1::handshake(TokioIo::new(stream)).await.map_err(connection_lost)?;
    // Errors of the connection are also reported by its requests.
    tokio::spawn(connection);
    let heartbeat = request(&mut server, Call::get(Resource::heartbeat()));
    let alive =
        timeout(HEARTBEAT_TIMEOUT, heartbeat).await.map_err(|_| server_unresponsive())??;
    if !alive.status().is_success() {
        return result(alive, on_progress).await;
    }
    server.ready().await.map_err(connection_lost)?;
    result(request(&mut server, call).await?, on_progress).await
}

/// Runs a call in this process, which has opened the community.
pub(super) async fn run(
    context: Context,
    call: Call,
    on_progress: ProgressFn<'_>,
) -> anyhow::Result<Bytes> {
    let router: Router = operator_router(Arc::new(context));
    let response = router.oneshot(call.request()?).await.unwrap_or_else(|never| match never {});
    result(response, on_progress).await
}

async fn request(server: &mut SendRequest<Body>, call: Call) -> anyhow::Result<Response<Body>> {
    let response = server.send_request(call.request()?).await.map_err(connection_lost)?;
    Ok(response.map(Body::new))
}

/// Error of a connection that was closed, or whose peer speaks another protocol.
fn connection_lost(error: hyper::Error) -> anyhow::Error {
    if error.is_parse() {
        return anyhow::Error::new(error).context("the running server did not answer");
    }
    server_stopped()
}

/// Returns the result that a response has, or ends with, and reports the progress before it.
async fn result(response: Response<Body>, on_progress: ProgressFn<'_>) -> anyhow::Result<Bytes> {
    let (head, body) = response.into_parts();
    if head.headers.get(header::CONTENT_TYPE).is_some_and(|kind| kind == NDJSON) {
        return last_event(body, on_progress).await;
    }
    let body = body.collect().await.map_err(|_| server_stopped())?.to_bytes();
    if head.status.is_success() {
        return Ok(body);
    }
    match serde_json::from_slice(&body) {
        Ok(problem) => Err(refused(problem)),
        Err(_) => Err(unexpected()).with_context(|| format!("status {}", head.status)),
    }
}

/// Result in the last line of a response to long work.
async fn last_event(mut body: Body, on_progress: ProgressFn<'_>) -> anyhow::Result<Bytes> {
    let mut received = Vec::new();
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| server_stopped())?.into_data() else { continue };
        received.extend_from_slice(&data);
        while let Some(end) = received.iter().position(|byte| *byte == b'\n') {
            let line: Vec<u8> = received.drain(..=end).collect();
            match serde_json::from_slice::<ProgressEvent<Box<RawValue>>>(&line) {
                Ok(ProgressEvent::Step(step)) => on_progress(step),
                Ok(ProgressEvent::Done(result)) => return Ok(result.get().to_owned().into()),
                Ok(ProgressEvent::Error(problem)) => return Err(refused(problem)),
                Err(_) => return Err(unexpected()),
            }
        }
    }
    Err(server_stopped())
}

fn refused(Problem { error, hint, .. }: Problem) -> anyhow::Error {
    match hint {
        Some(hint) => anyhow!("{error}\nhint: {hint}"),
        None => anyhow!(error),
    }
}
