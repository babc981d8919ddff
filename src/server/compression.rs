//! Compression of text responses for clients that accept it.
//!
//! The state of a compression takes a third of a megabyte until its response is received, which clients can delay. So the number
//! of concurrent ones is limited; responses beyond that are sent uncompressed. What never changes is compressed once.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::{Extensions, HeaderMap, StatusCode, Version, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use http_body::{Body as HttpBody, Frame, SizeHint};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tower_http::compression::predicate::{Predicate, SizeAbove};
use tower_http::compression::{CompressionLayer, CompressionLevel};

use crate::http::CompressedOnce;

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
    let compression = CompressionLayer::new().quality(CompressionLevel::Fastest);
    router
        .layer(middleware::from_fn_with_state(permits, acquire_permit))
        .layer(compression.compress_when(may_compress))
        .layer(middleware::from_fn(compress_once))
}

/// Replaces a compressed body that never changes by the one that was compressed first.
async fn compress_once(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let is_compressed = response.headers().contains_key(header::CONTENT_ENCODING);
    let slot = response.extensions().get::<CompressedOnce>().filter(|_| is_compressed).cloned();
    let Some(slot) = slot else { return response };
    let (parts, body) = response.into_parts();
    match slot.get_or_fill(body).await {
        Ok(bytes) => Response::from_parts(parts, Body::from(bytes)),
        Err(error) => {
            tracing::error!(
                error = &error as &dyn std::error::Error,
                "failed to compress a response"
            );
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
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

#[cfg(test)]
mod tests {
    use std::convert::Infallible;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use axum::Extension;
    use axum::http::HeaderValue;
    use axum::routing::get;
    use futures_util::stream;
    use tower::ServiceExt;

    use super::*;

    /// Encoding and body of the response to a client that accepts this encoding.
    async fn ask(router: &Router, accepted: &str) -> (Option<HeaderValue>, Bytes) {
        let request = Request::get("/").header(header::ACCEPT_ENCODING, accepted);
        let response = router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
        let encoding = response.headers().get(header::CONTENT_ENCODING).cloned();
        (encoding, axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap())
    }

    #[tokio::test]
    async fn unchanging_response_is_compressed_once() {
        let read = Arc::<AtomicUsize>::default();
        let (slot, counted) = (CompressedOnce::default(), Arc::clone(&read));
        let show = move || {
            let (slot, counted) = (slot.clone(), Arc::clone(&counted));
            let body = stream::once(async move {
                counted.fetch_add(1, Relaxed);
                Ok::<_, Infallible>("ink".repeat(1_000))
            });
            let kind = [(header::CONTENT_TYPE, "application/json")];
            async move { (kind, Extension(slot), Body::from_stream(body)) }
        };
        let router = compressed(Router::new().route("/", get(show)));
        let first = ask(&router, "gzip").await;
        assert_eq!(first.0, Some(HeaderValue::from_static("gzip")));
        assert!(first.1.len() < 100, "{} bytes", first.1.len());
        for _ in 0..20 {
            assert_eq!(ask(&router, "gzip").await, first);
        }
        assert_eq!(read.load(Relaxed), 1);
        let plain = ask(&router, "identity").await;
        assert_eq!((plain.0, plain.1.len()), (None, 3_000));
    }
}
