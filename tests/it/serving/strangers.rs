//! Memory for hostile requests: unfinished bodies and unread responses, by HTTP/1.1 and HTTP/2.

use std::convert::Infallible;
use std::fs;
use std::path::Path;

use axum::body::{Body, Bytes};
use futures_util::future::{join_all, select_all};
use futures_util::{StreamExt, stream};
use hyper::Request;
use hyper::client::conn::http2::{self, SendRequest};
use hyper_util::rt::{TokioExecutor, TokioIo};
use inkfold::body_budgets::BudgetOwner;
use inkfold::context::Context;
use inkfold::domain::book::Question;
use inkfold::domain::comment::Comment;
use inkfold::domain::id::CommentId;
use inkfold::domain::policy::Actor;
use inkfold::services::books;
use inkfold::store::WriteTx;
use rustls::pki_types::CertificateDer;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;
use tokio::time::timeout;

use super::tls::{certify, settings};
use super::{LONG, answered, connect, greet, head, inkfold, rest, wait_for_slot};
use crate::support::{Community, Member, Reply, Running, TestServer, noise};

/// Maximum memory that hostile requests may add to an idle server, in MiB.
pub(super) const MAX_MEMORY: u64 = 100;

/// Sends the body of a sign-in except its last byte; ignores a refusal.
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

/// Asserts that a request from another address gets a response.
async fn assert_answered(url: &str) {
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
    assert_answered(&running.url).await;
    let added = running.peak_memory().saturating_sub(idle);
    println!("{} unfinished bodies take {added} MiB beside {idle}", held.len());
    assert!(added < MAX_MEMORY, "{added} MiB");
}

/// Opens an HTTP/2 connection with receive windows of this size.
pub(super) async fn connect_http2(
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

/// Sign-in whose body never ends.
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
                // The request is refused at once, or never gets a response.
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
async fn unread_compressed_responses_stay_within_memory_budget() {
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

/// Fills the folder `data` with a post and 500 comments of 4 KB each; returns the post's id.
async fn fill_with_comments(data: &Path) -> String {
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    let mara = server.member("mara").await;
    let post = mara.post_and_publish(&topic, &noise(1, 40)).await;
    let (about, author) = (post.parse().unwrap(), mara.uid.parse().unwrap());
    let fill = move |context: &Context| {
        let comment = |id| Comment {
            id,
            post: about,
            author,
            text: "\u{20000}".repeat(1000),
            made_at: context.now(),
            removed: None,
            hidden_since: None,
        };
        let put = |tx: &mut WriteTx| {
            for _ in 0..500 {
                let id = CommentId::new(context.now(), context.random()?);
                tx.put_comment(&comment(id))?;
            }
            Ok(())
        };
        context.write(put).unwrap();
    };
    server.run_service(fill).await;
    fs::create_dir(data).unwrap();
    fs::copy(server.context.database(), data.join("inkfold.redb")).unwrap();
    post
}

#[tokio::test]
async fn unread_http2_lists_stay_within_memory_budget() {
    let folder = tempfile::tempdir().unwrap();
    let post = fill_with_comments(&folder.path().join("data")).await;
    let trusted = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n") + "[serve]\nbody_seconds = 600\n";
    let running = Running::start(inkfold(folder.path(), &settings));
    // Some connections receive nothing, the others a little.
    let mut senders = vec![connect_http2(&running.url, &trusted, 0).await];
    let idle = running.peak_memory();
    for number in 1..20 {
        senders.push(connect_http2(&running.url, &trusted, number % 2 * 1000).await);
    }
    let mut asked = JoinSet::new();
    for sender in &senders {
        for _ in 0..16 {
            let mut sender = sender.clone();
            let address = format!("https://localhost:8443/api/comments?pid={post}");
            asked.spawn(async move {
                sender.ready().await.unwrap();
                let request = Request::get(address).body(Body::empty()).unwrap();
                timeout(LONG, sender.send_request(request)).await.unwrap().unwrap()
            });
        }
    }
    let answers = asked.join_all().await;
    let added = running.peak_memory().saturating_sub(idle);
    println!("{} untaken lists take {added} MiB beside {idle}", answers.len());
    assert!(answers.iter().all(|answer| answer.status() == 200));
    assert!(added < MAX_MEMORY, "{added} MiB");
}

#[tokio::test]
async fn unread_pipelined_lists_stay_within_memory_budget() {
    let folder = tempfile::tempdir().unwrap();
    let post = fill_with_comments(&folder.path().join("data")).await;
    let settings = "[serve]\nbody_seconds = 600\n";
    let running = Running::start(inkfold(folder.path(), settings));
    drop(answered(&running.url).await);
    let idle = running.peak_memory();
    let request = format!("GET /api/comments?pid={post} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    let asked = (0..100).map(async |_| {
        let mut stream = connect_reluctantly(&running.url).await;
        stream.write_all(request.repeat(4).as_bytes()).await.unwrap();
        assert!(head(&mut stream).await.starts_with("HTTP/1.1 200"));
        stream
    });
    let held = join_all(asked).await;
    assert_answered(&running.url).await;
    let added = running.peak_memory().saturating_sub(idle);
    println!("{} connections with untaken lists take {added} MiB beside {idle}", held.len());
    assert!(added < MAX_MEMORY, "{added} MiB");
}

/// Opens a connection with the smallest receive buffer that the system allows.
async fn connect_reluctantly(url: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(1 << 10).unwrap();
    socket.connect(url.split_once("://").unwrap().1.parse().unwrap()).await.unwrap()
}

/// The answer to a question about a book's hundred questions, which is larger than those that are not counted.
async fn ask_questions(visitor: &Member, book: &str) -> Reply {
    visitor.post("/api/questions", json!({ "bid": book })).await
}

#[tokio::test]
async fn response_beyond_share_of_unread_is_503() {
    let server = TestServer::start().await;
    let book = server.book("A year in ink", 100).await;
    let id = book.parse().unwrap();
    let long = |n| Question::parse(&format!("q{n}"), &"memory ".repeat(42)).unwrap();
    let questions: Vec<Question> = (1..=100).map(long).collect();
    server
        .run_service(move |context| {
            books::import_questions(context, &Actor::Operator, id, &questions).unwrap();
        })
        .await;
    let (visitor, mara) = (server.visitor(), server.member("mara").await);
    let whole = ask_questions(&visitor, &book).await;
    assert!(whole.status == 200 && whole.bytes.len() > 16 << 10, "{}", whole.bytes.len());
    let responses = &server.context.body_budgets.responses;
    assert_eq!(responses.used(), 0);
    let untaken = responses.reserve_beyond(
        BudgetOwner::Address(std::net::IpAddr::from([127, 0, 0, 1]).into()),
        4 << 20,
    );
    let refused = ask_questions(&visitor, &book).await;
    assert_eq!((refused.refusal(), refused.header("retry-after")), ((503, "busy".into()), "2"));
    // Small responses are still sent, to the same member and to others.
    assert_eq!(visitor.post("/api/book", json!({ "bid": book })).await.status, 200);
    assert_eq!(ask_questions(&mara, &book).await.status, 200);
    assert_eq!(ask_questions(&server.visitor_from("127.0.0.2"), &book).await.status, 200);
    assert_eq!(visitor.get("/api/openapi.json").await.status, 200);
    drop(untaken);
    assert_eq!(ask_questions(&visitor, &book).await.bytes, whole.bytes);
    assert_eq!(responses.used(), 0);
}

#[tokio::test]
async fn http2_offers_sixteen_streams() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n");
    let running = Running::start(inkfold(folder.path(), &settings));
    let mut stream = greet(&running.url, "localhost", &trusted, "h2").await.unwrap();
    // The connection preface, and an empty SETTINGS frame.
    stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0").await.unwrap();
    let mut head = [0; 9];
    timeout(LONG, stream.read_exact(&mut head)).await.unwrap().unwrap();
    assert_eq!((head[3], head[4]), (4, 0), "the first frame has the settings");
    let mut offered = vec![0; usize::from(head[2])];
    stream.read_exact(&mut offered).await.unwrap();
    let max_streams = offered.chunks(6).find(|setting| setting[..2] == [0, 3]).unwrap();
    assert_eq!(max_streams[2..], [0, 0, 0, 16]);
}

