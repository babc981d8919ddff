//! Metrics for a monitoring system, served at /metrics in a text format of Prometheus: requests and their responses, and the state
//! of the community.

mod format;

use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Extension;
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::{encode_eof, encode_registry};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Registry, Unit};
use subtle::ConstantTimeEq;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::context::Context;
use crate::domain::message::Message;
use crate::domain::time::Timestamp;
use crate::services::operations::metrics::{self, MetricsSnapshot};

use super::error::{ApiError, Result};
use super::extractors::{AppState, run_blocking};

use format::{Format, classic};

/// Upper bounds of the latency buckets in seconds, from unnoticeable to unbearable.
const BUCKETS: [f64; 10] = [0.002, 0.005, 0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0];

pub(super) fn routes() -> OpenApiRouter<Arc<Context>> {
    OpenApiRouter::new().routes(routes!(show_metrics))
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ResponseLabels {
    method: &'static str,
    status: u32,
}

/// Metrics of requests and their responses.
pub(super) struct Requests {
    registry: Registry,
    answered: Family<ResponseLabels, Counter>,
    seconds: Histogram,
    open: Gauge,
}

impl fmt::Debug for Requests {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Requests").finish_non_exhaustive()
    }
}

/// Counts a request as open until it is dropped, also if the client disconnects.
pub(super) struct OpenRequestGuard(Gauge);

impl Drop for OpenRequestGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}

impl Requests {
    /// Creates the metrics of a server that started at `begun_at`.
    pub(super) fn new(begun_at: Timestamp) -> Self {
        let mut registry = Registry::default();
        let answered = Family::<ResponseLabels, Counter>::default();
        let seconds = Histogram::new(BUCKETS);
        let open = Gauge::default();
        registry.register("http_requests", "Requests that were answered", answered.clone());
        registry.register_with_unit(
            "http_request_duration",
            "Until the answer began",
            Unit::Seconds,
            seconds.clone(),
        );
        registry.register("http_requests_open", "Requests being answered", open.clone());
        let version = Info::new(vec![("version", env!("CARGO_PKG_VERSION"))]);
        registry.register("inkfold_build", "The program", version);
        let started = Gauge::<i64>::default();
        started.set(begun_at.seconds);
        let words = "When the server began, since 1970";
        registry.register_with_unit("process_start_time", words, Unit::Seconds, started);
        Self { registry, answered, seconds, open }
    }

    pub(super) fn track(&self) -> OpenRequestGuard {
        self.open.inc();
        OpenRequestGuard(self.open.clone())
    }

    pub(super) fn observe(&self, method: &Method, status: StatusCode, took: Duration) {
        let answered =
            ResponseLabels { method: method_label(method), status: status.as_u16().into() };
        self.answered.get_or_create(&answered).inc();
        self.seconds.observe(took.as_secs_f64());
    }
}

/// Label of a method. Unknown methods share one, since clients could make up any number of them.
fn method_label(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "HEAD" => "HEAD",
        "DELETE" => "DELETE",
        "OPTIONS" => "OPTIONS",
        _ => "other",
    }
}

/// Shows all metrics to clients with the settings' token or an address that the settings list; 404 for others. The classic text
/// format of Prometheus, or `OpenMetrics` (`application/openmetrics-text`) if `Accept` prefers it.
#[utoipa::path(get, path = "/metrics", tag = "operations",
    responses((status = 200, content_type = "text/plain", body = String)))]
pub(super) async fn show_metrics(
    State(context): AppState,
    Extension(requests): Extension<Arc<Requests>>,
    request: Request,
) -> Result<Response> {
    if !may_see(&context, &request)? {
        let words = Message::new("metrics-not-found", "Nothing was found here.");
        return Err(ApiError::request(StatusCode::NOT_FOUND, "not-found", words));
    }
    let format = Format::preferred(request.headers());
    let snapshot = run_blocking(&context, metrics::snapshot).await?;
    let mut text = String::new();
    encode_registry(&mut text, &requests.registry)
        .and_then(|()| encode_registry(&mut text, &of_the_moment(&snapshot)))
        .and_then(|()| encode_eof(&mut text))
        .map_err(|error| crate::error::Error::Internal(Box::new(error)))?;
    let text = match format {
        Format::OpenMetrics => text,
        Format::Classic => classic(&text),
    };
    let headers = [(header::CONTENT_TYPE, format.media_type()), (header::VARY, "accept")];
    Ok((headers, text).into_response())
}

