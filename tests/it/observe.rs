//! Monitoring: metrics, request ids, the log, and the API documentation.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::admin::submit_text;
use crate::support::{
    Member, PASSWORD, Reply, Running, TestServer, executable, exports, skip, words,
};
use inkfold::config::Config;
use inkfold::context::Context;
use inkfold::domain::policy::Actor;
use inkfold::sandbox::Sandbox;
use inkfold::services::operations::garbage_collection::{self, CollectionLimit};

use reqwest::Method;
use serde_json::{Value, json};

const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
const CLASSIC: &str = "text/plain; version=0.0.4; charset=utf-8";
/// Accept header of Prometheus 2.42.
const PROMETHEUS: &str = "application/openmetrics-text;version=1.0.0,application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,*/*;q=0.1";

/// Value of one metric.
fn value(metrics: &str, name: &str) -> Option<f64> {
    let line = metrics.lines().find(|line| line.split(' ').next() == Some(name))?;
    line.split(' ').nth(1)?.parse().ok()
}

/// Metrics in the format that `accept` requests, and the name of that format.
async fn metrics_as(caller: &Member, accept: &str) -> (String, String) {
    let asked = caller.request(Method::GET, "/metrics").header("accept", accept);
    let reply = Reply::of(asked).await;
    assert_eq!(reply.status, 200, "{reply}");
    assert_eq!(reply.headers["vary"], "accept");
    let media = reply.headers["content-type"].to_str().unwrap().to_owned();
    (media, String::from_utf8(reply.bytes).unwrap())
}

async fn metrics(caller: &Member) -> String {
    let (media, text) = metrics_as(caller, OPEN_METRICS).await;
    assert_eq!(media, OPEN_METRICS);
    text
}

/// Runs `promtool check metrics`; `None` where it is not installed.
fn lint(metrics: &str) -> Option<Output> {
    let mut promtool = Command::new("promtool");
    promtool.args(["check", "metrics"]).stdin(Stdio::piped());
    let started = promtool.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let Ok(mut promtool) = started else {
        skip("promtool is not installed");
        return None;
    };
    promtool.stdin.take().unwrap().write_all(metrics.as_bytes()).unwrap();
    Some(promtool.wait_with_output().unwrap())
}

