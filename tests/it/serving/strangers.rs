//! Memory that hostile requests take: unfinished bodies and answers that are not read, by HTTP/1.1 and HTTP/2.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use futures_util::future::{join_all, select_all};
use futures_util::{StreamExt, stream};
use hyper::Request;
use hyper::client::conn::http2::{self, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::pki_types::CertificateDer;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::tls::{certify, settings};
use super::{LONG, answered, connect, greet, inkfold, rest};
use crate::support::{Community, Member, Running, TestServer};

/// The most that hostile requests may add to an idle server, in MiB.
const MAX_MEMORY: u64 = 100;

/// Sends all of a sign-in's body but its last byte; ignores a refusal.
async fn send_unfinished(url: &str, length: usize) -> TcpStream {
    let mut stream = connect(url).await;
    let request = format!(
        "POST /signin HTTP/1.1\r\nHost: localhost\r\nCookie: XSRF-TOKEN=a\r\nX-XSRF-TOKEN: a\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    let body = vec![b' '; length - 1];
    let _ = stream.write_all(request.as_bytes()).await;
    let _ = timeout(LONG, stream.write_all(&body)).await;
    stream
}

/// Posts a question, as somebody at another address.
async fn is_answered(url: &str) {
    let member = Member::from(url, Some([127, 0, 0, 2].into()));
    let asked = member.post("/check-username", json!({ "username": "somebody" }));
    assert_eq!(timeout(LONG, asked).await.unwrap().status, 200);
}

#[tokio::test]
async fn unfinished_bodies_stay_within_memory_budget() {
    let folder = tempfile::tempdir().unwrap();
    let running = Running::start(inkfold(folder.path(), "[serve]\nbody_seconds = 600\n"));
    drop(answered(&running.url).await);
    let idle = running.peak_memory();
    let mut sending = JoinSet::new();
    for number in 0..1000 {
        let url = running.url.clone();
        let length = if number % 2 == 0 { 1_000_000 } else { 64 << 10 };
        sending.spawn(async move { send_unfinished(&url, length).await });
    }
    let held = sending.join_all().await;
    is_answered(&running.url).await;
    let added = running.peak_memory().saturating_sub(idle);
    println!("{} unfinished bodies take {added} MiB beside {idle}", held.len());
    assert!(added < MAX_MEMORY, "{added} MiB");
}

/// A connection of HTTP/2 whose receive windows have this size.
async fn connect_http2(
    url: &str,
    trusted: &CertificateDer<'static>,
    window: u32,
) -> SendRequest<Body> {
    let stream = greet(url, "localhost", trusted, "h2").await.unwrap();
    let mut builder = http2::Builder::new(TokioExecutor::new());
    builder.initial_stream_window_size(window);
    let (sender, connection) = builder.handshake(TokioIo::new(stream)).await.unwrap();
    tokio::spawn(connection);
    sender
}

/// A sign-in whose body never ends.
fn endless_sign_in() -> Request<Body> {
    let megabyte = stream::repeat(Bytes::from(vec![b' '; 1 << 12])).take(240);
    let body = megabyte.map(Ok::<_, Infallible>).chain(stream::pending());
    Request::post("https://localhost:8443/signin")
        .header("content-type", "application/json")
        .header("cookie", "XSRF-TOKEN=a")
        .header("x-xsrf-token", "a")
        .body(Body::from_stream(body))
        .unwrap()
}

#[tokio::test]
async fn unfinished_http2_bodies_stay_within_memory_budget() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n") + "[serve]\nbody_seconds = 600\n";
    let running = Running::start(inkfold(folder.path(), &settings));
    let mut senders = vec![connect_http2(&running.url, &trusted, 1 << 16).await];
    let idle = running.peak_memory();
    for _ in 1..63 {
        senders.push(connect_http2(&running.url, &trusted, 1 << 16).await);
    }
    let mut asked = JoinSet::new();
    for sender in &senders {
        for _ in 0..16 {
            let mut sender = sender.clone();
            asked.spawn(async move {
                // Sent at once, and refused or never answered.
                let _ = sender.ready().await;
                let answer = sender.send_request(endless_sign_in());
                tokio::time::timeout(LONG / 3, answer).await.is_ok()
            });
        }
    }
    let refused = asked.join_all().await.into_iter().filter(|is_refused| *is_refused).count();
    let added = running.peak_memory().saturating_sub(idle);
    println!("1008 streams, {refused} of them refused, take {added} MiB beside {idle}");
    assert!(added < MAX_MEMORY, "{added} MiB");
}

#[tokio::test]
async fn untaken_compressed_answers_stay_within_memory_budget() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n") + "[serve]\nbody_seconds = 600\n";
    let running = Running::start(inkfold(folder.path(), &settings));
    let mut senders = vec![connect_http2(&running.url, &trusted, 0).await];
    let idle = running.peak_memory();
    for _ in 1..63 {
        senders.push(connect_http2(&running.url, &trusted, 0).await);
    }
    let mut asked = JoinSet::new();
    for sender in &senders {
        for _ in 0..16 {
            let mut sender = sender.clone();
            asked.spawn(async move {
                sender.ready().await.unwrap();
                let request = Request::get("https://localhost:8443/api/openapi.json")
                    .header("accept-encoding", "gzip")
                    .body(Body::empty());
                timeout(LONG, sender.send_request(request.unwrap())).await.unwrap().unwrap()
            });
        }
    }
    let answers = asked.join_all().await;
    let added = running.peak_memory().saturating_sub(idle);
    println!("{} untaken answers take {added} MiB beside {idle}", answers.len());
    assert!(answers.iter().all(|answer| answer.status() == 200));
    assert!(added < MAX_MEMORY, "{added} MiB");
}