fn may_see(context: &Context, request: &Request) -> Result<bool> {
    if let Some(token) = context.config().observe.metrics_token()?
        && bearer(request.headers()).is_some_and(|shown| shown.ct_eq(token.as_bytes()).into())
    {
        return Ok(true);
    }
    // Loopback is not trusted by default: with a proxy on this machine, every request comes from it. A forwarded request is never
    // trusted by its peer, wherever the proxy is.
    let is_forwarded = request.headers().keys().any(|name| {
        let name = name.as_str();
        name == "forwarded" || name.starts_with("x-forwarded")
    });
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let peer = peer.map(|ConnectInfo(peer)| peer.ip().to_canonical());
    let config = context.config();
    let is_listed = |peer| config.observe.metrics_from.iter().any(|network| network.contains(peer));
    Ok(!is_forwarded && peer.is_some_and(is_listed))
}

fn bearer(headers: &HeaderMap) -> Option<&[u8]> {
    headers.get(header::AUTHORIZATION)?.as_bytes().strip_prefix(b"Bearer ")
}

fn of_the_moment(snapshot: &MetricsSnapshot) -> Registry {
    let mut registry = Registry::default();
    let mut gauge = |name: &str, words: &str, value: u64| {
        let gauge = Gauge::<i64>::default();
        gauge.set(value as i64);
        registry.register(name, words, gauge);
    };
    let counts = snapshot.counts;
    gauge("inkfold_members", "Accounts", counts.members);
    gauge("inkfold_books", "Books", counts.books);
    gauge("inkfold_memos", "Memos with those that were replaced", counts.memos);
    gauge("inkfold_posts", "Posts in every state", counts.posts);
    gauge("inkfold_comments", "Comments", counts.comments);
    gauge("inkfold_jobs_waiting", "Jobs in the queue", counts.waiting_jobs);
    gauge(
        "inkfold_jobs_failed",
        "Jobs that have failed for good, such as mails",
        counts.failed_jobs,
    );
    gauge(
        "inkfold_readings_waiting",
        "Uploads waiting to be read",
        snapshot.waiting_uploads as u64,
    );
    let unindexed = u64::from(snapshot.unindexed_changes);
    gauge("inkfold_search_lag", "Changes that search has not seen", unindexed);
    gauge("inkfold_database_bytes", "The database on the disk", snapshot.database_bytes);
    gauge("inkfold_free_bytes", "Free on the disk of the data folder", snapshot.space.free);
    if let Some(bytes) = snapshot.resident_bytes {
        gauge("process_resident_memory_bytes", "Memory in use", bytes);
    }
    let words = "Stored files that were missing or damaged when the youngest backup was made";
    gauge("inkfold_damaged_files", words, snapshot.damaged_files as u64);
    let words =
        "Stored files that the last garbage collection left, because the database names too few";
    gauge("inkfold_held_back_files", words, u64::from(snapshot.held_back_files));
    let seconds =
        |time: Option<Timestamp>| time.map_or(0, |at| u64::try_from(at.seconds).unwrap_or(0));
    let words = "When the youngest backup was made, since 1970; 0 while there is none";
    gauge("inkfold_last_backup_timestamp_seconds", words, seconds(snapshot.last_backup));
    let words = "The same for the copy elsewhere that is furthest behind; 0 while one has none";
    gauge("inkfold_last_copy_timestamp_seconds", words, seconds(snapshot.last_copy));
    let words = "Copies of the backups elsewhere that could not be brought up to date";
    gauge("inkfold_failed_copies", words, snapshot.failed_copies as u64);
    registry
}