#[tokio::test]
async fn metrics_format_follows_accept_header() {
    let server = TestServer::start_with(|config| {
        config.observe.metrics_from = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let mara = server.member("mara").await;
    for (accept, expected) in [
        ("*/*", CLASSIC),
        ("", CLASSIC),
        ("text/plain;version=0.0.4", CLASSIC),
        ("text/html,application/xml;q=0.9,*/*;q=0.8", CLASSIC),
        ("application/openmetrics-text;q=0,text/plain", CLASSIC),
        ("application/openmetrics-text;q=0.2,text/plain;q=0.9", CLASSIC),
        ("application/openmetrics-text; version=1.0.0", OPEN_METRICS),
        (PROMETHEUS, OPEN_METRICS),
    ] {
        assert_eq!(metrics_as(&mara, accept).await.0, expected, "{accept}");
    }
}

#[tokio::test]
async fn classic_metrics_pass_promtool() {
    let server = TestServer::start_with(|config| {
        config.observe.metrics_from = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let mara = server.member("mara").await;
    let (_, text) = metrics_as(&mara, "text/plain").await;
    let samples = |text: &str| text.lines().filter(|line| !line.starts_with('#')).count();
    assert!(!text.contains("# EOF") && !text.contains("# UNIT"), "{text}");
    assert!(text.contains("# TYPE http_requests_total counter"), "{text}");
    assert_eq!(samples(&text), samples(&metrics(&mara).await));
    if let Some(output) = lint(&text) {
        assert!(output.status.success(), "{}", words(&output));
    }
}

#[tokio::test]
async fn metrics_count_server_events() {
    let server = TestServer::start_with(|config| {
        config.observe.metrics_from = vec!["127.0.0.1".parse().unwrap()];
    })
    .await;
    let mara = server.member("mara").await;
    let book = server.book("Rivers", 2).await;
    server.store_unnamed(b"ink").await;
    let sweep = |context: &Context| {
        garbage_collection::sweep(context, &Actor::Operator, CollectionLimit::Tenth).unwrap()
    };
    server.run_service(move |context| sweep(context)).await;
    let before = metrics(&mara).await;
    assert!(before.ends_with("# EOF\n"), "{before}");
    for (name, least) in [
        ("inkfold_members", 1.0),
        ("inkfold_books", 1.0),
        ("inkfold_database_bytes", 4096.0),
        ("inkfold_free_bytes", 1.0),
        ("process_resident_memory_bytes", 1e6),
        ("process_start_time_seconds", 1e9),
    ] {
        assert!(value(&before, name).is_some_and(|value| value >= least), "{name}: {before}");
    }
    assert_eq!(value(&before, "inkfold_memos"), Some(0.0));
    assert_eq!(value(&before, "inkfold_held_back_files"), Some(1.0));
    assert_eq!(value(&before, "inkfold_last_backup_timestamp_seconds"), Some(0.0));

    submit_text(&mara, &book, "q1", "It rained.").await;
    assert_eq!(mara.post("/api/memo/list", json!({})).await.status, 422);
    assert_eq!(server.visitor().request(Method::TRACE, "/").send().await.unwrap().status(), 403);
    let after = metrics(&mara).await;
    assert_eq!(value(&after, "inkfold_memos"), Some(1.0));
    let answered = |labels: &str| value(&after, &format!("http_requests_total{{{labels}}}"));
    assert_eq!(answered("method=\"POST\",status=\"422\""), Some(1.0));
    assert_eq!(answered("method=\"other\",status=\"403\""), Some(1.0));
    // The request for metrics is itself open.
    assert_eq!(value(&after, "http_requests_open"), Some(1.0));
    assert!(value(&after, "http_request_duration_seconds_count") > Some(2.0), "{after}");
}

#[tokio::test]
async fn metrics_without_token_or_listed_address_are_404() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("token");
    exports::write(&file, "\u{feff}a-long-token\r\n".as_bytes());
    let with_token = |config: &mut Config| {
        config.observe.metrics_token_file = file;
        config.observe.metrics_from = vec!["127.0.0.2".parse().unwrap()];
    };
    let server = TestServer::start_with(with_token).await;
    // Behind a local proxy, all requests come from this address, so it is not allowed.
    assert_eq!(server.visitor().get("/metrics").await.refusal(), (404, "not-found".into()));
    let visitor = server.visitor_from("127.0.0.2");
    assert_eq!(visitor.get("/metrics").await.status, 200);
    for proxied in ["x-forwarded-for", "x-forwarded-proto", "forwarded"] {
        let from_elsewhere =
            || visitor.request(Method::GET, "/metrics").header(proxied, "198.51.100.1");
        let stranger = Reply::of(from_elsewhere()).await;
        assert_eq!(stranger.refusal(), (404, "not-found".into()), "{proxied}");
        for (token, status) in [("a-long-token", 200), ("a-long-toke", 404), ("", 404)] {
            let shown = from_elsewhere().header("authorization", format!("Bearer {token}"));
            assert_eq!(Reply::of(shown).await.status, status, "{token}");
        }
    }
}

#[tokio::test]
async fn responses_and_errors_carry_request_id() {
    let sandbox = Sandbox::of(Path::new("/bin/false"));
    let server = TestServer::start_with_worker(sandbox, |_| {}).await;
    let ada = server.admin("ada").await;
    let book = server.book("Rivers", 1).await;
    let id = |reply: &Reply| reply.headers["x-request-id"].to_str().unwrap().to_owned();
    let (one, other) = (ada.get("/").await, ada.get("/nowhere").await);
    assert_ne!(id(&one), id(&other));
    assert_eq!(id(&one).len(), 16);

    submit_text(&ada, &book, "q1", "It rained.").await;
    let failed = ada.get(&format!("/api/admin/books/{book}/preview.pdf")).await;
    assert_eq!(failed.refusal(), (500, "internal".into()));
    let report = failed.json();
    assert_eq!(report["request"], id(&failed));
    let words = report["error"].as_str().unwrap();
    assert!(words.contains("Nothing was lost") && words.contains(&id(&failed)), "{words}");
    assert!(ada.get("/api/book/nothing/read").await.json()["request"].is_null());
}

#[tokio::test]
async fn json_log_has_slow_requests_without_names() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut inkfold = Command::new(executable());
    inkfold.arg("--data-dir").arg(folder.path().join("data")).env_clear();
    for (name, value) in
        [("LOG_FORMAT", "json"), ("SLOW_REQUEST_MS", "1"), ("METRICS_TOKEN", "VerySecretWord")]
    {
        inkfold.env(format!("INKFOLD_OBSERVE__{name}"), value);
    }
    inkfold.stderr(File::create(&log).unwrap());
    let mut running = Running::start_aloud("127.0.0.1:0", inkfold);
    // Checking a password takes a measurable time.
    let visitor = Member::at(&running.url);
    let wrong = json!({ "email": "mara@example.org", "password": PASSWORD });
    assert_eq!(visitor.post("/signin?from=VerySecretWord", wrong).await.status, 401);
    running.stop();

    let text = fs::read_to_string(&log).unwrap();
    let lines = text.lines().filter(|line| line.starts_with('{'));
    let lines: Vec<Value> = lines.map(|line| serde_json::from_str(line).unwrap()).collect();
    let slow = lines.iter().find(|line| line["route"] == "/signin").expect(&text);
    assert_eq!((&slow["message"], &slow["level"]), (&json!("slow request"), &json!("WARN")));
    assert_eq!((&slow["method"], &slow["status"]), (&json!("POST"), &json!(401)));
    assert!(slow["milliseconds"].as_u64() >= Some(1) && slow["request"].is_string(), "{slow}");
    for secret in ["mara@example.org", PASSWORD, "VerySecretWord"] {
        assert!(!text.contains(secret), "{secret}: {text}");
    }
}

#[tokio::test]
async fn full_disk_makes_server_unready_not_dead() {
    let server = TestServer::start_with(|config| config.limits.free_space_mib = u32::MAX).await;
    let visitor = server.visitor();
    assert_eq!(visitor.get("/healthz").await.status, 200);
    assert_eq!(visitor.get("/readyz").await.refusal(), (507, "insufficient-storage".into()));
}

#[tokio::test]
async fn api_page_lists_every_call() {
    let server = TestServer::start().await;
    let visitor = server.visitor();
    let api = visitor.get("/api/openapi.json").await.json();
    let page = String::from_utf8(visitor.get("/api/docs").await.bytes).unwrap();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let heading = format!("<h3><code>{} {path}</code></h3>", method.to_uppercase());
            assert!(page.contains(&heading), "{heading}");
        }
    }
    // Every link to a place within the page has a target.
    for link in page.split("href=\"#").skip(1) {
        let target = link.split('"').next().unwrap();
        assert!(page.contains(&format!("id=\"{target}\"")), "{target}");
    }
    assert!(!page.contains("<script"));
}