#[tokio::test]
async fn http2_body_without_progress_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let trusted = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n") + "[serve]\nbody_seconds = 1\n";
    let running = Running::start(inkfold(folder.path(), &settings));
    let mut sender = connect_http2(&running.url, &trusted, 1 << 16).await;
    let begun = stream::iter([Ok::<_, Infallible>(Bytes::from_static(b"{\"email\":"))]);
    let request = Request::post("https://localhost:8443/signin")
        .header("content-type", "application/json")
        .header("cookie", "XSRF-TOKEN=a")
        .header("x-xsrf-token", "a")
        .body(Body::from_stream(begun.chain(stream::pending())));
    let answer = timeout(LONG, sender.send_request(request.unwrap())).await.expect("it waits");
    assert_eq!(answer.unwrap().status(), 400);
    // Other streams of the connection still work.
    let request = Request::get("https://localhost:8443/healthz").body(Body::empty()).unwrap();
    assert_eq!(sender.send_request(request).await.unwrap().status(), 200);
}

#[tokio::test]
async fn unread_http1_response_is_cut_off() {
    let folder = tempfile::tempdir().unwrap();
    let post = fill_with_comments(&folder.path().join("data")).await;
    let running =
        Running::start(inkfold(folder.path(), "[serve]\nbody_seconds = 1\nconnections = 1\n"));
    let mut stream = connect_reluctantly(&running.url).await;
    let request = format!("GET /api/comments?pid={post} HTTP/1.1\r\nHost: localhost\r\n\r\n");
    // More data than the buffers of the system can store.
    stream.write_all(request.repeat(20).as_bytes()).await.unwrap();
    assert!(head(&mut stream).await.starts_with("HTTP/1.1 200"));
    wait_for_slot(&running.url).await;
    let mut received = Vec::new();
    let _ = timeout(LONG, stream.read_to_end(&mut received)).await.expect("it is still open");
    assert!(received.len() < 10 << 20, "{} bytes", received.len());
}

#[tokio::test]
async fn unread_http2_response_is_reset() {
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
    // The receive window stays closed, so the stream can end only with an error.
    assert_eq!(untaken.data().await.unwrap().unwrap().len(), 1 << 10);
    let next = timeout(LONG, untaken.data()).await.expect("the stream is never reset");
    assert!(next.unwrap().unwrap_err().is_reset());
    // Other streams of the connection still work.
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

/// Sends a file to be read except its end; ignores a refusal.
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
    assert_answered(&running.url).await;
    let idle = running.peak_memory();
    let uploads = (0..20).map(|_| send_unfinished_file(&running.url, mara));
    let held = join_all(uploads).await;
    assert_answered(&running.url).await;
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
    assert!(refusal.contains("Too many uploads are in progress."), "{refusal}");
    // Members at the same address, and clients at other addresses, have budgets of their own.
    let name = json!({ "username": "somebody" });
    assert_eq!(mara.post("/check-username", name.clone()).await.status, 200);
    let elsewhere = server.visitor_from("127.0.0.2");
    assert_eq!(elsewhere.post("/check-username", name).await.status, 200);
}
