//! Middleware of every route: the checks before a handler, and after it the headers, the log and the count of what was answered.
//!
//! It is one layer: each of its own would cost every request an allocation or two.

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use futures_util::FutureExt;

use crate::context::Context;

use super::body::HeldBytes;
use super::error::{self, Failure};
use super::metrics::Requests;
use super::{content_policy, cookies, csrf, host_allowlist};

/// By this header members tell who runs the place which request went wrong.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// How long browsers ask for this host by https alone. Other names below it are somebody else's business.
const A_YEAR: &str = "max-age=31536000";
/// For what belongs to no route: pages, and addresses where nothing is.
const NO_ROUTE: &str = "(page)";

/// What it needs for every request.
pub(super) struct MiddlewareState {
    context: Arc<Context>,
    requests: Arc<Requests>,
    content_policy: HeaderValue,
    is_https: bool,
    slow: Option<Duration>,
    last_id: AtomicU64,
}

/// Names one request in the log and to its sender.
#[derive(Clone, Copy)]
pub(super) struct RequestId(u64);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl MiddlewareState {
    pub(super) fn new(context: Arc<Context>, requests: Arc<Requests>) -> Self {
        // Should there be no chance to be had, the ids of two runs may be alike.
        let first = context.random().map_or(0, u64::from_be_bytes);
        Self {
            requests,
            content_policy: content_policy::of(&context.config()),
            is_https: context.config().is_https(),
            slow: context.config().observe.slow_request(),
            last_id: AtomicU64::new(first),
            context,
        }
    }

    /// Far from the one before, so that nobody mistakes one for the other.
    fn next_id(&self) -> RequestId {
        /// Odd, so that no id comes twice.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        RequestId(self.last_id.fetch_add(STEP, Ordering::Relaxed))
    }
}

/// Middleware of every request: checks its host and origin, adds headers, and logs failures with the request's id.
pub(super) async fn handle(
    State(state): State<Arc<MiddlewareState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let _open = state.requests.begin();
    let id = state.next_id();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    // Held until there is an answer, however the request ends.
    let held = HeldBytes::default();
    request.extensions_mut().insert(held.clone());
    let mut response = authorize_origin(&state.context, request, next).await;
    drop(held);
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    if let Some(Failure(failure)) = response.extensions_mut().remove() {
        tracing::error!(request = %id, %method, route, failure, "a request failed");
        response = error::unexpected(id);
    }
    add_headers(&state, id, response.headers_mut());
    state.log_response(id, &method, route, &response, begun.elapsed());
    response
}

async fn authorize_origin(context: &Context, request: Request, next: Next) -> Response {
    if let Some(refused) = host_allowlist::refusal(&context.config(), &request) {
        return refused;
    }
    let token = cookies::xsrf_in(request.headers());
    let mut response = match csrf::refusal(&context.config(), &request, token.as_deref()) {
        Some(refused) => refused,
        // The panic itself is in the log; the sender learns nothing of it.
        None => (AssertUnwindSafe(next.run(request)).catch_unwind().await)
            .unwrap_or_else(|_| Failure("a panic".into()).into()),
    };
    if token.is_none() {
        csrf::give_token(context, &mut response);
    }
    response
}

/// Headers of every answer; a handler's own win.
fn add_headers(state: &MiddlewareState, id: RequestId, headers: &mut HeaderMap) {
    let fixed = |name, value: &'static str| (name, HeaderValue::from_static(value));
    let all = [
        fixed(header::REFERRER_POLICY, "no-referrer"),
        fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // What may be kept says so itself: pages, assets and pictures.
        fixed(header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, state.content_policy.clone()),
    ];
    for (name, value) in all {
        headers.entry(name).or_insert(value);
    }
    if state.is_https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(A_YEAR));
    }
    if let Ok(id) = HeaderValue::try_from(id.to_string()) {
        headers.insert(REQUEST_ID, id);
    }
}

impl MiddlewareState {
    /// The log knows the route and never the address, which may hold the token of a mailed link.
    fn log_response(
        &self,
        id: RequestId,
        method: &Method,
        route: &str,
        response: &Response,
        took: Duration,
    ) {
        let status = response.status();
        self.requests.note(method, status, took);
        let (status, milliseconds) = (status.as_u16(), took.as_millis() as u64);
        if self.slow.is_some_and(|slow| took >= slow) {
            tracing::warn!(request = %id, %method, route, status, milliseconds, "a slow request");
        } else {
            tracing::debug!(request = %id, %method, route, status, milliseconds, "answered");
        }
    }
}
