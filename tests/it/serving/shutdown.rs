//! Shutdown: pending requests get their responses, slow ones are aborted, and the server exits without an error.

use inkfold::store::ReadOnlyStore;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::task::spawn_blocking;

use super::{answered, connect, head, inkfold, question, rest, watching};
use crate::support::{Running, TestServer};

const BODY: &str = "{\"username\":\"mara\"}";

/// Begins a request; returns once the server waits for its body.
async fn begin_request(url: &str) -> TcpStream {
    let mut stream = connect(url).await;
    let asked = question(BODY, "Expect: 100-continue\r\n");
    stream.write_all(asked.as_bytes()).await.unwrap();
    assert!(head(&mut stream).await.starts_with("HTTP/1.1 100"));
    stream
}

/// Waits until new connections are refused.
async fn wait_until_closed(url: &str) {
    let address = url.strip_prefix("http://").unwrap();
    while TcpStream::connect(address).await.is_ok() {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn shutdown_answers_begun_requests_and_aborts_others() {
    let folder = tempfile::tempdir().unwrap();
    let mut running =
        Running::start(inkfold(folder.path(), "[serve]\nstop_seconds = 3\nbody_seconds = 600\n"));
    let mut idle = answered(&running.url).await;
    let mut hanging = begin_request(&running.url).await;
    let mut good = begin_request(&running.url).await;
    running.tell_to_stop();
    wait_until_closed(&running.url).await;
    assert_eq!(rest(&mut idle).await, "", "whoever asks nothing is let go");

    good.write_all(BODY.as_bytes()).await.unwrap();
    let answer = rest(&mut good).await;
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("connection: close"), "{answer}");
    assert_eq!(rest(&mut hanging).await, "");
    let status = spawn_blocking(move || running.end()).await.unwrap();
    assert!(status.success(), "{status}");
}

/// Otherwise the next start would read the whole database to repair it.
#[tokio::test]
async fn stopped_server_closes_its_database() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(inkfold(folder.path(), "[serve]\nstop_seconds = 3\n"));
    // The handler of an aborted request keeps the database open until the process ends.
    let mut hanging = begin_request(&running.url).await;
    running.tell_to_stop();
    assert_eq!(rest(&mut hanging).await, "");
    let status = spawn_blocking(move || running.end()).await.unwrap();
    assert!(status.success(), "{status}");
    let closed = ReadOnlyStore::open(&folder.path().join("data/inkfold.redb"));
    assert!(closed.is_ok(), "{:?}", closed.err());
}

#[tokio::test]
async fn second_stop_signal_ends_shutdown_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut running = Running::start(inkfold(folder.path(), "[serve]\nstop_seconds = 600\n"));
    let _hanging = begin_request(&running.url).await;
    running.tell_to_stop();
    wait_until_closed(&running.url).await;
    running.tell_to_stop();
    let status = spawn_blocking(move || running.end()).await.unwrap();
    assert_eq!(status.code(), Some(1));
}

#[tokio::test]
async fn shutdown_ends_event_streams_without_delay() {
    let server = TestServer::start_with(|config| config.serve.stop_seconds = 600).await;
    let mut watching = watching(&server).await;
    server.stop();
    assert!(rest(&mut watching).await.ends_with("0\r\n\r\n"), "the stream ended as it should");
}
