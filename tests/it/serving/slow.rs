//! Slow clients are disconnected, without effect on others.

use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;
use tokio::time::{sleep, timeout};

use super::{LONG, answered, connect, head, question, rest, watching};
use crate::support::TestServer;

const SECOND: Duration = Duration::from_secs(1);

#[tokio::test]
async fn trickling_request_is_cut_off_others_served() {
    let server = TestServer::start_with(|config| config.serve.head_seconds = 1).await;
    let begun = Instant::now();
    let mut slow = connect(&server.url).await;
    let trickle = async {
        let head = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Long: ";
        for byte in head.iter().chain(std::iter::repeat(&b'a')) {
            if slow.write_all(&[*byte]).await.is_err() {
                return;
            }
            // The pace of a client that is slow and never silent.
            sleep(SECOND / 20).await;
        }
    };
    let quick = async {
        let visitor = server.visitor();
        for _ in 0..5 {
            assert_eq!(visitor.get("/healthz").await.status, 200);
        }
    };
    tokio::join!(async { timeout(LONG, trickle).await.unwrap() }, quick);
    assert!(begun.elapsed() >= SECOND, "it was given its time");
    assert_eq!(rest(&mut slow).await, "");

    // A connection without any data is closed as soon.
    assert_eq!(rest(&mut connect(&server.url).await).await, "");
}

#[tokio::test]
async fn missing_body_is_an_error() {
    let server = TestServer::start_with(|config| config.serve.body_seconds = 1).await;
    let mut slow = connect(&server.url).await;
    let asked = question("{\"username\":\"mara\"}", "");
    slow.write_all(asked.as_bytes()).await.unwrap();
    slow.write_all(b"{\"user").await.unwrap();
    assert!(head(&mut slow).await.starts_with("HTTP/1.1 400"));
    rest(&mut slow).await;
    assert_eq!(server.visitor().get("/healthz").await.status, 200);
}

#[tokio::test]
async fn idle_connection_ends_and_watching_one_stays() {
    let server = TestServer::start_with(|config| {
        let serve = &mut config.serve;
        [serve.head_seconds, serve.body_seconds, serve.idle_seconds] = [1; 3];
    })
    .await;
    let mut watching = watching(&server).await;

    // Both connections were closed after the same idle time.
    let mut idle = answered(&server.url).await;
    assert_eq!(rest(&mut idle).await, "");
    let mut later = answered(&server.url).await;
    assert_eq!(rest(&mut later).await, "");
    assert_eq!(server.context.post_events.subscriber_count(), 1);
    server.context.post_events.close();
    assert!(head(&mut watching).await.starts_with("0\r\n"), "the end of what is watched");
}
