//! Compression of text responses for clients that accept it.
//!
//! The state of a compression takes a third of a megabyte until its response is received, which clients can delay. So the number
//! of concurrent ones is limited; responses beyond that are sent uncompressed.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

/// Maximum number of responses that are compressed at the same time: some 22 MiB.
const MAX_COMPRESSED: usize = 64;
/// Minimum length in bytes of a response that is worth compressing.
const MIN_LENGTH: u64 = 1024;
/// Content types that are compressed. Pictures, books and the interface's own files are small already, and event streams must not be
/// buffered.
const TEXTS: [&str; 4] = ["application/json", "text/html", "text/csv", "image/svg+xml"];

/// Marker of a response that holds a permit.
#[derive(Clone)]
struct MayCompress;

/// Body with the permit that is returned when it is dropped.
struct PermittedBody {
    body: Body,
    _permit: OwnedSemaphorePermit,
}

/// Adds the compression of text responses to a router.
pub(super) fn compressed(router: Router) -> Router {
    let permits = Arc::new(Semaphore::new(MAX_COMPRESSED));
    let may_compress = |_: StatusCode, _: Version, _: &HeaderMap, extensions: &Extensions| {
        extensions.get::<MayCompress>().is_some()
    };
    router.layer(middleware::from_fn_with_state(permits, acquire_permit)).layer(
        CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(may_compress),
    )
}

/// Acquires a permit for a response that is worth compressing, if one is free.
async fn acquire_permit(
    State(permits): State<Arc<Semaphore>>,
    request: Request,
    next: Next,
) -> Response {
    let is_wanted = request.headers().contains_key(header::ACCEPT_ENCODING);
    let response = next.run(request).await;
    let is_worth_it =
        || is_text(response.headers()) && SizeAbove::new(MIN_LENGTH).should_compress(&response);
    if !is_wanted || !is_worth_it() {
        return response;
    }
    let Ok(permit) = permits.try_acquire_owned() else { return response };
    let (mut parts, body) = response.into_parts();
    parts.extensions.insert(MayCompress);
    Response::from_parts(parts, Body::new(PermittedBody { body, _permit: permit }))
}

fn is_text(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    let kind = kind.and_then(|kind| kind.split(';').next()).unwrap_or_default().trim();
    TEXTS.contains(&kind)
}

impl HttpBody for PermittedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
