//! Many connections at once, up to the limit and beyond.

use std::time::Instant;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::{LONG, PING, answered, connect, head, inkfold, rest, wait_for_slot};
use crate::support::{Community, Member, Running, TestServer, skip};

/// Opens so many connections, and sends two requests over each.
async fn assert_connections_held(many: usize) {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(inkfold(folder.path(), "[serve]\nidle_seconds = 600\n"));
    let begun = Instant::now();
    let mut held = Vec::new();
    while held.len() < many {
        let mut some = JoinSet::new();
        for _ in 0..100.min(many - held.len()) {
            let url = running.url.clone();
            some.spawn(async move { answered(&url).await });
        }
        held.extend(some.join_all().await);
    }
    assert!(running.open_files() >= many);
    println!(
        "{many} connections held after {:.1?}, with {} MiB at most",
        begun.elapsed(),
        running.peak_memory()
    );
    let asked = Instant::now();
    assert_eq!(reqwest::get(format!("{}/readyz", running.url)).await.unwrap().status(), 200);
    println!("one more is answered in {:.1?}", asked.elapsed());
    for stream in &mut held {
        stream.write_all(PING).await.unwrap();
        assert!(head(stream).await.starts_with("HTTP/1.1 200"));
    }
    assert!(running.peak_memory() < 400, "{} MiB", running.peak_memory());
    // Open connections do not delay the shutdown.
    running.stop();
    for stream in &mut held {
        assert_eq!(stream.read(&mut [0; 64]).await.unwrap_or(0), 0);
    }
}

#[tokio::test]
async fn five_hundred_connections_are_held() {
    assert_connections_held(500).await;
}

#[tokio::test]
async fn ten_thousand_connections_are_held() {
    if std::env::var_os("INKFOLD_LONG_TESTS").is_none() {
        skip("INKFOLD_LONG_TESTS is not set, to hold ten thousand connections");
        return;
    }
    // Each connection uses one file in this process and one in the server.
    let limit = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
    let most = limit.map_or(10_000, |limit| limit.saturating_sub(1000).min(10_000)) as usize;
    assert_connections_held(most.min(9_900)).await;
}

#[tokio::test]
async fn client_beyond_limit_is_503_until_slot_frees() {
    let server = TestServer::start_with(|config| config.serve.connections = 3).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        held.push(answered(&server.url).await);
    }
    let mut fourth = connect(&server.url).await;
    let text = rest(&mut fourth).await;
    assert!(text.starts_with("HTTP/1.1 503 Service Unavailable\r\nRetry-After: "), "{text}");
    assert!(text.ends_with("Please try again in a moment.\n"), "{text}");

    // The place is free once the server has noticed the closed connection.
    held.pop();
    wait_for_slot(&server.url).await;
}

/// Opens connections that each ask for a file twenty times, and read nothing.
async fn ask_without_reading(url: &str, path: &str) -> Vec<TcpStream> {
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n");
    let mut asking = JoinSet::new();
    for _ in 0..300 {
        let (url, requests) = (url.to_owned(), request.repeat(20));
        asking.spawn(async move {
            let mut stream = connect(&url).await;
            stream.write_all(requests.as_bytes()).await.unwrap();
            stream
        });
    }
    asking.join_all().await
}

#[tokio::test]
async fn unread_pipelined_files_delay_no_other() {
    let community = Community::start().await;
    let url = &community.running.url;
    let form = format!("/assets/forms/{}.pdf", community.book);
    for path in ["/api/openapi.json", "/api/docs", &form] {
        assert_eq!(community.member.get(path).await.status, 200);
        let held = ask_without_reading(url, path).await;
        let begun = Instant::now();
        for asked in ["/healthz", path] {
            let other = timeout(LONG, Member::at(url).get(asked)).await.expect("it waits");
            assert_eq!(other.status, 200, "{asked}");
        }
        println!("beside {} that read nothing of {path}: {:.1?}", held.len(), begun.elapsed());
    }
}
