//! Middleware of every route: checks before the handler; headers, log and metrics after it.
//!
//! One layer, because each of several would cost every request an allocation or two.

use std::fmt;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::context::Context;

use super::bearer::{self, CallScopes};
use super::body::HeldBytes;
use super::error::{self, InternalErrorCause};
use super::metrics::Requests;
use super::operator::OperatorAccess;
use super::requester::Requester;
use super::{content_policy, cookies, csrf, host_allowlist, response_budget};

/// Header with the id of a request, by which members report a failed one to the operator.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
/// `Strict-Transport-Security` for a year, for this host only: its subdomains may belong to others.
const A_YEAR: &str = "max-age=31536000";
/// Name in the log for requests without a route: pages, and unknown addresses.
const NO_ROUTE: &str = "(page)";

/// State of the middleware, shared by all requests.
pub(super) struct MiddlewareState {
    context: Arc<Context>,
    requests: Arc<Requests>,
    scopes: CallScopes,
    content_policy: HeaderValue,
    is_https: bool,
    slow: Option<Duration>,
    last_id: AtomicU64,
}

/// Id of a request, in the log and in the response.
#[derive(Clone, Copy)]
pub(super) struct RequestId(u64);

impl fmt::Display for RequestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl MiddlewareState {
    pub(super) fn new(context: Arc<Context>, requests: Arc<Requests>, scopes: CallScopes) -> Self {
        // Without randomness, two runs may share ids.
        let first = context.random().map_or(0, u64::from_be_bytes);
        Self {
            requests,
            scopes,
            content_policy: content_policy::header_value(&context.config()),
            is_https: context.config().is_https(),
            slow: context.config().observe.slow_request(),
            last_id: AtomicU64::new(first),
            context,
        }
    }

    /// Next id, far from the one before, so that the two are not mistaken for each other.
    fn next_id(&self) -> RequestId {
        /// Odd increment, which visits every id before one repeats.
        const STEP: u64 = 0x9e37_79b9_7f4a_7c15;
        RequestId(self.last_id.fetch_add(STEP, Ordering::Relaxed))
    }
}

/// Checks a request's host and origin, adds headers to the response, and logs failures with the request's id.
pub(super) async fn handle(
    State(state): State<Arc<MiddlewareState>>,
    mut request: Request,
    next: Next,
) -> Response {
    let begun = Instant::now();
    let _in_flight = state.requests.track();
    let id = state.next_id();
    let method = request.method().clone();
    let route = request.extensions().get::<MatchedPath>().cloned();
    let is_operator = request.extensions().get::<OperatorAccess>().is_some();
    // Held until there is a response, however the request ends.
    let held = HeldBytes::default();
    request.extensions_mut().insert(held.clone());
    // Operator requests come by a Unix socket, so they need no checks against browsers and no proxy headers.
    let mut response = if is_operator {
        run(request, next).await
    } else {
        match bearer::authorize(&state.context, &state.scopes, &mut request).await {
            Ok(()) => respond(&state.context, request, next).await,
            Err(refused) => refused.into_response(),
        }
    };
    drop(held);
    let route = route.as_ref().map_or(NO_ROUTE, MatchedPath::as_str);
    if is_operator {
        response = error::for_operator(response);
    } else if let Some(InternalErrorCause(failure)) = response.extensions_mut().remove() {
        tracing::error!(request = %id, %method, route, failure, "request failed");
        response = error::unexpected(id);
    }
    add_headers(&state, id, response.headers_mut());
    state.log_response(id, &method, route, &response, begun.elapsed());
    response
}

/// Runs the checks against browsers and the handler, and reserves memory for the response.
async fn respond(context: &Arc<Context>, request: Request, next: Next) -> Response {
    let requester = Requester::of(context, request.headers(), request.extensions());
    let response = authorize_origin(context, request, next).await;
    response_budget::reserve(context, &requester, response).await
}

async fn authorize_origin(context: &Context, request: Request, next: Next) -> Response {
    if let Some(refused) = host_allowlist::refusal(&context.config(), &request) {
        return refused;
    }
    let token = cookies::xsrf_in(request.headers());
    let mut response = match csrf::refusal(&context.config(), &request, token.as_deref()) {
        Some(refused) => refused,
        None => run(request, next).await,
    };
    if token.is_none() {
        csrf::set_token(context, &mut response);
    }
    response
}

/// Runs the handler. The panic hook has logged a panic, which the response does not reveal.
async fn run(request: Request, next: Next) -> Response {
    let response = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    response.unwrap_or_else(|_| InternalErrorCause("a panic".into()).into())
}

/// Adds the security headers and others of every response, unless the handler has set them.
fn add_headers(state: &MiddlewareState, id: RequestId, headers: &mut HeaderMap) {
    let fixed = |name, value: &'static str| (name, HeaderValue::from_static(value));
    let all = [
        fixed(header::REFERRER_POLICY, "no-referrer"),
        fixed(header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        // Cacheable responses set this header themselves: pages, assets and pictures.
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
    /// Logs and counts a response. Logs the route, never the path, which may hold the token of a mailed link.
    fn log_response(
        &self,
        id: RequestId,
        method: &Method,
        route: &str,
        response: &Response,
        took: Duration,
    ) {
        let status = response.status();
        self.requests.observe(method, status, took);
        let (status, milliseconds) = (status.as_u16(), took.as_millis() as u64);
        if self.slow.is_some_and(|slow| took >= slow) {
            tracing::warn!(request = %id, %method, route, status, milliseconds, "slow request");
        } else {
            tracing::debug!(request = %id, %method, route, status, milliseconds, "request finished");
        }
    }
}