#[tokio::test]
async fn untaken_http2_answer_is_reset() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n") + "[serve]\nbody_seconds = 1\n";
    let running = Running::start(inkfold(folder.path(), &settings));
    let stream = greet(&running.url, "localhost", &trusted, "h2").await.unwrap();
    let mut builder = h2::client::Builder::new();
    builder.initial_window_size(1 << 10);
    let (mut sender, connection) = builder.handshake::<_, Bytes>(stream).await.unwrap();
    tokio::spawn(connection);
    let get = |path: &str| Request::get(format!("https://localhost:8443{path}")).body(()).unwrap();
    let (answer, _) = sender.send_request(get("/api/openapi.json"), true).unwrap();
    let mut untaken = answer.await.unwrap().into_body();
    // The window is never opened again: nothing can come but an error.
    assert_eq!(untaken.data().await.unwrap().unwrap().len(), 1 << 10);
    let next = timeout(LONG, untaken.data()).await.expect("the stream is never reset");
    assert!(next.unwrap().unwrap_err().is_reset());
    // The connection stays good for others.
    let (answer, _) = sender.ready().await.unwrap().send_request(get("/healthz"), true).unwrap();
    assert_eq!(answer.await.unwrap().status(), 200);
}

#[tokio::test]
async fn plain_http_with_http2_preface_is_refused() {
    let server = TestServer::start().await;
    let mut stream = connect(&server.url).await;
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let mut bytes = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut bytes)).await.expect("HTTP/2 is spoken");
    assert!(!bytes.starts_with(b"\0"), "HTTP/2 frames");
}

/// Sends all of a file to be read but its end; ignores a refusal.
async fn send_unfinished_file(url: &str, mara: &Member) -> TcpStream {
    const LENGTH: usize = 31 << 20;
    let mut stream = connect(url).await;
    let (session, token) = (mara.cookie("session").unwrap(), mara.cookie("XSRF-TOKEN").unwrap());
    let request = format!(
        "POST /extract HTTP/1.1\r\nHost: localhost\r\nCookie: session={session}; XSRF-TOKEN={token}\r\n\
         X-XSRF-TOKEN: {token}\r\nContent-Type: multipart/form-data; boundary=B\r\n\
         Content-Length: {LENGTH}\r\n\r\n--B\r\nContent-Disposition: form-data; name=\"pdf\"\r\n\r\n"
    );
    let _ = stream.write_all(request.as_bytes()).await;
    let piece = [b'x'; 1 << 14];
    for _ in 1..LENGTH / piece.len() {
        if !matches!(timeout(LONG, stream.write_all(&piece)).await, Ok(Ok(()))) {
            break;
        }
    }
    stream
}

#[tokio::test]
async fn unfinished_uploads_stay_within_memory_budget() {
    let community = Community::start().await;
    let (running, mara) = (&community.running, &community.member);
    is_answered(&running.url).await;
    let idle = running.peak_memory();
    let uploads = (0..20).map(|_| send_unfinished_file(&running.url, mara));
    let held = join_all(uploads).await;
    is_answered(&running.url).await;
    let added = running.peak_memory().saturating_sub(idle);
    println!("{} unfinished uploads take {added} MiB beside {idle}", held.len());
    assert!(added < MAX_MEMORY, "{added} MiB");
}

#[tokio::test]
async fn body_beyond_address_allowance_is_503() {
    let server = TestServer::start().await;
    let mara = server.member("mara").await;
    let held = join_all((0..80).map(|_| send_unfinished(&server.url, 64 << 10))).await;
    let refusals =
        held.into_iter().map(|mut stream| Box::pin(async move { rest(&mut stream).await }));
    let (refusal, _, _held) = select_all(refusals).await;
    assert!(refusal.starts_with("HTTP/1.1 503") && refusal.contains("retry-after: 2"), "{refusal}");
    assert!(refusal.contains("Too much is being sent at this moment."), "{refusal}");
    // A member at the same address, and everybody at others, have allowances of their own.
    let name = json!({ "username": "somebody" });
    assert_eq!(mara.post("/check-username", name.clone()).await.status, 200);
    let elsewhere = server.visitor_from("127.0.0.2");
    assert_eq!(elsewhere.post("/check-username", name).await.status, 200);
}
