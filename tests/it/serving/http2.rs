//! HTTP/2 over TLS: many calls on one connection, and streams that are reset as soon as they are opened.

use std::fs;

use axum::body::{Body, Bytes};
use axum::http::request::Builder;
use futures_util::future::join_all;
use hyper::body::Incoming;
use hyper::client::conn::http2::SendRequest;
use hyper::{Request, Response, header};
use rustls::pki_types::CertificateDer;
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::client::TlsStream;

use super::strangers::{MAX_MEMORY, connect_http2};
use super::tls::{certify, settings};
use super::{LONG, greet, inkfold};
use crate::support::{PASSWORD, Running, TestServer, noise};

const SITE: &str = "https://localhost:8443";
const BOUNDARY: &str = "a-picture";

async fn body_of(response: Response<Incoming>) -> Bytes {
    let body = Body::new(response.into_body());
    timeout(LONG, axum::body::to_bytes(body, usize::MAX)).await.unwrap().unwrap()
}

/// Browser that is signed in over one connection of HTTP/2.
struct Browser {
    sender: SendRequest<Body>,
    cookie: String,
    uid: String,
}

impl Browser {
    async fn sign_in(mut sender: SendRequest<Body>) -> Self {
        let body = json!({ "email": "mara@example.org", "password": PASSWORD }).to_string();
        let asked = Request::post(format!("{SITE}/signin"))
            .header(header::CONTENT_TYPE, "application/json")
            .header(header::COOKIE, "XSRF-TOKEN=a")
            .header("x-xsrf-token", "a")
            .body(Body::from(body));
        let answer = timeout(LONG, sender.send_request(asked.unwrap())).await.unwrap().unwrap();
        assert_eq!(answer.status(), 200);
        let cookies = answer.headers().get_all(header::SET_COOKIE).iter();
        let pair = |cookie: &header::HeaderValue| {
            cookie.to_str().unwrap().split(';').next().unwrap().to_owned()
        };
        let cookie = cookies.map(pair).collect::<Vec<_>>().join("; ");
        let signed_in: Value = serde_json::from_slice(&body_of(answer).await).unwrap();
        Self { sender, cookie, uid: signed_in["uid"].as_str().unwrap().to_owned() }
    }

    async fn send(&self, request: Builder, body: Body) -> Response<Incoming> {
        let token = self.cookie.split("XSRF-TOKEN=").nth(1).unwrap().split(';').next().unwrap();
        let request = request.header(header::COOKIE, &self.cookie).header("x-xsrf-token", token);
        let mut sender = self.sender.clone();
        sender.ready().await.unwrap();
        timeout(LONG, sender.send_request(request.body(body).unwrap())).await.unwrap().unwrap()
    }

    async fn upload(&self, path: &str, picture: &[u8]) -> u16 {
        let part = "Content-Disposition: form-data; name=\"image\"; filename=\"a.png\"";
        let mut body = format!("--{BOUNDARY}\r\n{part}\r\n\r\n").into_bytes();
        body.extend_from_slice(picture);
        body.extend_from_slice(format!("\r\n--{BOUNDARY}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={BOUNDARY}");
        let request = Request::post(format!("{SITE}{path}")).header(header::CONTENT_TYPE, kind);
        self.send(request, Body::from(body)).await.status().as_u16()
    }

    async fn get(&self, path: &str) -> Bytes {
        let answer = self.send(Request::get(format!("{SITE}{path}")), Body::empty()).await;
        assert_eq!(answer.status(), 200, "{path}");
        body_of(answer).await
    }
}

#[tokio::test]
async fn uploads_and_downloads_share_one_connection() {
    let folder = tempfile::tempdir().unwrap();
    let server = TestServer::start().await;
    let topic = server.topic("letters").await;
    server.member("mara").await;
    fs::create_dir(folder.path().join("data")).unwrap();
    fs::copy(server.context.database(), folder.path().join("data/inkfold.redb")).unwrap();
    let (running, trusted) = start(&folder);
    let browser = Browser::sign_in(connect_http2(&running.url, &trusted, 1 << 16).await).await;

    // Larger than the windows of a stream and of the connection.
    let pictures = [noise(1, 900), noise(2, 900)];
    assert!(pictures[0].len() > 512 << 10, "{}", pictures[0].len());
    let path = format!("/api/upload/{}/{}/{}", browser.uid, topic.id, topic.code);
    let uploads = join_all(pictures.iter().map(|picture| browser.upload(&path, picture)));
    let downloads = join_all((0..12).map(|_| browser.get("/api/openapi.json")));
    let (uploads, downloads) = tokio::join!(uploads, downloads);
    assert_eq!(uploads, [201, 201]);
    assert!(downloads.iter().all(|one| one.starts_with(b"{\"openapi\"") && *one == downloads[0]));
    let own = browser.get(&format!("/api/usr/posts?uid={}", browser.uid)).await;
    let own: Value = serde_json::from_slice(&own).unwrap();
    assert_eq!(own.as_array().map(Vec::len), Some(2), "{own}");
}

/// Server with TLS on the data in a folder.
fn start(folder: &TempDir) -> (Running, CertificateDer<'static>) {
    let trusted = certify(folder.path());
    let settings = settings(folder.path(), "mode = \"files\"\n");
    (Running::start(inkfold(folder.path(), &settings)), trusted)
}

/// Opens streams and resets each at once, until the server ends the connection. Returns their number.
async fn reset_rapidly(stream: TlsStream<TcpStream>) -> usize {
    const MANY: usize = 20_000;
    let (mut sender, connection) = h2::client::handshake(stream).await.unwrap();
    tokio::spawn(connection);
    let request = || Request::get(format!("{SITE}/api/openapi.json")).body(()).unwrap();
    for number in 0..MANY {
        sender = match timeout(LONG, sender.ready()).await.unwrap() {
            Ok(ready) => ready,
            Err(_) => return number,
        };
        let Ok((_, mut stream)) = sender.send_request(request(), true) else { return number };
        stream.send_reset(h2::Reason::CANCEL);
    }
    MANY
}

#[tokio::test]
async fn rapid_resets_disturb_no_other_client() {
    let folder = tempfile::tempdir().unwrap();
    let (running, trusted) = start(&folder);
    let mut other = connect_http2(&running.url, &trusted, 1 << 16).await;
    let ping = || Request::get(format!("{SITE}/healthz")).body(Body::empty()).unwrap();
    assert_eq!(other.send_request(ping()).await.unwrap().status(), 200);
    let idle = running.peak_memory();
    let mut attacks = Vec::new();
    for _ in 0..8 {
        let stream = greet(&running.url, "localhost", &trusted, "h2").await.unwrap();
        attacks.push(tokio::spawn(reset_rapidly(stream)));
    }
    for _ in 0..20 {
        let answer = timeout(LONG, other.send_request(ping())).await.expect("it waits");
        assert_eq!(answer.unwrap().status(), 200);
    }
    let mut resets = Vec::new();
    for attack in attacks {
        resets.push(attack.await.unwrap());
    }
    assert_eq!(other.send_request(ping()).await.unwrap().status(), 200);
    let added = running.peak_memory().saturating_sub(idle);
    println!("{resets:?} streams were reset, which take {added} MiB beside {idle}");
    assert!(added < MAX_MEMORY, "{added} MiB");
}
